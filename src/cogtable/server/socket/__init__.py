"""WebSockets: one for each open table or puzzle."""
