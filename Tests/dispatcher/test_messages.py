"""Messages: cursors, one order, ETags, long polling; besides tokens, TLS, and events forwarded to subscribers."""

import http.server
import ssl
import threading
import time

import httpx
import pytest
from cloudevents.v1.http import from_http
from support import TOKEN, certificates, event, post

ORDER = {"type": "job", "asset": "van-1", "job": "j", "order": {"lat": 48.1, "lon": 11.5}}


def tell(client, *contents):
    return client.post("/messages", json=[{"type": "message", "content": content} for content in contents]).json()[
        "ids"
    ]


def contents(answer):
    return [message["content"] for message in answer.json()["messages"]]


def test_messages_come_from_the_beginning_and_after_a_cursor(client):
    empty = client.get("/messages").json()
    assert empty["messages"] == []
    ids = tell(client, 1, 2)
    first = client.get("/messages")
    assert [message["id"] for message in first.json()["messages"]] == ids and contents(first) == [1, 2]
    assert all(message["time"].endswith("Z") for message in first.json()["messages"])
    assert contents(client.get("/messages", params={"after": empty["cursor"]})) == [1, 2]
    tell(client, 3)
    second = client.get("/messages", params={"after": first.json()["cursor"]})
    assert contents(second) == [3]
    assert client.get("/messages", params={"after": second.json()["cursor"]}).json() == {
        "cursor": second.json()["cursor"],
        "messages": [],
    }


@pytest.mark.parametrize("cursor", ["", "0", "x", "other-1", "-1", "²", "9" * 40])
def test_an_unknown_cursor_begins_anew(client, cursor):
    tell(client, 1)
    assert contents(client.get("/messages", params={"after": cursor})) == [1]


def test_a_cursor_beyond_the_end_begins_anew(client):
    name = client.get("/messages").json()["cursor"].split("-")[0]
    tell(client, 1)
    assert contents(client.get("/messages", params={"after": f"{name}-2"})) == [1]


def test_cursors_of_another_database_are_unknown(serve):
    one, other = serve(), serve()
    with one.client() as client:
        tell(client, 1, 2, 3)
        cursor = client.get("/messages").json()["cursor"]
    with other.client() as client:
        tell(client, 4)
        assert contents(client.get("/messages", params={"after": cursor})) == [4]


def test_an_answer_has_at_most_1000_messages(client):
    for start in range(0, 2500, 500):
        tell(client, *range(start, start + 500))
    seen, cursor = [], None
    while True:
        answer = client.get("/messages", params={"after": cursor} if cursor else {})
        if not contents(answer):
            break
        assert len(contents(answer)) <= 1000
        seen += contents(answer)
        cursor = answer.json()["cursor"]
    assert seen == list(range(2500))


def test_readers_see_one_order_while_several_write(server):
    seen, ended = [], threading.Event()

    def write(number):
        with server.client() as client:
            for step in range(40):
                tell(client, [number, step], [number, step, "more"])

    def read():
        with server.client() as client:
            cursor = ""
            while True:
                last = ended.is_set()
                answer = client.get("/messages", params={"after": cursor, "wait": 0 if last else 1}).json()
                seen.extend(answer["messages"])
                cursor = answer["cursor"]
                if last and not answer["messages"]:
                    return

    writers, reader = [threading.Thread(target=write, args=[n]) for n in range(4)], threading.Thread(target=read)
    for thread in [reader, *writers]:
        thread.start()
    for thread in writers:
        thread.join()
    ended.set()
    reader.join()
    with server.client() as client:
        assert client.get("/messages").json()["messages"] == seen
    assert len(seen) == 320 and len({message["id"] for message in seen}) == 320


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "order"},
        {"type": "job", "job": "j"},
        {"type": "job", "order": {}},
        {"type": "cancel"},
        {"type": "cancel", "job": "j", "order": {}},
        {"type": "message", "id": "mine"},
        {"type": "message", "to": "van"},
        {**ORDER, "asset": ""},
        *({**ORDER, "order": order} for order in (
            {"lat": 1}, {"lat": 91, "lon": 0}, {"lat": 1, "lon": 1, "place": "POINT (1 1)"}, {"place": ""}, {"place": {"type": "Point"}},
            {"earliest": "2026-03-02"}, {"date": "02.03.2026"}, {"type": "visit"}, {"eta_threshold": "2 min"}, {"service_s": -1},
            {"latitude": 1}, {"seq": 1.5})),
    ],
)  # fmt: skip
def test_a_bad_message_is_refused_with_a_reason_and_nothing_is_stored(client, message):
    answer = client.post("/messages", json=[{"type": "message"}, message])
    assert answer.status_code == 422 and answer.json()["errors"][0]["reason"]
    assert client.get("/messages").json()["messages"] == []


def test_an_etag_spares_what_is_known(client):
    tell(client, 1)
    answer = client.get("/messages")
    tag, cursor = answer.headers["etag"], answer.json()["cursor"]
    for value in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = client.get("/messages", params={"after": cursor}, headers={"If-None-Match": value})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/messages", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/messages", headers={"If-None-Match": '"other"'}).status_code == 200
    tell(client, 2)
    answer = client.get("/messages", params={"after": cursor}, headers={"If-None-Match": tag})
    assert answer.status_code == 200 and contents(answer) == [2] and answer.headers["etag"] != tag


