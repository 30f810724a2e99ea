"""`python -m cogtable` is the command `cogtable`."""

from cogtable.cli import main

main()
