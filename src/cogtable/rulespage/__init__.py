"""The rules page of a game: what a beginner needs first, with live pictures; the signs; and all numbered rules."""
