"""What all parts of the server use: limits, refusals, logs, metrics, and the boxes that people bring."""
