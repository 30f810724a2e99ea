"""Middleware: each request passes these before it reaches a route: connection limits, addresses, quotas, origins,
metrics.
"""
