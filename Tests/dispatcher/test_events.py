"""Events: kept once, in the order of receipt, acknowledged one by one, and never lost by a server that is killed."""

import contextlib
import json
import random
import sqlite3
import threading
import time

import httpx
import pytest
from support import BATCH, ONE, deliver, event, post, table


def test_events_are_acknowledged_and_kept_in_the_order_of_receipt(client):
    events = [event("b", 1), event("a", 1), event("a", 2)]
    assert post(client, events).json() == {"acknowledged": ["b#1", "a#1", "a#2"], "rejected": []}
    assert post(client, event("b", 2, "asset.stop", job=None)).json()["acknowledged"] == ["b#2"]
    rows = table(client)
    assert [row["event"]["id"] for row in rows] == ["b#1", "a#1", "a#2", "b#2"]
    assert [row["event"] for row in rows[:3]] == events
    assert [row["number"] for row in rows] == sorted(row["number"] for row in rows)
    assert [row["event"]["id"] for row in table(client, asset="a")] == ["a#1", "a#2"]


def test_the_same_event_is_acknowledged_again_and_stored_once(client):
    for _ in range(3):
        assert post(client, [event("a", 1), event("a", 1)]).json()["acknowledged"] == ["a#1", "a#1"]
    reordered = dict(reversed(event("a", 1).items()))
    assert post(client, reordered).json()["acknowledged"] == ["a#1"]
    assert len(table(client)) == 1


def test_an_event_with_a_known_id_and_other_contents_is_rejected(client):
    post(client, event("a", 1))
    answer = post(client, [event("a", 1, lat=1.5), event("a", 2)]).json()
    assert answer == {
        "acknowledged": ["a#2"],
        "rejected": [{"id": "a#1", "reason": "Another event is stored under this id."}],
    }
    assert "lat" not in table(client)[0]["event"]["data"]


@pytest.mark.parametrize(
    "change",
    [{"id": "a#2"}, {"source": "/assets/b"}, {"data": {"asset": "b"}}, {"data": {"job": "other"}}, {"sequence": "3"}],
)
def test_an_event_that_contradicts_itself_is_rejected_and_the_others_are_kept(client, change):
    wrong = event("a", 1) | change
    answer = post(client, [wrong, event("b", 1)]).json()
    assert answer["acknowledged"] == ["b#1"]
    assert [entry["id"] for entry in answer["rejected"]] == [wrong["id"]] and answer["rejected"][0]["reason"]
    assert [row["event"]["id"] for row in table(client)] == ["b#1"]


@pytest.mark.parametrize(
    "change, place",
    [
        ({"specversion": "0.3"}, "/specversion"),
        ({"type": "tracemill.job.lost"}, "/type"),
        ({"time": "2026-03-02T09:00:00"}, "/time"),
        ({"time": "2026-02-30T09:00:00Z"}, "/time"),
        ({"sequence": "0"}, "/sequence"),
        ({"sequence": 1}, "/sequence"),
        ({"assetid": ""}, "/assetid"),
        ({"data": [1]}, "/data"),
        ({"data": {"lat": 91}}, "/data/lat"),
        ({"some-extension": "x"}, ""),
    ],
)
def test_a_bad_event_is_refused_with_the_place_and_the_reason(client, change, place):
    answer = post(client, event("a", 1) | change)
    assert answer.status_code == 422
    assert place in [error["at"] for error in answer.json()["errors"]] and answer.json()["errors"][0]["reason"]
    answer = post(client, [event("b", 1), event("a", 1) | change])
    assert answer.status_code == 422 and f"/1{place}" in [error["at"] for error in answer.json()["errors"]]
    assert table(client) == []


@pytest.mark.parametrize("member", ["specversion", "id", "source", "type", "time", "assetid", "sequence"])
def test_no_required_member_may_be_absent(client, member):
    body = event("a", 1)
    del body[member]
    assert post(client, body).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[1,",
        b'{"id": NaN}',
        b'{"id": 1e999}',
        b'{"id": "\\ud800"}',
        b'"\xff"',
        b"[" * 100_000,
        b"9" * 5_000,
    ],
    ids=range(9),
)
def test_what_is_not_json_is_refused(client, body):
    answer = client.post("/events", content=body, headers={"Content-Type": ONE})
    assert answer.status_code == 400 and answer.json()["title"] == "The body is not JSON in UTF-8."


@pytest.mark.parametrize("kind", [None, "application/json", "text/plain", ONE + "x", ONE + "; charset=latin-1"])
def test_an_unknown_content_type_is_refused(client, kind):
    headers = {"Content-Type": kind} if kind else {}
    assert client.post("/events", content=json.dumps(event("a", 1)), headers=headers).status_code == 415


def test_a_content_type_may_have_a_charset_and_capitals(client):
    kind = "Application/CloudEvents+JSON; charset=UTF-8"
    assert client.post("/events", content=json.dumps(event("a", 1)), headers={"Content-Type": kind}).status_code == 200


def test_a_batch_has_at_most_100_events(client):
    assert post(client, [event("a", number) for number in range(1, 102)]).status_code == 422
    assert post(client, []).status_code == 422
    assert len(post(client, [event("a", number) for number in range(1, 101)]).json()["acknowledged"]) == 100


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_over_the_limit_is_refused_and_the_server_goes_on(serve, chunked):
    server = serve("--max-body", "10000")
    with server.client() as client:
        body = json.dumps(event("a", 1, content="x" * 20_000)).encode()
        parts = (body[start : start + 1000] for start in range(0, len(body), 1000)) if chunked else body
        assert client.post("/events", content=parts, headers={"Content-Type": ONE}).status_code == 413
        assert post(client, event("a", 1, content="x" * 9_000)).status_code == 200


