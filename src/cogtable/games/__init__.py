"""The games of the box, a folder each, found by `cogtable.engine.play.registry`. None is named in shared code."""
