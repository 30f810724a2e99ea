"""On the path of a server, this forbids the processes of its workbench to play games: pages have to."""

import sys
from typing import Any

if "cogtable.lab.paired_comparison" in sys.orig_argv:
    from cogtable.lab import workers

    def refuse(*_: Any) -> None:
        """Stands in for the start of games in this process."""
        raise RuntimeError("the process of the workbench was to play")

    workers.Here.begin = refuse  # type: ignore[method-assign, assignment]
