"""A game's rules, its search and its network as a WebAssembly module, compiled from the functions that run natively.

>>> from cogtable.wasm.build import build, write
>>> write(build(cogtable.game("splendor")), Path("modules"))

`docs/webassembly.md` describes the contents of a module and how to call it.
"""
