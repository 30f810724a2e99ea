"""The security headers of every answer."""

from __future__ import annotations

import websockets
from starlette.datastructures import MutableHeaders

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # positions of pieces are inline styles; no style can load anything with them
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",  # the service worker, which stores the offline page; the engine's workers
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address of a table is only for the people who play there
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PARTS = {
    **{name: value for name, value in HEADERS.items() if name != "Cross-Origin-Opener-Policy"},
    "Content-Security-Policy": "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
}
"""The headers of a page's scripts, styles, fonts and images. These load nothing themselves, and a page has about
twenty. Workers have the policy of their own script, and the engine's compile WebAssembly; pages do not.
"""


SITE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of all files of a site (`cogtable site`). Its workers compile WebAssembly, and a static host has one
policy for all files.
"""


def protect(headers: MutableHeaders | websockets.Headers, path: str = "") -> None:
    """Adds the headers that an answer lacks; `path` is the requested path, below the base path."""
    is_part = path.startswith("/assets/") or headers.get("content-type", "").startswith("image/")
    for name, value in (PARTS if is_part else HEADERS).items():
        headers.setdefault(name, value)
