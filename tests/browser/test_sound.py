"""The sounds as Chromium renders them: none clips, rings for too long, or drowns the others."""

from __future__ import annotations

import os
import subprocess
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
RATE = 44100

PLAIN = """
const ts = require('typescript'), fs = require('fs')
const target = { module: 'esnext', target: 'es2022', verbatimModuleSyntax: true }
for (const name of ['voices', 'synth']) {
    const source = fs.readFileSync(`src/sound/${name}.ts`, 'utf8')
    const plain = ts.transpileModule(source, { compilerOptions: target }).outputText
    console.log(plain.replace(/^import .*$/gm, '').replace(/^export /gm, ''))
}
"""
"""Makes one script of the client's sounds and of the module that plays them."""

RENDER = """async () => {
    %s
    const found = {}
    for (const voice of Object.keys(VOICES)) {
        const context = new OfflineAudioContext(1, %d * (lengthOf(voice) + 0.2), %d)
        sing(context, voice, 1, 0)
        const buffer = await context.startRendering()
        const bytes = new Uint8Array(buffer.getChannelData(0).buffer)
        let samples = ''
        for (let at = 0; at < bytes.length; at += 0x8000)
            samples += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
        found[voice] = { length: lengthOf(voice), samples: btoa(samples) }
    }
    return found
}"""

MOVES = {"piece", "card", "coins", "hit"}
CALLS = {"turn", "won", "lost", "over"}


def loudness(samples: Any) -> float:
    """The loudness of the loudest eighth of a second, in decibels (A-weighted, IEC 61672-1)."""
    squared = np.fft.rfftfreq(len(samples), 1 / RATE) ** 2
    low = (squared + 20.6**2) * np.sqrt((squared + 107.7**2) * (squared + 737.9**2))
    weights = 1.2589 * 12194**2 * squared**2 / (low * (squared + 12194**2))
    heard = np.fft.irfft(np.fft.rfft(samples) * weights, len(samples))
    window = RATE // 8
    sums = np.cumsum(heard**2)
    return float(10 * np.log10(np.max(sums[window:] - sums[:-window]) / window))


def test_no_sound_clips_rings_too_long_or_drowns_the_others(open_page: Callable[..., Page]) -> None:
    node = os.environ.get("PLAYWRIGHT_NODEJS_PATH", "node")
    script = subprocess.run([node, "-e", PLAIN], cwd=WEB, capture_output=True, text=True, check=True).stdout
    found = open_page().evaluate(RENDER % (script, RATE, RATE))
    assert set(found) == MOVES | CALLS | {"touch"}
    heard = {voice: np.frombuffer(b64decode(each["samples"]), np.float32) for voice, each in found.items()}
    loud = {voice: loudness(samples.astype(float)) for voice, samples in heard.items()}
    for voice, each in found.items():
        samples = np.abs(heard[voice])
        # Two sounds can overlap: a move, and the start of the person's turn.
        assert samples.max() < 0.7, voice
        assert samples[int(RATE * (each["length"] + 0.01)) :].max() == 0, voice
        assert each["length"] < (2 if voice in CALLS else 0.3), voice
    for alike in (MOVES, CALLS):
        assert max(loud[voice] for voice in alike) - min(loud[voice] for voice in alike) < 10
    assert loud["touch"] < min(loud[voice] for voice in MOVES) - 6