def test_a_long_poll_ends_when_a_message_comes_or_the_time_is_over(server):
    with server.client() as client, server.client() as desk:
        first = client.get("/messages")
        known = {
            "params": {"after": first.json()["cursor"], "wait": 1},
            "headers": {"If-None-Match": first.headers["etag"]},
        }
        start = time.monotonic()
        assert client.get("/messages", **known).status_code == 304
        assert 0.9 < time.monotonic() - start < 6
        for with_tag in (True, False):
            threading.Timer(0.4, tell, [desk, with_tag]).start()
            start = time.monotonic()
            known["params"]["wait"] = 15
            answer = client.get("/messages", params=known["params"], headers=known["headers"] if with_tag else {})
            assert contents(answer) == [with_tag] and 0.3 < time.monotonic() - start < 6
            known = {"params": {"after": answer.json()["cursor"]}, "headers": {"If-None-Match": answer.headers["etag"]}}


def test_long_polls_hold_up_no_other_request(server):
    def wait():
        with server.client() as client:
            client.get("/messages", params={"wait": 30})

    polls = [threading.Thread(target=wait) for _ in range(60)]
    for poll in polls:
        poll.start()
    time.sleep(0.5)
    with server.client() as client:
        start = time.monotonic()
        assert post(client, event("a", 1)).status_code == 200
        assert time.monotonic() - start < 5
        tell(client, 1)
    for poll in polls:
        poll.join()
    assert time.monotonic() - start < 15


@pytest.mark.parametrize("wait", ["-1", "3601", "1.5", "x", "", "٣"])
def test_a_bad_wait_is_refused(client, wait):
    answer = client.get("/messages", params={"wait": wait})
    assert answer.status_code == 422 and answer.json()["errors"][0]["at"] == "wait"


OPERATIONS = [
    ("GET", "/messages"), ("POST", "/messages"), ("GET", "/events"), ("POST", "/events"), ("GET", "/events/gaps"), ("GET", "/jobs"),
    ("GET", "/jobs/a/b"), ("POST", "/subscriptions")]  # fmt: skip


@pytest.mark.parametrize("method, path", OPERATIONS)
def test_without_the_token_every_end_but_health_is_closed(server, method, path):
    for header in (
        None,
        "",
        "Bearer",
        "Bearer wrong",
        f"Bearer {TOKEN}x",
        f"Basic {TOKEN}",
        TOKEN,
        "Bearer s\u00e9cret",
    ):
        with server.client(headers={"Authorization": header.encode("latin-1")} if header is not None else {}) as client:
            answer = client.request(method, path)
            assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer", header
            assert client.get("/health").status_code == 200


def test_tls_with_a_ca_of_our_own(serve, tmp_path):
    ca, certificate, key = certificates(tmp_path)
    server = serve("--certfile", str(certificate), "--keyfile", str(key), ca=ca)
    with server.client() as client:
        assert post(client, event("a", 1)).json()["acknowledged"] == ["a#1"]
    with server.client(verify=ssl.create_default_context()) as client, pytest.raises(
        httpx.ConnectError, match="verify failed"
    ):
        client.get("/health")


def test_an_unknown_path_or_method_has_a_problem_as_its_body(client):
    for method, path, status in (("GET", "/nothing", 404), ("DELETE", "/events", 405), ("GET", "/jobs/only-one", 404)):
        answer = client.request(method, path)
        assert answer.status_code == status and answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status
    assert set(client.delete("/events").headers["allow"].split(", ")) == {"GET", "POST"}


def test_subscribers_get_each_event_in_order_and_again_after_a_failure(serve):
    got, refusals = [], [3]

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            refused = refusals[0] > 0
            refusals[0] -= refused
            if not refused:
                got.append(from_http(dict(self.headers), body))
            self.send_response(500 if refused else 204)
            self.end_headers()

        def log_message(self, *_):
            pass

    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    server = serve()
    url = f"http://127.0.0.1:{hook.server_port}/hook"

    def wait_for(count):
        end = time.monotonic() + 15
        while len(ids := list(dict.fromkeys(event["id"] for event in got))) < count and time.monotonic() < end:
            time.sleep(0.02)
        return ids

    with server.client() as client:
        post(client, event("a", 1))
        assert client.post("/subscriptions", json={"url": url}).status_code == 201
        assert client.post("/subscriptions", json={"url": url}).json() == {"id": 1, "url": url}
        post(client, [event("a", 2), event("a", 3)])
        assert wait_for(2) == ["a#2", "a#3"]
        assert client.post("/subscriptions", json={"url": "http://192.0.2.1/"}).status_code == 403
    server.kill()
    server.start()
    with server.client() as client:
        post(client, [event("a", 4)])
        assert wait_for(3) == ["a#2", "a#3", "a#4"]
    assert got[0]["sequence"] == "2" and got[0].get_data() == event("a", 2)["data"]
    hook.shutdown()
