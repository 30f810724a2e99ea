"""Calls the functions of a game's WebAssembly module from Python, with wasmtime."""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from cogtable.wasm.kernels import MOST_MOVES
from cogtable.wasm.players import ModulePlayer

WORD = 8
PAGE = 65536


class Instance:
    """A module with its memory. Each array has one place, by its name, for all functions. A module of rules alone has
    a name that ends in ".rules".

    Trees have room for the given number of `simulations`.
    """

    def __init__(self, folder: Path, name: str, simulations: int = 2000) -> None:
        self.about: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
        config = wasmtime.Config()
        config.wasm_simd = True
        config.cranelift_opt_level = "speed"
        self._store = wasmtime.Store(wasmtime.Engine(config))
        module = wasmtime.Module(self._store.engine, (folder / f"{name}.wasm").read_bytes())
        self.imports = [one.name for one in module.imports]
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._free = int(self.about["heap"])
        self._simulations = simulations
        self._places: dict[str, tuple[int, list[int], int]] = {}
        self._blocks: dict[str, int] = {}
        for function, arguments in self.about["functions"].items():
            for name, kind, *array in arguments:
                if array[0] is not None and isinstance(array[0], list):
                    self._place(name, kind, *array)
            self._blocks[function] = self._room(WORD * sum(map(_words, arguments)))
        self.write("boxes", base64.b64decode(self.about["box"]["tables"]))
        self.write("blank", np.array(self.about["box"]["blank"], np.int16).tobytes())
        if "write_logs" in self._blocks:
            self.write("workspace.allowed", b"\1" * self.size("workspace.allowed"))
            self.call("write_logs")
            self.write("workspace.logs", self.read("logs"))
        if self.about["network"]:
            self._read_weights((folder / f"{name_of(self.about)}.weights").read_bytes())

    def _read_weights(self, halves: bytes) -> None:
        numbers, at = np.frombuffer(halves, "<f2").astype("<f4"), 0
        for name, shape in self.about["network"]["arrays"]:
            count = int(np.prod(shape))
            self.write(name, numbers[at : at + count].tobytes())
            at += count

    def _room(self, size: int) -> int:
        """Allocates a number of bytes, all 0."""
        at = -(-self._free // 64) * 64
        self._free = at + size
        missing = self._free - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        return at

    def _place(self, name: str, kind: str, shape: list[int | None], contents: list[Any] | None) -> None:
        if name in self._places:
            return
        each, beyond = self.about["nodes"].get(name, (0, 0))
        whole = [self._simulations * each + beyond if length is None else length for length in shape]
        bytes_each = self.about["records"].get(kind) or int(kind[1:])
        self._places[name] = self._room(bytes_each * int(np.prod(whole))), whole, bytes_each
        if contents:
            self.write(name, np.array(contents, f"<{kind}").tobytes())

    def size(self, name: str) -> int:
        """Returns the size of an array in bytes."""
        _, shape, bytes_each = self._places[name]
        return bytes_each * int(np.prod(shape))

    def write(self, name: str, data: bytes) -> None:
        """Writes an array, or its beginning."""
        if name in self._places:
            assert len(data) <= self.size(name), name
            self._memory.write(self._store, bytearray(data), self._places[name][0])

    def clear(self, name: str) -> None:
        """Sets an array to zero."""
        self.write(name, bytes(self.size(name)))

    def read(self, name: str) -> bytes:
        """Reads an array."""
        at = self._places[name][0]
        return bytes(self._memory.read(self._store, at, at + self.size(name)))

    def numbers(self, name: str, dtype: Any) -> Any:
        """Returns an array of numbers."""
        return np.frombuffer(self.read(name), dtype)

    def call(self, function: str, **given: float) -> int:
        """Calls a function with these numbers; the game supplies the others. Arrays stay in their places."""
        block = self._blocks[function]
        words: list[int] = []
        for name, kind, what, *_ in self.about["functions"][function]:
            if isinstance(what, list):
                at, shape, _ = self._places[name]
                words += [at, *shape]
            else:
                number = given.get(name, what)
                assert number is not None, f"{function}: {name} is missing"
                words.append(int(np.float64(number).view(np.int64)) if kind == "f8" else int(number))
        self._memory.write(self._store, bytearray(np.array(words, np.int64).tobytes()), block)
        run: Any = self._exports[function]
        return int(run(self._store, block))


def played_out(
    instance: Instance, player: ModulePlayer, state: Any, seed: int, limit: int, more: int = MOST_MOVES
) -> list[int]:
    """The actions of a whole game from a dealt state, by calls of at most `more` moves."""
    instance.write("states", state.tobytes())
    instance.write("last", np.full(1, -1, np.int64).tobytes())
    moves: list[int] = []
    while True:
        made = instance.call(player.function, seed=seed, more=more, limit=limit, **player.numbers)
        moves += instance.numbers("moves", "<i8")[:made].tolist()
        if made < more:
            return moves


def name_of(about: dict[str, Any]) -> str:
    return str(about["game"])


def _words(argument: list[Any]) -> int:
    return 1 + len(argument[2]) if isinstance(argument[2], list) else 1
