"""Makes the learnt readers of the eye again. Development only: nothing of the program imports it."""
