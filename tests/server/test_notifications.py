"""Notifications: people who aren't at the table when their turn comes get a push message or an email, as they chose."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from cogtable.server.accounts.sessions import person_of
from cogtable.server.core.limits import Rate
from cogtable.server.db.accounts import Person as Signed
from cogtable.server.db.notifications import MAX_PER_SEAT
from cogtable.server.delivery import mail, push
from cogtable.server.http import notifications
from cogtable.server.notifications.texts import lasting
from cogtable.server.settings import BadSetting, ServerSettings

from .authenticator import Authenticator, Browser
from .live_server import PATIENCE, LiveServer, until
from .receivers import Mailbox, PushService, Subscriber, decoded
from .test_accounts import refusal, sit
from .test_leaving import ask

DAYS = {"move_s": 3 * 24 * 3600, "expired": "bot"}
URL = "https://play.example.org"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as mailbox:
        yield mailbox


def calling(service: PushService, mailbox: Mailbox) -> dict[str, Any]:
    """The settings of a server that notifies at once, through the tests' receivers."""
    return {
        "call_after_s": 0,
        "call_every_s": 0.02,
        "call_patience": 1e-5,
        "push_services": (service.origin, *push.SERVICES),
        "url": URL,
        "mail": mail.MailServer(
            "127.0.0.1", mailbox.port, "off", "Cogtable <cogtable@example.org>", mailbox.USER, mailbox.PASSWORD
        ),
    }


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, service: PushService, mailbox: Mailbox) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("calls") / "cogtable.db", **calling(service, mailbox)) as server:
        yield server


@pytest.fixture(autouse=True)
def quiet(server: LiveServer, service: PushService, mailbox: Mailbox) -> None:
    service.clear()
    mailbox.clear()


Browse = Callable[..., Browser]


@pytest.fixture
def browse(server: LiveServer) -> Iterator[Browse]:
    with ExitStack() as stack:

        def browse(name: str = "", passkey: Authenticator | None = None) -> Browser:
            browser = Browser(server, passkey)
            stack.callback(browser.http.close)
            if name:
                browser.sign_up(name)
            return browser

        yield browse


@pytest.fixture
def ada(browse: Browse) -> Browser:
    return browse("Ada")