def test_gaps_and_late_events_are_told_for_each_asset(client):
    assert client.get("/events/gaps").json() == {"assets": []}
    for asset, sequences in {"whole": [1, 2, 3], "gaps": [1, 4, 5, 9], "late": [1, 3, 2, 4], "headless": [2]}.items():
        post(client, [event(asset, sequence) for sequence in sequences])
    assert client.get("/events/gaps").json()["assets"] == [
        {"asset": "gaps", "last": 9, "missing": [[2, 3], [6, 8]], "late": 0},
        {"asset": "headless", "last": 2, "missing": [[1, 1]], "late": 0},
        {"asset": "late", "last": 4, "missing": [], "late": 1},
    ]


def test_a_job_has_the_state_of_its_highest_sequence_and_the_last_eta(client):
    eta = "2026-03-02T10:00:00Z"
    post(client, [event("van 7/b", 1, "job.accepted", "j/1"), event("van 7/b", 2, "job.started", "j/1")])
    post(client, [event("van 7/b", 3, "job.eta_update", "j/1", eta=eta), event("van 7/b", 5, "job.custom", "j/2")])
    post(client, event("van 7/b", 4, "asset.stop", None))
    state = {
        "asset": "van 7/b",
        "job": "j/1",
        "event": "tracemill.job.started",
        "sequence": 2,
        "time": "2026-03-02T00:00:02Z",
        "eta": eta,
    }
    assert client.get("/jobs/van%207%2Fb/j%2F1").json() == state
    assert [job["job"] for job in client.get("/jobs").json()["jobs"]] == ["j/1", "j/2"]
    assert client.get("/jobs", params={"asset": "van 7"}).json() == {"jobs": []}
    assert client.get("/jobs/van%207%2Fb/j").status_code == 404
    assert client.get("/jobs/van%207/b/j%2F1").status_code == 404


def test_a_server_that_is_killed_loses_no_acknowledged_event_and_stores_none_twice(serve):
    """50 times, at random moments under the load of four clients."""
    server, chance = serve(), random.Random(11)
    acknowledged: list[list[str]] = [[] for _ in range(4)]
    sent = [0] * 4
    ended = threading.Event()

    def load(number):
        waiting, sequence, draw = [], 0, random.Random(number)
        client = server.client(timeout=2)
        while not ended.is_set() or waiting:
            while not ended.is_set() and len(waiting) < draw.choice([1, 5, 40]):
                sequence += 1
                waiting.append(event(f"van-{number}", sequence))
            sent[number] = sequence
            try:
                answer = post(client, waiting)
                assert answer.status_code == 200, answer.text
                done = answer.json()["acknowledged"]
                acknowledged[number] += done
                waiting = [event for event in waiting if event["id"] not in set(done)]
                time.sleep(draw.uniform(0, 0.01))
            except httpx.HTTPError:
                time.sleep(0.005)

    clients = [threading.Thread(target=load, args=[number]) for number in range(4)]
    for thread in clients:
        thread.start()
    known: list[str] = []
    messages: list[dict] = []
    for round in range(50):
        time.sleep(chance.uniform(0.01, 0.25))
        server.kill()
        before = [list(ids) for ids in acknowledged]
        server.start()
        with server.client() as client, contextlib.closing(sqlite3.connect(server.database)) as database:
            ids = [row[0] for row in database.execute("SELECT id FROM events ORDER BY number")]
            assert len(ids) == len(set(ids))
            assert ids[: len(known)] == known, "the order of receipt has changed"
            assert set(sum(before, [])) <= set(ids), "an acknowledged event is lost"
            known = ids
            client.post("/messages", json={"type": "message", "content": round})
            all_messages = client.get("/messages").json()["messages"]
            assert all_messages[:-1] == messages and all_messages[-1]["content"] == round
            messages = all_messages
    ended.set()
    for thread in clients:
        thread.join()
    with server.client() as client:
        rows = [row["event"] for row in table(client)]
        assert client.get("/events/gaps").json() == {"assets": []}
    for number in range(4):
        assert [row["sequence"] for row in rows if row["assetid"] == f"van-{number}"] == [
            str(n) for n in range(1, sent[number] + 1)
        ]
    assert sum(sent) > 500
    print(f"Measured: 50 kills, {sum(sent)} events, none lost, none twice")


def test_trouble_of_every_kind_ends_with_each_event_once_and_in_order(serve):
    server = serve("--trouble", "0.4", "--seed", "3")
    events = [event("a", number) for number in range(1, 301)]
    with server.client() as client:
        statuses = {post(client, events[:3]).status_code for _ in range(60)}
        assert {200, 429, 503} <= statuses
        assert deliver(client, events, pause=0) > 50
        assert [row["event"] for row in table(client)] == events
        assert client.get("/events/gaps").json() == {"assets": []}


def test_trouble_says_when_to_come_again(serve):
    with serve("--trouble", "1").client() as client:
        answers = [post(client, event("a", 1)) for _ in range(40)]
    assert {answer.headers.get("retry-after") for answer in answers if answer.status_code != 200} == {"1"}


def test_a_batch_content_type_needs_a_list_and_the_other_one_an_object(client):
    for kind, body in ((BATCH, event("a", 1)), (ONE, [event("a", 1)])):
        assert client.post("/events", content=json.dumps(body), headers={"Content-Type": kind}).status_code == 422
