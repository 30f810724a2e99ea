"""Prints the results of array functions that the workbench uses; run with NumPy and with the stand-in, which must print
the same. Whole results are compared, but not their types: sums of nothing are 0 or 0.0.
"""

import json
import random

import numpy as np

random.seed(3)


def grid(rows, columns, one):
    return np.array([[one() for _ in range(columns)] for _ in range(rows)])


def results():
    a = grid(6, 4, lambda: random.randrange(-3, 9))
    f = grid(6, 4, random.random)
    c = np.array([[[random.randrange(3) for _ in range(5)] for _ in range(4)] for _ in range(6)])
    yield from picked(a, c)
    yield from reduced(a, f, c)
    yield from ordered(a, c)
    yield from joined(a, f, c)
    yield from records()


def picked(a, c):
    mask = a > 2
    yield from (a[mask], a[[0, 2, 2]], a[[0, 2], [1, 3]], c[[0, 2], :, 1], c[:, [1, 2], 0], c[:, :, [0, 3]])
    yield from (c[0, [1, 2]], a[:, np.array([True, False, True, False])], a[1:, None, [1]], c[..., [1]], c[mask])
    yield from (c[np.array([0, 1]), 1:3, np.array([2, 3])], c[::2, 1], c[:, 1, 2], a[-1], a[..., 0])
    b = a.copy()
    b[mask] = 0
    b[[0, 1], [2, 3]] = [7, 8]
    b[:, [0, 3]] = b[:, [3, 0]]
    b[[1, 2]] += 1
    yield b


def reduced(a, f, c):
    yield from (a.max(axis=1, keepdims=True), c.sum(axis=1), c.sum(axis=(0, 1)), f.mean(axis=0), c.max(axis=2))
    yield from (c.any(axis=1), c.mean(axis=(0, 1)), a.argmax(axis=1), np.argmax(a[:, 0] > 2), np.count_nonzero(a > 2))
    yield from (np.array([1, 2]).max(initial=0), np.array([], int).max(initial=-1), np.zeros((0, 3)).sum(axis=1))
    yield from (np.zeros((3, 0)).sum(axis=1), np.nansum(np.zeros((3, 0, 2)), axis=1), np.array([], float).sum())
    n = f.copy()
    n[a > 3] = np.nan
    yield from (np.nansum(n, axis=1), np.nan_to_num(n, nan=-1).astype(int), np.isnan(n), ~np.isnan(n))
    yield from (np.bincount(np.array([0, 3, 3]), minlength=6), np.bincount(np.array([0, 3]), np.array([0.5, 1]), 5))
    yield from (np.bincount(np.array([], int), minlength=3), np.bincount(np.array([], int), np.array([]), 3))


def ordered(a, c):
    order = np.argsort(a * 10 + np.arange(4), axis=1)
    yield from (np.sort(a, axis=1), order, np.take_along_axis(a, order, axis=1), np.lexsort((a[:, 0], a[:, 1])))
    yield from (np.unique(a), np.argwhere(c == 2), np.flatnonzero(a == 2), np.roll(c, 2, axis=1), np.roll(a, 1, axis=1))
    yield from (np.searchsorted(np.array([1, 1, 2, 5]), np.arange(7)), np.isin(a, (1, 2)), np.clip(a, 0, 3))


def joined(a, f, c):
    yield from (np.where(a > 0, a, -1), np.where(a > 0, a, 0.5), np.stack([a, a + 1], 1), np.concatenate([a, a]))
    yield from (np.stack([a[:, 0], a[:, 1]], 1), np.append(a[:, 0], 3), np.broadcast_to(np.arange(4), (3, 4)))
    yield from (np.cumsum([1, 2, 3], dtype=int), np.square(f), np.ones_like(f), np.maximum(a, 0), -a)
    yield from (a / np.maximum(1, a.sum(axis=1))[:, None], f.astype(np.float32), np.full((2, 3), -1))
    yield from (np.array([1.5, 2.7]).astype(int), np.asarray(c[:, :2]).sum(axis=2), c.reshape(6, -1).sum(axis=1))


def records():
    kind = np.dtype([("x", "i2", ()), ("y", "u1", (3,)), ("z", "i8", (2, 2))], align=True)
    s = np.zeros(4, kind)
    for i in range(4):
        s[i]["x"] = i
        s[i]["y"][1] = i + 1
    s["z"] = np.arange(16).reshape(4, 2, 2)
    yield from (s["x"], s["y"], s["z"].copy(), len(s.tobytes()), s.size)
    t = s[np.array([2, 0])]
    t["x"] = [5, 6]
    yield from (t["x"], t["z"], s["x"].copy())
    part = s[:2]
    part[1] = s[3]
    s["x"] = 9
    copy = s.copy()
    copy["x"] = 1
    again = np.frombuffer(bytearray(s.tobytes()), kind)
    yield from (s["z"].copy(), s["x"].copy(), again["z"])
    s[np.array([True, False, False, True])] = copy[:2]
    yield s["x"]
    one = np.zeros(1, kind)
    one["x"] = 3
    one["y"] = [1, 2, 3]
    one["y"][0, 1] = 9
    yield from (one["x"], one["y"])


def plain(value):
    """A result as lists of numbers that are printed alike."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return [plain(each) for each in value]
    return "nan" if value != value else int(value) if value == int(value) else round(value, 10)


if __name__ == "__main__":
    for number, result in enumerate(results()):
        print(number, json.dumps(plain(result)))
