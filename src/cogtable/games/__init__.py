"""The games of the box, a folder each. They are found by `cogtable.engine.registry`; none is named in shared code."""
