"""The figures in the README and docs/performance.md: one file for each figure, with a function `measure()`.

They are in the checkout, not in the package, because they measure things that only a checkout has (the size of the
bundle, a start without compiled code, the server under load), and players don't need them.
"""
