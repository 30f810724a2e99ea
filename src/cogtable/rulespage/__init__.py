"""The rules page of a game: a beginner's introduction with live pictures, the legend, and all numbered rules."""
