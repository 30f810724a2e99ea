"""Accounts: signing in, what belongs to a person on all their devices, and what others can't do with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogtable.server.accounts import codes
from cogtable.server.accounts.names import skeleton
from cogtable.server.core.limits import Limits, Rate
from cogtable.server.core.tokens import digest
from cogtable.server.db import accounts
from cogtable.server.wire.base import PROTOCOL

from .authenticator import Authenticator, Browser
from .conftest import Browse
from .live_server import LiveServer, Person

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that lets one address create many accounts."""
    with LiveServer(tmp_path_factory.mktemp("accounts") / "cogtable.db") as server:
        yield server


@pytest.fixture
def ada(server: LiveServer, browse: Browse) -> Browser:
    """Ada's browser, signed in."""
    browser = browse(server, agent=FIREFOX)
    browser.sign_up("Ada")
    return browser


def sit(server: LiveServer, table: str, browser: Browser) -> Person:
    """Connects a person who opens a table in a browser."""
    return server.sit(table, additional_headers={"Cookie": browser.cookie})


def new(browser: Browser, *seats: str) -> dict[str, Any]:
    """Creates a table in a browser."""
    wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    answer = browser.post("/tables", {"game": "tiny", "name": "Guest", "seats": wanted})
    assert answer.status_code == 201, answer.text
    return answer.json()


def refusal(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


# --- signing up and in ------------------------------------------------------------------------------


def test_an_account_is_a_name_and_a_passkey(ada: Browser) -> None:
    account = ada.account
    assert account["name"] == "Ada"
    assert [each["device"] for each in account["passkeys"]] == ["Firefox on Linux"]
    assert [each["here"] for each in account["sessions"]] == [True]


def test_a_guest_has_no_account_and_no_cookie(server: LiveServer, browse: Browse) -> None:
    guest = browse(server)
    assert guest.account == {}
    new(guest, "me", "easy")
    assert not guest.http.cookies


def test_a_passkey_signs_its_person_in_on_another_device(server: LiveServer, ada: Browser, browse: Browse) -> None:
    phone = browse(server, ada.passkey, PHONE)
    assert phone.sign_in().status_code == 200
    assert phone.account["name"] == "Ada"
    assert [each["device"] for each in phone.account["sessions"]] == ["Safari on iPhone", "Firefox on Linux"]


def test_the_cookie_is_hidden_from_scripts_and_not_sent_by_other_sites(ada: Browser) -> None:
    cookie = ada.sign_in().headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie, "over plain HTTP a browser would not keep it"


def test_behind_tls_the_cookie_is_secure_and_limited_to_this_host(server: LiveServer, browse: Browse) -> None:
    browser = browse(server)
    browser.origin = browser.origin.replace("http:", "https:")  # as the browser sees it; a proxy ends the TLS
    browser.http.headers["Origin"] = browser.origin
    made = browser.passkey.make(browser.ask("/account/sign-up", name="Ada"), browser.origin)
    cookie = browser.post("/account/sign-up/finish", {"credential": made}).headers["set-cookie"]
    name, token = cookie.partition(";")[0].split("=")
    assert name == "__Host-cogtable"
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    # A neighbouring host could set a cookie with any other name.
    planted = browser.http.get("/account", headers={"X-Forwarded-Proto": "https", "Cookie": f"cogtable={token}"})
    assert planted.json() == {}
    own = browser.http.get("/account", headers={"X-Forwarded-Proto": "https", "Cookie": f"__Host-cogtable={token}"})
    assert own.json()["name"] == "Ada"


def test_signing_in_replaces_an_earlier_cookie(server: LiveServer, ada: Browser, browse: Browse) -> None:
    """Otherwise an attacker who planted it would be signed in too."""
    victim = browse(server, ada.passkey)
    attacker = browse(server)
    attacker.http.headers["Cookie"] = "cogtable=planted"
    signed = victim.passkey.sign(victim.ask("/account/sign-in"), victim.origin)
    assert victim.post("/account/sign-in/finish", {"credential": signed}, Cookie="cogtable=planted").status_code == 200
    assert victim.account["name"] == "Ada"
    assert attacker.account == {}
    attacker.http.headers["Cookie"] = victim.cookie
    assert attacker.account["name"] == "Ada", "a cookie that was stolen"
    victim.sign_in()
    assert attacker.account == {}, "the session before has ended"


def test_the_database_contains_neither_cookies_nor_recovery_codes(server: LiveServer, browse: Browse) -> None:
    browser = browse(server)
    code = browser.sign_up("Ada")
    stored = "\n".join(server.stored())
    assert browser.http.cookies["cogtable"] not in stored
    assert code not in stored
    assert codes.plain(code) not in stored


# --- attacks on passkeys ----------------------------------------------------------------------------


def test_a_signature_can_be_used_once(server: LiveServer, ada: Browser, browse: Browse) -> None:
    signed = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin)
    assert ada.post("/account/sign-in/finish", {"credential": signed}).status_code == 200
    thief = browse(server)
    assert "again" in refusal(thief.post("/account/sign-in/finish", {"credential": signed}), 401)
    assert thief.account == {}


