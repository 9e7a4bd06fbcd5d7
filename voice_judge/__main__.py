"""`python -m voice_judge`: the same as the command `voice-judge`."""

import sys

from voice_judge.cli import main

sys.exit(main())