def table_of(browser: Browser, server: LiveServer, game: str = "splendor", **wanted: Any) -> tuple[str, str]:
    """A table of Ada, who is signed in, and a guest called Ben, whose secret is returned. Ada moves first."""
    body = {"game": game, "seed": 1, "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}], **wanted}
    made = browser.post("/tables", body)
    assert made.status_code == 201, made.text
    return made.json()["table"], server.join(made.json()["table"])["secret"]


def subscribe(browser: Browser, subscriber: Subscriber, **secrets: str) -> None:
    answer = browser.post("/calls/push", {**subscriber.subscription, "secrets": secrets})
    assert answer.status_code == 201, answer.text


def take_mails(browser: Browser, mailbox: Mailbox, address: str = "ada@example.org") -> None:
    """Enters an address, and follows the link in the mail."""
    answer = browser.post("/calls/mail", {"address": address})
    assert answer.status_code == 200, answer.text
    assert not answer.json().get("confirmed")
    confirmed = browser.post(path_in(mailbox.next(), "confirm"))
    assert confirmed.json() == {"address": address}
    assert browser.get("/calls")["confirmed"]


def content_of(message: Any) -> str:
    return str(message.get_content().replace("\r\n", "\n"))


def path_in(message: Any, what: str) -> str:
    """Returns the request that the page of a mail's link sends."""
    text = content_of(message)
    found = re.search(rf"{re.escape(URL)}(/mail/{what}/\S+)", text)
    assert found, text
    return found[1]


def settle(server: LiveServer) -> None:
    """Lets the server find the people to notify and send all messages, several times over."""
    notifier = server.app.state.notifier

    async def work() -> None:
        for _ in range(3):
            await notifier.look()
            await notifier.send()
            await notifier.finish()

    asyncio.run_coroutine_threadsafe(work(), server.loop).result(PATIENCE)


# --- push ---------------------------------------------------------------------------------------------


def test_a_browser_is_notified_when_its_persons_turn_comes(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    phone = Subscriber(service)
    subscribe(ada, phone)
    table, _ = table_of(ada, server, time_control=DAYS)
    found = phone.next(ada.get("/calls")["push_key"])
    assert found == {
        "title": "Your turn in Splendor",
        "body": "With Ben. You have 3 days for this move.",
        "path": f"/t/{table}",
        "tag": table,
    }


def test_the_push_service_is_told_how_long_the_message_is_valid(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    subscribe(ada, Subscriber(service))
    table, _ = table_of(ada, server, time_control={"game_s": 300, "move_s": 5, "expired": "bot"})
    _, headers, body = service.next()
    assert (headers["Urgency"], headers["Topic"], headers["Content-Encoding"]) == ("high", table, "aes128gcm")
    assert 200 < int(headers["TTL"]) <= 300
    assert table.encode() not in body
    table_of(ada, server)
    _, headers, _ = service.next()
    assert (headers["Urgency"], headers["TTL"]) == ("normal", "86400")


def test_each_turn_is_notified_once(server: LiveServer, service: PushService, ada: Browser) -> None:
    phone = Subscriber(service)
    subscribe(ada, phone)
    table, secret = table_of(ada, server)
    phone.next()
    settle(server)
    assert service.requests.empty()
    person = sit(server, table, ada)
    person.play()
    person.leave()
    ben = server.sit(table, secret)
    settle(server)
    assert service.requests.empty(), "it is Ben's turn"
    ben.play()
    assert phone.next()["tag"] == table


def test_a_person_at_the_table_is_not_notified(server: LiveServer, service: PushService, ada: Browser) -> None:
    subscribe(ada, Subscriber(service))
    mine = ada.post("/tables", {"game": "tiny", "name": "Ada", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()
    person = sit(server, mine["table"], ada)
    ben = server.sit(mine["table"], server.join(mine["table"])["secret"])
    settle(server)
    person.leave()
    until(ben, lambda: not ben.update["occupants"][0].get("here"))
    settle(server)
    assert service.requests.empty(), "Ada saw that it was her turn"


def test_games_against_bots_and_at_ones_own_device_send_no_notifications(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    subscribe(ada, Subscriber(service))
    for seats in (
        [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
        [{"kind": "me"}, {"kind": "me", "name": "Cleo"}],
    ):
        assert ada.post("/tables", {"game": "tiny", "name": "Ada", "seats": seats}).status_code == 201
    settle(server)
    assert service.requests.empty()


def test_if_all_decide_at_once_everybody_is_notified_once(
    server: LiveServer, service: PushService, browse: Browse
) -> None:
    phones = {name: Subscriber(service) for name in ("Ada", "Cleo")}
    people = {name: browse(name) for name in phones}
    for name, phone in phones.items():
        subscribe(people[name], phone)
    table, secret = table_of(people["Ada"], server, game="tiny")
    assert service.next()[0] == phones["Ada"].path
    ben = server.sit(table, secret)
    assert ben.view["waiting"] == [0, 1]
    ben.play()
    settle(server)
    assert service.requests.empty(), "Ada was called for this round"


def test_two_people_at_one_device_are_notified_once(server: LiveServer, service: PushService, ada: Browser) -> None:
    subscribe(ada, Subscriber(service))
    seats = [{"kind": "me"}, {"kind": "me", "name": "Cleo"}, {"kind": "open"}]
    made = ada.post("/tables", {"game": "tiny", "name": "Ada", "seats": seats}).json()
    server.join(made["table"])
    service.next()
    settle(server)
    assert service.requests.empty()


def test_a_paused_game_sends_no_notifications_until_it_resumes(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    table, secret = table_of(ada, server, time_control=DAYS)
    ben, person = server.sit(table, secret), sit(server, table, ada)
    assert ask(person, "pause", seconds=3600)["type"] == "accepted"
    until(ben, lambda: ben.update.get("question"))
    answer = {"question": ben.update["question"]["number"], "allow": True}
    assert ask(ben, "answer", **answer)["type"] == "accepted"
    until(ben, lambda: ben.update["clocks"].get("paused_by") == 0)
    person.leave()
    subscribe(ada, phone := Subscriber(service))
    server.execute("UPDATE tables SET called = 0")
    until(ben, lambda: not ben.update["occupants"][0].get("here"))
    settle(server)
    assert service.requests.empty()
    back = sit(server, table, ada)
    assert ask(back, "go-on")["type"] == "accepted"
    until(back, lambda: "paused_by" not in back.update["clocks"])
    back.play()
    back.leave()
    ben.until(1).play()
    assert phone.next()["tag"] == table


def test_a_guest_is_notified_for_the_seats_stored_in_their_browser(
    server: LiveServer, service: PushService, browse: Browse
) -> None:
    guest, phone = browse(), Subscriber(service)
    table, secrets = server.full("tiny")
    subscribe(guest, phone, **{table: secrets[0], "elsewhere": "nothing"})
    assert phone.next()["tag"] == table
    assert secrets[0] not in "\n".join(server.stored())


def test_a_guest_without_a_seat_cannot_subscribe(server: LiveServer, service: PushService, browse: Browse) -> None:
    table, _ = server.full("tiny")
    wanted = {**Subscriber(service).subscription, "secrets": {table: "guessed"}}
    assert "join a table before" in refusal(browse().post("/calls/push", wanted), 409)


def test_an_expired_subscription_is_deleted(server: LiveServer, service: PushService, ada: Browser) -> None:
    for status in (404, 410):
        service.answers.append((status, {}))
        subscribe(ada, Subscriber(service))
        table_of(ada, server)
        service.next()
        settle(server)
        assert server.execute("SELECT * FROM subscriptions") == []
        assert server.execute("SELECT * FROM calls") == []


def test_a_busy_push_service_is_retried(server: LiveServer, service: PushService, ada: Browser) -> None:
    service.answers += [(500, {}), (429, {"Retry-After": "0"})]
    subscribe(ada, phone := Subscriber(service))
    table, _ = table_of(ada, server)
    assert [phone.next()["tag"] for _ in range(3)] == [table] * 3
    settle(server)
    assert server.execute("SELECT * FROM calls") == []


def test_a_retry_waits_as_long_as_the_push_service_asks(server: LiveServer, service: PushService, ada: Browser) -> None:
    service.answers.append((503, {"Retry-After": "5000"}))
    subscribe(ada, Subscriber(service))
    table_of(ada, server)
    service.next()
    settle(server)
    ((due, tries),) = server.execute("SELECT due, tries FROM calls")
    assert tries == 1
    assert 4000 < due - time.time() <= 5000


def test_a_notification_that_is_never_accepted_is_dropped(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    service.answers += [(500, {})] * 6
    subscribe(ada, Subscriber(service))
    table_of(ada, server)
    for _ in range(6):
        service.next()
    settle(server)
    assert server.execute("SELECT * FROM calls") == []
    assert len(server.execute("SELECT * FROM subscriptions")) == 1


def test_no_notification_is_sent_after_its_person_has_decided(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    service.answers.append((503, {"Retry-After": "5000"}))
    subscribe(ada, Subscriber(service))
    table, _ = table_of(ada, server)
    service.next()
    settle(server)
    sit(server, table, ada).play()
    server.execute("UPDATE calls SET due = 0")
    settle(server)
    assert service.requests.empty()
    assert server.execute("SELECT * FROM calls") == []


def test_pending_notifications_survive_a_restart(tmp_path: Path, service: PushService, mailbox: Mailbox) -> None:
    settings = calling(service, mailbox)
    service.answers.append((503, {"Retry-After": "5000"}))
    with ExitStack() as stack:
        with LiveServer(tmp_path / "cogtable.db", **settings) as first:
            ada = Browser(first)
            stack.callback(ada.http.close)
            ada.sign_up("Ada")
            subscribe(ada, phone := Subscriber(service))
            push_key = ada.get("/calls")["push_key"]
            waiting, _ = table_of(ada, first)
            service.next()
            settle(first)
        with LiveServer(tmp_path / "cogtable.db", **settings | {"call_after_s": 10_000}) as second:
            unseen, _ = second.full("tiny")
            own = f"table_id = '{unseen}' AND seat = 0"
            second.execute(f"UPDATE seats SET account = (SELECT id FROM accounts), secret = '' WHERE {own}")
        with LiveServer(tmp_path / "cogtable.db", **settings) as third:
            third.execute("UPDATE calls SET due = 0")
            assert {phone.next(push_key)["tag"] for _ in range(2)} == {waiting, unseen}
            settle(third)
            assert service.requests.empty()


def test_signing_out_ends_notifications(server: LiveServer, service: PushService, browse: Browse) -> None:
    phone = browse("Ada")
    computer = browse(passkey=phone.passkey)
    computer.sign_in()
    subscribe(phone, Subscriber(service))
    subscribe(computer, desk := Subscriber(service))
    phone.post("/account/sign-out")
    assert len(server.execute("SELECT * FROM subscriptions")) == 1
    table_of(computer, server)
    desk.next()
    settle(server)
    assert service.requests.empty()


def test_a_browser_that_is_signed_out_while_it_subscribes_is_told_so(
    server: LiveServer, service: PushService, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def signed_out_at_once(request: Request) -> Signed | None:
        if person := await person_of(request):
            await server.app.state.rooms.store.accounts.end(person.account.id, person.session.id)
        return person

    monkeypatch.setattr(notifications, "person_of", signed_out_at_once)
    answer = ada.post("/calls/push", {**Subscriber(service).subscription, "secrets": {}})
    assert refusal(answer, 401) == "you are not signed in"
    assert server.execute("SELECT * FROM subscriptions") == []


def test_an_unsubscribed_browser_is_not_notified(server: LiveServer, service: PushService, ada: Browser) -> None:
    subscribe(ada, phone := Subscriber(service))
    assert ada.post("/calls/push/end", {"endpoint": phone.endpoint}).status_code == 200
    table_of(ada, server)
    settle(server)
    assert service.requests.empty()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/push",
        "https://127.0.0.1/push",
        "https://fcm.googleapis.com.evil.example/push",
        "https://fcm.googleapis.com:8443/push",
        "http://fcm.googleapis.com/push",
        "https://user@fcm.googleapis.com/push",
        "https://notify.windows.com/push",
        "https://fcm.googleapis.com/\r\nHost: evil",
        "https://[bad/push",
        "file:///etc/passwd",
        "",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_the_server_connects_only_to_known_push_services(ada: Browser, service: PushService, endpoint: str) -> None:
    wanted = Subscriber(service).subscription | {"endpoint": endpoint}
    assert "expected an address at a known push service" in refusal(ada.post("/calls/push", wanted), 422)


def test_the_push_services_of_all_browsers_are_known() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/QGuQyavXutnMH",
    ):
        assert push.is_served(endpoint, push.SERVICES)


@pytest.mark.parametrize(("field", "text"), [("p256dh", "AAAA"), ("auth", "AAAA"), ("p256dh", "!"), ("auth", "é")])
def test_keys_that_no_browser_can_have_are_refused(ada: Browser, service: PushService, field: str, text: str) -> None:
    wanted = Subscriber(service).subscription | {field: text}
    assert f"as {field}; found" in refusal(ada.post("/calls/push", wanted), 422)


def test_a_key_that_is_not_on_the_curve_ends_the_subscription(
    server: LiveServer, service: PushService, ada: Browser
) -> None:
    wanted = Subscriber(service).subscription | {"p256dh": "A" * 87}
    assert ada.post("/calls/push", wanted).status_code == 201
    table_of(ada, server)
    while server.execute("SELECT * FROM subscriptions"):
        settle(server)
    assert service.requests.empty()


def test_each_server_has_a_permanent_key_of_its_own(server: LiveServer, browse: Browse) -> None:
    first = browse().get("/calls")["push_key"]
    assert browse().get("/calls")["push_key"] == first
    assert len(decoded(first)) == push.POINT
    assert push.public_key(push.new_key()) != first


# --- email --------------------------------------------------------------------------------------------


def test_a_mail_says_whose_turn_it_is_and_how_to_stop_emails(
    server: LiveServer, mailbox: Mailbox, ada: Browser
) -> None:
    take_mails(ada, mailbox)
    table, _ = table_of(ada, server, time_control=DAYS)
    found = mailbox.next()
    assert found["From"] == "Cogtable <cogtable@example.org>"
    assert found["To"] == "ada@example.org"
    assert found["Subject"] == "Your turn in Splendor"
    text = content_of(found)
    assert text.startswith("With Ben. You have 3 days for this move.\n")
    assert f"Play: {URL}/t/{table}\n" in text
    assert f"All games that are waiting for you: {URL}/waiting\n" in text
    assert found["List-Unsubscribe"] == f"<{URL}/api{path_in(found, 'end')}>"
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert found["Auto-Submitted"] == "auto-generated"


def test_after_a_mail_there_is_no_other_until_the_person_has_been_here(
    server: LiveServer, mailbox: Mailbox, ada: Browser
) -> None:
    bens = [server.new("splendor", "me", "open", seed=1) for _ in range(3)]
    for made in bens:
        assert ada.post(f"/tables/{made['table']}/join", {"name": "Ada"}).status_code == 201
    take_mails(ada, mailbox)
    players = [server.sit(made["table"], made["secret"]) for made in bens]
    players[0].play()
    assert bens[0]["table"] in mailbox.next().get_content()
    players[1].play()
    settle(server)
    assert mailbox.mails.empty()
    assert ada.post("/mine", {"secrets": {}}).status_code == 200  # Ada opens the lobby
    players[2].play()
    assert bens[2]["table"] in mailbox.next().get_content()


def test_an_address_is_used_only_after_confirmation(server: LiveServer, mailbox: Mailbox, ada: Browser) -> None:
    assert ada.post("/calls/mail", {"address": "eve@example.org"}).status_code == 200
    asked = mailbox.next()
    assert asked["To"] == "eve@example.org"
    table_of(ada, server)
    settle(server)
    assert mailbox.mails.empty()
    assert ada.get("/calls") | {"push_key": ""} == {"push_key": "", "mails": True, "address": "eve@example.org"}
    # Another address makes the link invalid.
    take_mails(ada, mailbox)
    assert "this link is no longer valid" in refusal(ada.post(path_in(asked, "confirm")), 404)
    settle(server)  # it is her turn, and now she has an address


def test_a_link_in_the_mail_stops_emails(server: LiveServer, mailbox: Mailbox, ada: Browser, browse: Browse) -> None:
    take_mails(ada, mailbox)
    table_of(ada, server)
    found = mailbox.next()
    # As a mail program requests it (RFC 8058), not signed in.
    link = found["List-Unsubscribe"].strip("<>").removeprefix(f"{URL}/api")
    answer = browse().http.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.json() == {"address": "ada@example.org"}
    assert "address" not in ada.get("/calls")
    table_of(ada, server)
    settle(server)
    assert mailbox.mails.empty()
    assert "this link is no longer valid" in refusal(ada.post(path_in(found, "end")), 404)


def test_links_cannot_be_forged_reused_for_another_purpose_or_used_late(
    server: LiveServer, mailbox: Mailbox, ada: Browser
) -> None:
    ada.post("/calls/mail", {"address": "ada@example.org"})
    path = path_in(mailbox.next(), "confirm")
    account, until, signature = path.rpartition("/")[2].split(".")
    for token in (
        f"{account}.{until}.{signature[:-2]}AA",
        f"{account}.{int(until) + 1}.{signature}",
        f"{account}.0.{signature}",
        f"{account}.{until}",
        f"{account}.x.{signature}",
        "nothing",
        "a.0.é",
    ):
        assert "this link is no longer valid" in refusal(ada.post(f"/mail/confirm/{token}"), 404)
    assert "this link is no longer valid" in refusal(ada.post(path.replace("confirm", "end")), 404)
    ((key,),) = server.execute("SELECT value FROM server_keys WHERE name = 'links'")
    late = mail.token(key, "confirm", account, "ada@example.org", int(time.time()) - 1)
    assert "this link is no longer valid" in refusal(ada.post(f"/mail/confirm/{late}"), 404)
    assert not ada.get("/calls").get("confirmed")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "ada@localhost",
        "ada@example.org\nBcc: all@example.org",
        "a b@example.org",
        "ada@exa..mple.org",
        "<ada@example.org>",
        "ada@example.org,eve@example.org",
        "x" * 250 + "@example.org",
    ],
)
def test_an_invalid_address_is_refused(ada: Browser, mailbox: Mailbox, address: str) -> None:
    assert "expected an email address; found" in refusal(ada.post("/calls/mail", {"address": address}), 422)
    assert mailbox.mails.empty()


def test_mails_need_an_account_and_a_page_of_this_server(browse: Browse, ada: Browser) -> None:
    wanted = {"address": "ada@example.org"}
    assert refusal(browse().post("/calls/mail", wanted), 401) == "you are not signed in"
    del ada.http.headers["Origin"]
    assert "Origin" in refusal(ada.post("/calls/mail", wanted), 403)


def test_a_busy_mail_server_is_retried(server: LiveServer, mailbox: Mailbox, ada: Browser) -> None:
    take_mails(ada, mailbox)
    mailbox.answers += ["451 later", "451 later"]
    table_of(ada, server)
    assert mailbox.next()["Subject"] == "Your turn in Splendor"
    settle(server)
    assert mailbox.mails.empty()


def test_a_nonexistent_address_gets_no_more_mails(server: LiveServer, mailbox: Mailbox, ada: Browser) -> None:
    take_mails(ada, mailbox)
    mailbox.answers += ["550 nobody here"]
    table_of(ada, server)
    while server.execute("SELECT * FROM mail_addresses"):
        settle(server)
    assert mailbox.mails.empty()


def test_a_person_at_another_table_gets_no_mail(server: LiveServer, mailbox: Mailbox, ada: Browser) -> None:
    take_mails(ada, mailbox)
    first, _ = table_of(ada, server)
    mailbox.next()
    sit(server, first, ada)
    table_of(ada, server)
    settle(server)
    assert mailbox.mails.empty()


def test_an_accounts_address_and_browsers_are_exported_and_deleted_with_it(
    server: LiveServer, service: PushService, mailbox: Mailbox, ada: Browser
) -> None:
    take_mails(ada, mailbox)
    subscribe(ada, phone := Subscriber(service))
    data = ada.get("/account/export")
    assert (data["address"], data["push"]) == ("ada@example.org", [phone.endpoint])
    assert ada.delete().status_code == 200
    stored = "\n".join(server.stored())
    assert "ada@example.org" not in stored
    assert phone.endpoint not in stored


def test_unconfirmed_addresses_and_unused_browsers_are_deleted(
    server: LiveServer, service: PushService, mailbox: Mailbox, browse: Browse, ada: Browser
) -> None:
    ada.post("/calls/mail", {"address": "eve@example.org"})
    table, secrets = server.full("tiny")
    subscribe(browse(), Subscriber(service), **{table: secrets[0]})
    server.execute("UPDATE mail_addresses SET asked = 1")
    server.execute("UPDATE tables SET over = 1")
    calls = server.app.state.rooms.store.calls
    asyncio.run_coroutine_threadsafe(calls.tidy(time.time()), server.loop).result(PATIENCE)
    for kept in ("mail_addresses", "subscriptions", "subscribed_seats"):
        assert server.execute(f"SELECT * FROM {kept}") == []


def test_without_a_mail_server_emails_are_not_offered(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "cogtable.db") as server, ExitStack() as stack:
        ada = Browser(server)
        stack.callback(ada.http.close)
        ada.sign_up("Ada")
        assert set(ada.get("/calls")) == {"push_key"}
        assert refusal(ada.post("/calls/mail", {"address": "a@example.org"}), 409) == "this server does not send emails"


# --- settings ----------------------------------------------------------------------------------------


def test_a_mail_server_is_an_address_and_a_password() -> None:
    found = mail.mail_server("smtp://ada%40x.org@mail.example.org", "", "secret", URL)
    assert found == ("mail.example.org", 587, "starttls", "cogtable@play.example.org", "ada@x.org", "secret")
    assert "secret" not in repr(found)
    assert mail.mail_server("smtps://mail.example.org", "Club <club@x.org>", "", URL)[1:4] == (
        465,
        "tls",
        "Club <club@x.org>",
    )
    assert mail.mail_server("smtp://localhost:25?tls=off", "", "", URL)[1:3] == (25, "off")


@pytest.mark.parametrize(
    ("where", "sender", "password", "url", "expected"),
    [
        ("mail.example.org", "", "", URL, "expected smtp://USER@HOST:PORT"),
        ("smtp://mail.example.org:port", "", "", URL, "--smtp"),
        ("smtp://ada:secret@mail.example.org", "", "", URL, "COGTABLE_SMTP_PASSWORD"),
        ("http://ada:secret@mail.example.org", "", "", URL, "expected smtp://"),
        ("smtp://ada@mail.example.org", "", "", URL, "needs a password"),
        ("smtp://mail.example.org?tls=maybe", "", "", URL, "expected nothing or tls=off"),
        ("smtps://mail.example.org?tls=off", "", "", URL, "smtps is TLS from the start"),
        ("smtp://mail.example.org", "nobody", "", URL, "--mail-from"),
        ("smtp://mail.example.org", "", "", "", "--url"),
    ],
)
def test_an_invalid_mail_server_is_refused_with_the_reason(
    where: str, sender: str, password: str, url: str, expected: str
) -> None:
    with pytest.raises(mail.BadMailSettings) as caught:
        mail.mail_server(where, sender, password, url)
    assert expected in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["play.example.org", "ftp://play.example.org", "https://", "https://x.org/tables"])
def test_an_invalid_address_of_a_server_is_refused_with_the_reason(url: str) -> None:
    with pytest.raises(BadSetting, match="expected an address such as"):
        ServerSettings(url=url).checked()


def test_lengths_of_time_are_rounded_down() -> None:
    assert [lasting(each) for each in (59.9, 60, 3560, 7200, 86400, 3 * 86400 - 90, 3 * 86400 - 2)] == [
        "59 seconds",
        "1 minute",
        "59 minutes",
        "2 hours",
        "1 day",
        "2 days",
        "3 days",
    ]


def test_only_a_guests_newest_browsers_are_notified(server: LiveServer, service: PushService, browse: Browse) -> None:
    """So that a leaked secret can't make the server send messages to everybody."""
    mine = server.new("tiny", "me", "open")
    phones = [Subscriber(service) for _ in range(MAX_PER_SEAT + 2)]
    for phone in phones:
        subscribe(browse(), phone, **{mine["table"]: mine["secret"]})
    server.join(mine["table"])
    called = {service.next()[0] for _ in range(MAX_PER_SEAT)}
    assert called == {phone.path for phone in phones[2:]}
    settle(server)
    assert service.requests.empty()


def test_mails_and_subscriptions_are_limited_by_address(server: LiveServer, ada: Browser, service: PushService) -> None:
    server.limit(mails=Rate(1, 600), subscriptions=Rate(1, 20))
    assert ada.post("/calls/mail", {"address": "ada@example.org"}).status_code == 200
    again = ada.post("/calls/mail", {"address": "eve@example.org"})
    assert again.status_code == 429
    assert again.json()["error"] == "too many emails were requested from your address; try again in 10 minutes"
    subscribe(ada, Subscriber(service))
    again = ada.post("/calls/push", {**Subscriber(service).subscription, "secrets": {}})
    assert again.status_code == 429
    assert again.headers["retry-after"] == "20"


# --- invitations --------------------------------------------------------------------------------------


def test_an_invitation_is_sent_once_and_only_to_those_who_want_it(
    server: LiveServer, service: PushService, browse: Browse, ada: Browser
) -> None:
    ben, phone = browse("Ben"), Subscriber(service)
    subscribe(ada, phone)
    invitation = {"name": "Ada", "game": "splendor", "line": "Revenge?", "day_ends": 4e9}
    assert ben.post("/invitations", invitation).status_code == 201
    assert ada.post("/people-settings", {"called": True}).status_code == 200
    assert ben.post("/invitations", invitation | {"line": "Tonight?"}).status_code == 201
    found = phone.next(ada.get("/calls")["push_key"])
    assert (found["title"], found["body"], found["path"]) == ("Ben invites you to Splendor", "Tonight?", "/")


def test_an_invitation_to_a_person_who_is_here_calls_nobody(
    server: LiveServer, service: PushService, browse: Browse, ada: Browser
) -> None:
    ben, phone = browse("Ben"), Subscriber(service)
    subscribe(ada, phone)
    assert ada.post("/people-settings", {"called": True}).status_code == 200
    ada.post("/here")
    invitation = {"name": "Ada", "game": "splendor", "day_ends": 4e9}
    assert ben.post("/invitations", invitation).status_code == 201
    server.app.state.whereabouts.forget(server.execute("SELECT id FROM accounts WHERE name = 'Ada'")[0][0])
    assert ben.post("/invitations", invitation | {"line": "Are you there?"}).status_code == 201
    assert phone.next(ada.get("/calls")["push_key"])["body"] == "Are you there?"