def test_an_expired_challenge_is_refused(server: LiveServer, ada: Browser) -> None:
    signed = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin)
    server.execute("UPDATE challenges SET expires = 0")
    refusal(ada.post("/account/sign-in/finish", {"credential": signed}), 401)


def test_a_challenge_is_for_one_purpose(ada: Browser) -> None:
    options = ada.ask("/account/passkeys")
    signed = ada.passkey.sign({**options, "rpId": "localhost"}, ada.origin)
    refusal(ada.post("/account/sign-in/finish", {"credential": signed}), 401)


def test_a_page_of_another_site_cannot_use_a_signature(server: LiveServer, ada: Browser) -> None:
    """It can neither ask for a challenge nor forward a signature that a person made for it."""
    options = ada.ask("/account/sign-in")
    assert refusal(ada.post("/account/sign-in", Origin="http://evil.example"), 403)
    signed = ada.passkey.sign(options, "http://evil.example")
    refusal(ada.post("/account/sign-in/finish", {"credential": signed}), 401)
    elsewhere = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin, host="evil.example")
    refusal(ada.post("/account/sign-in/finish", {"credential": elsewhere}), 401)


def test_a_challenge_is_for_the_address_at_which_it_was_requested(server: LiveServer, ada: Browser) -> None:
    """A server can have several addresses; a passkey belongs to one."""
    signed = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin)
    other = f"http://{server.address}"
    answer = server.http.post("/account/sign-in/finish", json={"credential": signed}, headers={"Origin": other})
    refusal(answer, 401)
    options = server.http.post("/account/sign-in", json={}, headers={"Origin": other}).json()["options"]
    signed = ada.passkey.sign(options, other)
    answer = server.http.post("/account/sign-in/finish", json={"credential": signed}, headers={"Origin": other})
    assert "does not know that passkey" in refusal(answer, 404)


def test_a_passkey_cannot_sign_in_to_another_account(server: LiveServer, ada: Browser, browse: Browse) -> None:
    thief = browse(server)
    thief.sign_up("Mallory")
    own = thief.passkey.account
    thief.passkey.account = ada.passkey.account
    refusal(thief.sign_in(), 401)
    thief.passkey.account, thief.passkey.id = own, ada.passkey.id
    refusal(thief.sign_in(), 401)


def test_a_copied_authenticator_is_detected(ada: Browser) -> None:
    ada.passkey.signs = 7
    assert ada.sign_in().status_code == 200
    ada.passkey.signs = 3
    refusal(ada.sign_in(), 401)


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 7},
        {"response": 7},
        {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiXHUwMDAwIn0"}},
        {"response": {"clientDataJSON": "!"}},
        {"response": {"clientDataJSON": "e30"}},
    ],
)
def test_invalid_requests_are_refused(server: LiveServer, credential: dict[str, Any], browse: Browse) -> None:
    browser = browse(server)
    for path in ("sign-in", "sign-up"):
        refusal(browser.post(f"/account/{path}/finish", {"credential": credential}), 401)


def test_a_good_challenge_with_other_invalid_fields_is_refused(ada: Browser) -> None:
    for spoilt in ({"signature": "AAAA"}, {"authenticatorData": "AAAA"}, {"signature": 7}):
        signed = ada.passkey.sign(ada.ask("/account/sign-in"), ada.origin)
        signed["response"] |= spoilt
        refusal(ada.post("/account/sign-in/finish", {"credential": signed}), 401)
    made = Authenticator().make(ada.ask("/account/passkeys"), ada.origin)
    made["response"]["attestationObject"] = "AAAA"
    refusal(ada.post("/account/passkeys/finish", {"credential": made}), 401)


