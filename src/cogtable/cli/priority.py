"""Lower priority for commands that compute for long."""

from __future__ import annotations

import sys


def lower_priority() -> None:
    """Lowers the priority of this process."""
    if sys.platform == "win32":
        import ctypes

        this_process, below_normal = ctypes.c_void_p(-1), 0x4000
        ctypes.windll.kernel32.SetPriorityClass(this_process, below_normal)
    else:
        import os

        os.nice(10)
