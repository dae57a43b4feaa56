"""`python -m tests.bench.corpus`: the command by itself."""

import sys

from tests.bench.corpus.bench import main

sys.exit(main(sys.argv[1:]))