# --- other people's accounts -------------------------------------------------------------------------


CHANGES = [
    "passkeys",
    "recovery-code",
    "rename",
    "claim",
    "hide",
    "delete",
    "delete/finish",
    "sessions/end",
    "passkeys/remove",
]


@pytest.mark.parametrize("path", CHANGES)
def test_without_signing_in_nothing_can_be_changed(server: LiveServer, path: str, browse: Browse) -> None:
    assert "not signed in" in refusal(browse(server).post(f"/account/{path}"), 401)


@pytest.mark.parametrize("path", [*CHANGES, "sign-out"])
def test_pages_of_other_sites_cannot_change_anything(ada: Browser, path: str) -> None:
    for origin in ("http://evil.example", "null", ada.origin.replace("localhost", "localhost.evil.example")):
        refusal(ada.post(f"/account/{path}", Origin=origin), 403)
    del ada.http.headers["Origin"]
    assert "expected the Origin" in refusal(ada.post(f"/account/{path}"), 403)


def test_other_peoples_passkeys_and_sessions_cannot_be_addressed(
    server: LiveServer, ada: Browser, browse: Browse
) -> None:
    mallory = browse(server)
    mallory.sign_up("Mallory")
    hers = ada.account
    assert mallory.post("/account/passkeys/remove", {"id": hers["passkeys"][0]["id"]}).status_code == 200
    refusal(mallory.post("/account/sessions/end", {"id": hers["sessions"][0]["id"]}), 404)
    assert ada.account == hers
    # A challenge for a new passkey of hers can't be used for his account.
    made = mallory.passkey.make(ada.ask("/account/passkeys"), ada.origin)
    refusal(mallory.post("/account/passkeys/finish", {"credential": made}), 403)


def test_names_that_look_alike_count_as_one(server: LiveServer, browse: Browse) -> None:
    browse(server).sign_up("Bill")
    for name in ("bill", "BiII", "B1ll", "Bi|l", "В1ll".replace("В", "B"), "B i l l", "Ｂｉｌｌ", "Bíll"):
        answer = browse(server).post("/account/sign-up", {"name": name})
        assert "or one that looks like it" in refusal(answer, 409), name
    for name in ("", "..", "a" * 25, "Bi\u202ell", "Аda"):
        refusal(browse(server).post("/account/sign-up", {"name": name}), 422)
    browse(server).sign_up("Billy")


def test_names_in_another_alphabet_that_look_alike_count_as_one() -> None:
    assert skeleton("СОРА") == skeleton("copa")
    assert skeleton("Αννα") != skeleton("Anna"), "these can be told apart"


def test_of_two_requests_for_one_name_only_one_succeeds(server: LiveServer, browse: Browse) -> None:
    one, other = browse(server), browse(server)
    asked = [(each, each.ask("/account/sign-up", name="Ada")) for each in (one, other)]
    answers = [
        each.post("/account/sign-up/finish", {"credential": each.passkey.make(options, each.origin)})
        for each, options in asked
    ]
    assert [answer.status_code for answer in answers] == [201, 409]
    assert other.account == {}


