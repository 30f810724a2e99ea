"""What every request passes before it reaches a route: connection limits, addresses, quotas, origins, metrics."""
