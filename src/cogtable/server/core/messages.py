"""Messages of a table's connection: reading them, and refusing them."""

from __future__ import annotations

import msgspec

from cogtable.engine.text.words import phrase, say
from cogtable.server.core.refusal import Refusal
from cogtable.server.wire import base, from_client, from_server

_messages = msgspec.json.Decoder(from_client.FromClient)


class _Numbered(msgspec.Struct):
    """The part of an otherwise invalid message that can still be read."""

    id: int = -1


_numbered = msgspec.json.Decoder(_Numbered)


def read_message(text: str | None) -> from_client.FromClient:
    """Returns a received message, None for binary data. Raises Refusal."""
    if text is None:
        raise Refusal("malformed", "expected JSON as text; found binary data")
    data = text.encode(errors="replace")
    if len(data) > base.MAX_MESSAGE:
        raise Refusal("too-large", f"a message has at most {base.MAX_MESSAGE} bytes; this has {len(data)}")
    try:
        message: from_client.FromClient = _messages.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        words = f"this is not a message of protocol {base.PROTOCOL}: {error}"
        raise Refusal("malformed", words, _id(data)) from error
    return message


def number_of(message: from_client.FromClient) -> int:
    """Returns the id of a message; -1 if it has none."""
    return getattr(message, "id", -1)


def _id(data: bytes) -> int:
    try:
        return _numbered.decode(data).id
    except (msgspec.DecodeError, RecursionError):
        return -1


def checked_hello(message: from_client.FromClient) -> from_client.Hello:
    """Returns the first message of a connection. Raises Refusal if it is not a hello of this protocol."""
    if not isinstance(message, from_client.Hello):
        raise Refusal("protocol", f"expected hello first; found {message.__struct_config__.tag}", number_of(message))
    if message.protocol != base.PROTOCOL:
        words = phrase("this server speaks protocol {ours}; the message uses {theirs}. Reload the page")
        raise Refusal("protocol", say(words, ours=base.PROTOCOL, theirs=message.protocol))
    return message


def error_of(refusal: Refusal) -> from_server.Error:
    """Returns the error message for a refusal."""
    return from_server.Error(code=refusal.code, words=str(refusal), id=refusal.id)
