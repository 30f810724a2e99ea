"""Passkeys (WebAuthn): what browsers are asked to make or sign, and the checks on their answers.

The WebAuthn library takes a third of a second to load, so it is loaded on first use. These functions therefore run in
threads.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from cogtable.engine.text.words import say
from cogtable.server.core.refusal import Refusal
from cogtable.server.db.accounts import ChallengeRow, PasskeyRow

log = logging.getLogger("cogtable.server")

SITE = "Cogtable"
"""The name of the site in browsers' lists of passkeys."""

PATIENCE_MS = 5 * 60 * 1000
"""How long a person can take, in milliseconds: to find the phone, to type a PIN."""

MAX_ID = 1364
"""The maximum length of a passkey's id, in characters: base64 of 1023 bytes."""

Credential = dict[str, Any]
"""The result of a browser's `PublicKeyCredential.toJSON()`."""


class Made(NamedTuple):
    """A new passkey: its id, its public key, and its signature count."""

    id: str
    public_key: bytes
    signs: int


def host_of(origin: str) -> str:
    """Returns the host that a page's passkeys are bound to."""
    return urlsplit(origin).hostname or ""


def to_make(challenge: ChallengeRow, known: Sequence[PasskeyRow]) -> dict[str, Any]:
    """Returns the options for making a passkey for an account, on a device that has none of the `known` ones."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=host_of(challenge.origin),
        rp_name=SITE,
        user_id=challenge.account_id.encode(),
        user_name=challenge.name,
        challenge=base64url_to_bytes(challenge.challenge),
        timeout=PATIENCE_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,  # to sign in without typing a name
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known],
    )
    return _as_json(options)


def to_sign(challenge: ChallengeRow, known: Sequence[PasskeyRow] = ()) -> dict[str, Any]:
    """Returns the options for signing with one of the passkeys `known`, or with any passkey that the person has for
    this host.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_authentication_options(
        rp_id=host_of(challenge.origin),
        challenge=base64url_to_bytes(challenge.challenge),
        timeout=PATIENCE_MS,
        allow_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known],
    )
    return _as_json(options)


def _as_json(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def challenge_in(credential: Credential) -> str:
    """Returns the challenge that a browser says it has answered; empty if it names none."""
    from webauthn.helpers import base64url_to_bytes

    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return _base64(said["challenge"].rstrip("="), 64)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ""


def id_in(credential: Credential) -> str:
    """Returns the id of the passkey that a browser says it has used; empty if it names none."""
    return _base64(str(credential.get("id")), MAX_ID)


def _base64(text: str, most: int) -> str:
    """Returns the text if it is base64 of at most `most` characters; otherwise an empty one."""
    return text if len(text) <= most and re.fullmatch(r"[\w-]*", text, re.ASCII) else ""


def checked_new(credential: Credential, challenge: ChallengeRow) -> Made:
    """Returns the passkey that a browser has made. Raises Refusal if it doesn't match the request."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge.challenge),
            expected_rp_id=host_of(challenge.origin),
            expected_origin=challenge.origin,
        )
    except Exception as error:  # the library can raise anything for malformed input
        raise _refused(error) from error
    return Made(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)


def checked_signature(credential: Credential, challenge: ChallengeRow, passkey: PasskeyRow) -> int:
    """Returns a passkey's signature count if it has signed the challenge. Raises Refusal if it hasn't."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        handle = credential["response"].get("userHandle")
        if handle and handle != bytes_to_base64url(passkey.account_id.encode()):
            raise ValueError("the passkey says that it is another account's")
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge.challenge),
            expected_rp_id=host_of(challenge.origin),
            expected_origin=challenge.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.signs,
        )
    except Exception as error:  # the library can raise anything for malformed input
        raise _refused(error) from error
    return found.new_sign_count


def _refused(error: Exception) -> Refusal:
    log.info("a passkey was refused: %s: %s", type(error).__name__, " ".join(str(error).split())[:200])
    return Refusal("secret", say("this passkey is not valid here; try again"))