def test_a_guest_cannot_appear_as_a_person_with_an_account(server: LiveServer, ada: Browser, browse: Browse) -> None:
    guest = browse(server)
    table = guest.post("/tables", {"game": "tiny", "name": "Ａda", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()
    guest.post(f"/tables/{new(ada, 'me', 'open')['table']}/join", {"name": "ada"})
    assert ada.post(f"/tables/{table['table']}/join", {"name": "Mallory"}).status_code == 201
    assert server.names(table["table"]) == ["Ａda (guest)", "Ada"]
    # At one device Ada keeps her name, and a guest with another account's name is marked as a guest.
    browse(server).sign_up("Benjamin of the Hills")
    seats = [{"kind": "me", "name": name} for name in ("Ada", "benjamin of the hills")]
    both = ada.post("/tables", {"game": "tiny", "seats": seats}).json()["table"]
    assert server.names(both) == ["Ada", "benjamin of the (guest)"]


def test_a_name_can_be_changed(server: LiveServer, ada: Browser, browse: Browse) -> None:
    assert ada.post("/account/rename", {"name": " ADA "}).json()["name"] == "ADA"
    browse(server).sign_up("Ben")
    refusal(ada.post("/account/rename", {"name": "ben"}), 409)
    assert ada.account["name"] == "ADA"


# --- several passkeys, and the recovery code ----------------------------------------------------------


def test_an_account_can_have_several_passkeys(server: LiveServer, ada: Browser, browse: Browse) -> None:
    phone = browse(server, agent=PHONE)
    options = ada.ask("/account/passkeys")
    assert [each["id"] for each in options["excludeCredentials"]] == [ada.account["passkeys"][0]["id"]]
    made = phone.passkey.make(options, ada.origin)
    account = ada.post("/account/passkeys/finish", {"credential": made}).json()
    assert len(account["passkeys"]) == 2
    assert phone.sign_in().status_code == 200
    lost, kept = (each["id"] for each in account["passkeys"])
    left = phone.post("/account/passkeys/remove", {"id": lost}).json()
    assert [each["id"] for each in left["passkeys"]] == [kept]
    refusal(ada.sign_in(), 404)
    assert "only passkey" in refusal(phone.post("/account/passkeys/remove", {"id": kept}), 409)


def test_a_recovery_code_works_once_and_is_replaced(server: LiveServer, browse: Browse) -> None:
    code = browse(server).sign_up("Ada")
    found = browse(server)
    following = found.post("/account/recover", {"code": f" {code.lower().replace('-', ' ')} "}).json()["code"]
    assert found.account["name"] == "Ada"
    assert following != code
    refusal(browse(server).post("/account/recover", {"code": code}), 401)
    again = found.post("/account/recovery-code").json()["code"]
    refusal(browse(server).post("/account/recover", {"code": following}), 401)
    assert browse(server).post("/account/recover", {"code": again}).status_code == 200


@pytest.mark.parametrize("code", ["", "-", "AAAA-AAAA-AAAA-AAAA-AAAA", "x" * 9999])
def test_an_invalid_recovery_code_is_refused(ada: Browser, code: str) -> None:
    refusal(ada.post("/account/recover", {"code": code}), 401)


def test_recovery_attempts_are_limited_by_address(tmp_path: Path, browse: Browse) -> None:
    few = Limits(challenges=Rate(3, 60), recoveries=Rate(2, 600), sign_ups=Rate(1, 60))
    with LiveServer(tmp_path / "db", limits=few) as server:
        browser = browse(server)
        for _ in range(2):
            refusal(browser.post("/account/recover", {"code": "AAAA"}), 401)
        answer = browser.post("/account/recover", {"code": "AAAA"})
        assert refusal(answer, 429) == "too many attempts from your address; try again in 10 minutes"
        assert 590 < int(answer.headers["retry-after"]) <= 600
        browser.sign_up("Ada")
        made = Authenticator().make(browser.ask("/account/sign-up", name="Ben"), browser.origin)
        refusal(browser.post("/account/sign-up/finish", {"credential": made}), 429)
        browser.ask("/account/sign-in")
        refusal(browser.post("/account/sign-in"), 429)
        # Another address has its own limit.
        far = browser.post("/account/recover", {"code": "AAAA"}, **{"X-Forwarded-For": "203.0.113.9"})
        refusal(far, 401)


# --- sessions -----------------------------------------------------------------------------------------


def test_a_session_can_be_ended_everywhere_at_once(server: LiveServer, ada: Browser, browse: Browse) -> None:
    phone = browse(server, ada.passkey, PHONE)
    phone.sign_in()
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Ben")]
    table = ada.post("/tables", {"game": "tiny", "seats": seats}).json()["table"]
    at_home, away = sit(server, table, ada), sit(server, table, phone)
    assert at_home.update["yours"] == away.update["yours"] == [0, 1]
    lost = next(each["id"] for each in ada.account["sessions"] if not each.get("here"))
    assert len(ada.post("/account/sessions/end", {"id": lost}).json()["sessions"]) == 1
    assert phone.account == {}
    assert away.next("error")["code"] == "secret"
    assert away.next("update").get("yours", []) == []
    assert away.act(0, 0)["type"] == "error"
    assert at_home.update["yours"] == [0, 1]


def test_a_second_account_on_a_device_does_not_get_the_first_ones_seats(
    server: LiveServer, ada: Browser, browse: Browse
) -> None:
    table = new(ada, "me", "open")["table"]
    open_page = sit(server, table, ada)
    ben = browse(server)
    ben.sign_up("Ben")
    hers, ada.passkey = ada.passkey, ben.passkey
    assert ada.sign_in().status_code == 200
    assert open_page.next("error")["code"] == "secret"
    ada.passkey = hers
    ada.sign_in()
    assert [each["here"] for each in ada.account["sessions"]] == [True]


def test_beyond_the_maximum_the_oldest_sessions_end(
    server: LiveServer, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MAX_SESSIONS", 2)
    first = ada.cookie
    for _ in range(2):
        ada.http.cookies.clear()
        ada.sign_in()
    assert len(ada.account["sessions"]) == 2
    ada.http.headers["Cookie"] = first
    ada.http.cookies.clear()
    assert ada.account == {}


def test_signing_out_deletes_the_cookie(server: LiveServer, ada: Browser) -> None:
    before = ada.cookie
    assert {'cogtable=""', "Max-Age=0"} <= set(ada.post("/account/sign-out").headers["set-cookie"].split("; "))
    ada.http.headers["Cookie"] = before
    assert ada.account == {}


def test_sessions_expire(server: LiveServer, ada: Browser) -> None:
    server.execute("UPDATE sessions SET seen = seen - 200 * 24 * 3600")
    assert ada.account == {}


# --- seats --------------------------------------------------------------------------------------------


def test_a_guests_games_belong_to_the_account_after_signing_up(server: LiveServer, browse: Browse) -> None:
    guest = browse(server)
    seated = new(guest, "me", "open")
    other = server.join(seated["table"])
    old = server.sit(seated["table"], seated["secret"]).play()
    guest.sign_up("Ada")
    wrong = new(browse(server), "me", "easy")
    held = {seated["table"]: seated["secret"], wrong["table"]: "guessed", "nowhere": "x"}
    assert guest.post("/account/claim", {"secrets": held}).json() == {"tables": [seated["table"]]}
    assert guest.account["tables"] == 1
    phone = browse(server, guest.passkey)
    phone.sign_in()
    mine = phone.post("/mine", {"secrets": {}}).json()
    assert [(each["table"], each.get("seat", 0)) for each in mine] == [(seated["table"], 0)]
    assert sit(server, seated["table"], phone).view["seat"] == 0
    # The open page continues; its secret no longer works elsewhere, and the other player's seat is unchanged.
    server.sit(seated["table"], other["secret"]).play()
    assert old.until(2).play()
    stranger = Person(server.raw(seated["table"]))
    stranger.send(type="hello", protocol=PROTOCOL, secret=seated["secret"])
    assert stranger.next("error")["code"] == "secret"


def test_a_person_has_the_same_seat_on_all_devices(server: LiveServer, ada: Browser, browse: Browse) -> None:
    phone = browse(server, ada.passkey)
    phone.sign_in()
    host = server.new("tiny", "me", "open", "open", name="Ben")
    for browser in (ada, phone):
        seated = browser.post(f"/tables/{host['table']}/join", {"name": "Somebody else"}).json()
        assert (seated["seat"], seated.get("secret", "")) == (1, "")
    assert server.names(host["table"]) == ["Ben", "Ada", ""]
    assert sit(server, host["table"], ada).view["seat"] == sit(server, host["table"], phone).view["seat"] == 1


def test_a_cookie_does_not_open_another_persons_seat(server: LiveServer, ada: Browser, browse: Browse) -> None:
    mallory = browse(server)
    mallory.sign_up("Mallory")
    table = new(ada, "me", "easy")["table"]
    assert sit(server, table, mallory).view["seat"] == -1
    assert mallory.post(f"/tables/{table}/branch", {"ply": 0, "bot": "easy"}).status_code in (401, 409)
    assert mallory.get(f"/tables/{table}").get("seat", -1) == -1
    assert ada.get(f"/tables/{table}")["seat"] == 0


def test_a_rematch_keeps_the_seats_of_accounts(server: LiveServer, ada: Browser) -> None:
    table = new(ada, "me", "open")["table"]
    ben = server.join(table)
    people = [sit(server, table, ada), server.sit(table, ben["secret"])]
    people[0].send(type="resign", id=50)
    for person in people:
        while not person.update.get("view", {}).get("over"):
            person.hear()
        person.send(type="again", id=51, on=True)
    heard = people[0].next("rematch", having="table")
    assert sit(server, heard["table"], ada).view["seat"] == 1


# --- personal data ------------------------------------------------------------------------------------


@pytest.fixture
def played(server: LiveServer, ada: Browser) -> dict[str, Any]:
    """A table at which Ada and Ben have played and talked, still in progress; and a finished one."""
    table = new(ada, "me", "open", "open")["table"]
    ben, cleo = server.join(table), server.join(table, "Cleo")
    hers, his = sit(server, table, ada), server.sit(table, ben["secret"])
    hers.play()
    his.until(1).play()
    hers.send(type="say", id=60, text="my secret garden")
    his.send(type="say", id=61, text="nice")
    hers.next("accepted")
    his.next("accepted")
    over = new(ada, "me", "open")["table"]
    last = server.join(over)["secret"]
    loser = sit(server, over, ada)
    loser.play()
    loser.send(type="resign", id=62)
    loser.next("accepted")
    return {"table": table, "over": over, "ben": ben["secret"], "last": last, "cleo": cleo["secret"], "his": his}


def test_a_person_can_export_their_data(ada: Browser, played: dict[str, Any]) -> None:
    answer = ada.http.get("/account/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="cogtable.json"'
    data = answer.json()
    assert data["name"] == "Ada"
    assert len(data["passkeys"]) == len(data["sessions"]) == 1
    games = {game["table"]: game for game in data["games"]}
    assert set(games) == {played["table"], played["over"]}
    going = games[played["table"]]
    assert going["seats"] == [{"seat": 0, "name": "Ada", "since": None, "until": None}]
    assert [move["kind"] for move in going["moves"]] == ["move"]
    assert [message["text"] for message in going["messages"]] == ["my secret garden"]
    assert "nice" not in answer.text, "that is Ben's"
    assert games[played["over"]]["over"] is True


def test_a_deleted_account_leaves_no_personal_data(
    server: LiveServer, ada: Browser, played: dict[str, Any], browse: Browse
) -> None:
    phone = browse(server, ada.passkey)
    phone.sign_in()
    his, token = played["his"], ada.http.cookies["cogtable"]
    assert digest(token) in "\n".join(server.stored())
    assert ada.delete().status_code == 200
    assert ada.account == phone.account == {}
    refusal(ada.sign_in(), 404)
    stored = "\n".join(line for line in server.stored() if "alembic" not in line)
    for gone in ("Ada", "secret garden", ada.passkey.account):
        assert gone not in stored
    assert digest(token) not in stored
    # Ben plays on, with a bot in her place or without her. Messages that he had read aren't sent again.
    while [message["text"] for message in his.next("chat").get("messages", [])] != ["nice"]:
        pass
    ben = server.sit(played["table"], played["ben"])
    assert ben.update["occupants"][0]["name"] == "Seat 1"
    assert "Ada" not in "".join(ben.received)
    finished = server.sit(played["over"], played["last"])
    assert finished.view["over"]
    assert "Ada" not in "".join(finished.received)
    # The name can be taken again.
    browse(server).sign_up("Ada")


def test_deleting_an_account_frees_an_unplayed_seat(server: LiveServer, ada: Browser) -> None:
    host = server.new("tiny", "me", "open", name="Ben")
    ada.post(f"/tables/{host['table']}/join", {"name": ""})
    waiting = new(ada, "me", "open", "open")["table"]
    ada.delete()
    assert server.http.get(f"/tables/{waiting}").json()["occupants"][0]["kind"] == "open"


def test_after_deleting_an_account_a_rematch_has_an_open_seat(
    server: LiveServer, ada: Browser, played: dict[str, Any]
) -> None:
    ada.delete()
    ben = server.sit(played["over"], played["last"])
    ben.send(type="again", id=1, on=True)
    heard = ben.next("rematch", having="table")
    again = server.http.get(f"/tables/{heard['table']}").json()
    assert [each["kind"] for each in again["occupants"]] == ["person", "open"]
    assert not again["started"]
