"""The kernels of batches on a GPU, compiled without a GPU.

    python -m bench.ptx --game splendor --for 9.0

compiles each kernel for a compute capability (9.0 is an H100, 8.0 an A100) and prints the registers and bytes of stack
of a thread, as NVIDIA's assembler counts them, and the CPU time. It needs the extra `gpu` but no GPU.
`--only step --text` prints the PTX instead.
"""

import argparse
import inspect
import re
import sys
import time
import types
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numba
import numpy as np

import cogtable
from cogtable.engine.batches.batch import Batch
from cogtable.engine.compile import cuda_target
from cogtable.engine.compiled_play.kernels import padded
from cogtable.engine.play.game import Game
from cogtable.engine.rules.observation import DTYPE

RULES = "deal", "refresh", "redeterminize", "check", "step", "sample"
"""Kernels that are the same for all games until they are compiled for the types of one."""


class Compiled(NamedTuple):
    name: str
    text: str
    seconds: float


def compiled(game: Game, capability: tuple[int, int], only: str | None = None) -> Iterator[Compiled]:
    """Returns the kernels of a game as PTX."""
    cuda_target.prepare()
    cuda, kernels = import_module("numba.cuda"), import_module("cogtable.engine.batches.cuda")
    # The functions that a kernel calls are compiled for the GPU that is present; this names another one
    sys.modules["numba.cuda.dispatcher"].get_current_device = lambda: types.SimpleNamespace(
        compute_capability=capability
    )
    batch = Batch(game, 2, seats=game.min_seats, threads=1)
    found = {name: getattr(kernels, name) for name in RULES}
    found["play_out"] = kernels.playing_out(game.state.marker, padded(game, 1).size)
    found["observe"] = kernels.observing(game.state.marker, game.layout.count())
    known = arguments(batch)
    for name, kernel in found.items():
        if only in (None, name):
            wanted = inspect.signature(kernel.py_func).parameters
            signature = tuple(numba.typeof(known[parameter]) for parameter in wanted)
            began = time.process_time()
            text = cuda.compile_ptx(kernel.py_func, signature, cc=capability)[0]
            yield Compiled(name, text, time.process_time() - began)


def arguments(batch: Batch) -> dict[str, Any]:
    """Returns the arguments of kernels, by the names of their parameters: the same types as on a GPU."""
    game, numbers = batch.game, np.zeros(batch.num_envs, np.int64)
    words_for = import_module("cogtable.engine.batches.cuda_staging").words_for
    state_word, row_word = words_for(game.state.dtype)[1], words_for(DTYPE, game.layout.count())[1]
    return {
        "states": batch.states, "words": np.zeros(1, state_word), "boxes": game.box.tables,
        "reset_spec": batch._reset_spec, "internal": batch._internal, "outputs": batch._outputs,
        "afresh": True, "tables": numbers, "number": numbers, "moving": numbers > 0,
        "actions": numbers, "seats": batch._internal.observers, "seeds": numbers,
        "action_mask": batch._internal.action_mask, "current_player": batch._internal.current_player,
        "draws": batch._reset_spec.draws, "wrong": numbers, "limit": game.bound,
        "moves": numbers, "blank": game.constant_row.copy(), "rows": np.zeros(1, row_word),
    }  # fmt: skip


def assembled(text: str, capability: tuple[int, int]) -> str:
    """Returns the results of NVIDIA's assembler for PTX: a thread's maximum numbers of registers and bytes of stack."""
    link = import_module("cuda.bindings.nvjitlink")
    handle = link.create(2, [f"-arch=sm_{capability[0]}{capability[1]}", "-verbose"])
    source = text.encode() + b"\0"
    link.add_data(handle, link.InputType.PTX, source, len(source), "kernel")
    link.complete(handle)
    log = bytearray(link.get_info_log_size(handle))
    link.get_info_log(handle, log)
    registers = max(map(int, re.findall(rb"Used (\d+) registers", log)))
    stack = sum(map(int, re.findall(rb"(\d+) bytes stack frame", log)))
    return f"{registers} registers, {stack} bytes of stack"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ptx")
    parser.add_argument("--game", default="splendor")
    parser.add_argument("--for", default="9.0", dest="capability", metavar="CAPABILITY")
    parser.add_argument("--only", metavar="KERNEL")
    parser.add_argument("--text", action="store_true")
    given = parser.parse_args()
    major, minor = map(int, given.capability.split("."))
    for each in compiled(cogtable.game(given.game), (major, minor), given.only):
        if given.text:
            print(each.text)
        else:
            target = re.findall(r"\.target (\w+)", each.text)[0]
            print(f"{each.name}: {target}, {assembled(each.text, (major, minor))}, {each.seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
