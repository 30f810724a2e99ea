"""Small packages that a page has in place of NumPy and Numba.

In a page, this folder comes first in `sys.path`, so `import numpy` finds the package here. Nothing else imports them.
"""
