"""The figures that the README and docs/performance.md quote: one file a figure, each with `measure()`.

They are in the checkout, not in the package: they measure things that only a checkout has (the size of the bundle, a
start without compiled code, the server under load), and players don't need them.
"""
