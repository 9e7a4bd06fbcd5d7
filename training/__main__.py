"""`python -m training`: the command line is training/pipeline/command.py."""

import sys

from training.pipeline.command import main

if __name__ == "__main__":
    sys.exit(main())
