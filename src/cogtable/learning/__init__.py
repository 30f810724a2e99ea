"""How a bot learns a game by playing against itself: `cogtable train`."""
