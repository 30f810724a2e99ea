"""The figures that the README and docs/performance.md quote: one file a figure, each with `measure()`.

They lie in the checkout, not in the package: they measure what only a checkout has (the size of the bundle, a start
without compiled code, the server under load), and nobody who installs Cogtable to play needs them.
"""
