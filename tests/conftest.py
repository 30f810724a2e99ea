"""What all tests share: the game of another package is installed beside Cogtable, as pip would."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.append(str(Path(__file__).parent / "tiny"))

settings.register_profile("cogtable", derandomize=True, deadline=None)  # the same cases on every run, on any machine
settings.load_profile("cogtable")
