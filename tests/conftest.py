"""What all tests share: the game of another package is installed beside Cogtable, as pip would."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "tiny"))
