"""From a straight picture to chances: one learnt network, what it takes, and the one place with limits."""
