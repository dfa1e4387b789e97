"""The proxy does what it is asked for, and a client that follows the protocol gets through it with each event once."""

import collections
import socket
import threading
import time

import httpx
import pytest
from support import certificates, deliver, event, post, proxy, table

import proxy as module


def through(server, port):
    return server.client(f"{server.origin.rpartition(':')[0]}:{port}/v1")


def test_without_rates_it_hands_on_requests_and_answers_as_they_are(server):
    with proxy(server.port) as between, through(server, between.port) as client, server.client() as direct:
        assert post(client, [event("a", 1), event("a", 2)]).json()["acknowledged"] == ["a#1", "a#2"]
        chunked = client.post(
            "/messages", content=iter([b'{"type":', b'"message"}']), headers={"Content-Type": "application/json"}
        )
        assert chunked.status_code == 201
        answers = client.get("/messages"), direct.get("/messages")
        assert answers[0].content == answers[1].content and answers[0].headers["etag"] == answers[1].headers["etag"]
        tag = {"If-None-Match": answers[0].headers["etag"]}
        assert client.get("/messages", headers=tag).status_code == 304
        big = event("a", 3, content="x" * 900_000)
        assert post(client, big).status_code == 200 and table(direct)[-1]["event"] == big
    assert between.counts["requests"] == 5 and between.counts["drop"] == between.counts["reset"] == 0


def test_a_request_that_expects_100_continue_gets_it(server):
    body = b'{"type": "message"}'
    with proxy(server.port) as between, socket.create_connection(("127.0.0.1", between.port), timeout=10) as raw:
        raw.sendall(b"POST /v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\nContent-Type: application/json\r\n"
                    b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))  # fmt: skip
        assert raw.recv(100).startswith(b"HTTP/1.1 100 ")
        raw.sendall(body)
        assert b" 201 " in raw.recv(1000)


@pytest.mark.parametrize("fate, stored", [("drop", 0), ("lose", 1), ("reset", 1)])
def test_a_request_without_an_answer_did_or_did_not_reach_the_server(server, fate, stored):
    with proxy(server.port, f"--{fate}", "1") as between, through(
        server, between.port
    ) as client, server.client() as direct:
        with pytest.raises(httpx.TransportError):
            post(client, event("a", 1))
        assert len(table(direct)) == stored
    assert between.counts[fate] == 1


def test_a_duplicate_reaches_the_server_twice(server):
    with proxy(server.port, "--duplicate", "1") as between, through(
        server, between.port
    ) as client, server.client() as direct:
        assert post(client, event("a", 1)).json()["acknowledged"] == ["a#1"]
        assert len(table(direct)) == 1
        assert len(client.post("/messages", json={"type": "message"}).json()["ids"]) == 1
        assert len(direct.get("/messages").json()["messages"]) == 2


def test_a_delay_is_one(server):
    with proxy(server.port, "--delay", "1", "--delay-s", "0.6", "--seed", "2") as between, through(
        server, between.port
    ) as client:
        start = time.monotonic()
        for number in range(6):
            post(client, event("a", number + 1))
        assert 0.6 < time.monotonic() - start < 5
    assert between.counts["delay"] == 6


def test_the_same_seed_draws_the_same(server):
    def fates(seed):
        with proxy(server.port, "--drop", "0.3", "--lose", "0.3", "--seed", str(seed)) as between, through(
            server, between.port
        ) as client:
            kinds = []
            for _ in range(40):
                try:
                    kinds.append(client.get("/health").status_code)
                except httpx.TransportError:
                    kinds.append(0)
        return kinds, between.counts

    assert fates(4) == fates(4) != fates(5)


def test_what_is_no_http_ends_the_connection_and_the_proxy_goes_on(server):
    with proxy(server.port) as between:
        for text in (
            b"\x16\x03\x01nonsense\r\n\r\n",
            b"GET",
            b"x" * 200_000,
            b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", between.port), timeout=10) as raw:
                try:
                    raw.sendall(text)
                    raw.shutdown(socket.SHUT_WR)
                    while raw.recv(1000):
                        pass
                except OSError:
                    pass
        with through(server, between.port) as client:
            assert client.get("/health").status_code == 200


def test_events_come_once_and_in_order_through_a_bad_network_and_a_troubled_server(serve):
    server = serve("--trouble", "0.2", "--seed", "5")
    rates = [item for name in ("drop", "lose", "duplicate", "reset") for item in (f"--{name}", "0.15")]
    with proxy(server.port, *rates, "--delay", "0.1", "--delay-s", "0.05", "--seed", "9") as between:

        def drive(asset):
            with through(server, between.port) as client:
                deliver(client, [event(asset, number) for number in range(1, 201)])

        drivers = [threading.Thread(target=drive, args=[f"van-{number}"]) for number in range(5)]
        for driver in drivers:
            driver.start()
        for driver in drivers:
            driver.join()
    with server.client() as client:
        rows = collections.defaultdict(list)
        for row in table(client):
            rows[row["event"]["assetid"]].append(row["event"])
        assert client.get("/events/gaps").json() == {"assets": []}
    assert rows == {f"van-{number}": [event(f"van-{number}", n) for n in range(1, 201)] for number in range(5)}
    assert min(between.counts[name] for name in ("drop", "lose", "duplicate", "reset", "delay")) > 5


def test_in_front_of_tls_it_breaks_what_it_cannot_read(serve, tmp_path):
    ca, certificate, key = certificates(tmp_path)
    server = serve("--certfile", str(certificate), "--keyfile", str(key), ca=ca)
    rates = ["--drop", "0.05", "--reset", "0.05", "--delay", "0.3", "--delay-s", "0.03", "--silence-s", "0.1"]
    events = [event("a", number) for number in range(1, 301)]
    with proxy(server.port, "--opaque", *rates) as between, through(server, between.port) as client:
        deliver(client, events)
        assert [row["event"] for row in table(server.client())] == events
    assert min(between.counts[name] for name in ("drop", "reset", "delay")) > 0


def test_opaque_has_no_rates_of_requests():
    with pytest.raises(SystemExit):
        module.main(["--to", "127.0.0.1:1", "--opaque", "--lose", "0.1"])
