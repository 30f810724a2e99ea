"""What the server says about games: lists, rules, legends and contents, without I/O."""
