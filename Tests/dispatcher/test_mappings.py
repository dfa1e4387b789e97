"""Mapping files: templates as mappings/README.md defines them, and two public protocols turned into ours and back."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from support import HERE, event

import dispatcher
from mapping import ABSENT, Bad, Mapping, filled, path_of, text

PAGE = dispatcher.Page()
FOLDER = HERE / "mappings"
NOW = 1_772_438_400.25  # 2026-03-02T08:00:00.250Z


def mapping(name):
    return Mapping(json.loads((FOLDER / f"{name}.json").read_text()))


def errors(messages):
    """What our protocol says against messages, with an id of the client's making where they have none."""
    return [PAGE.errors("/components/schemas/Message", {"id": "made", **message}) for message in messages]


# Members and forms as the public documentation of these protocols shows them; names and numbers are ours.
ONFLEET = {
    "lastId": "tPMO~h03sOIqFbnhqaOXgUsd",
    "tasks": [
        {"id": "11z1BbsQUZFHD1XAd~emDDeK", "shortId": "31aac0a5", "timeCreated": 1772000000000, "timeLastModified": 1772000000123,
         "organization": "yAM*fDkztrT3gUcz9mNDgNOL", "worker": "h*wSb*apKlDkUFnuLTtjPke7", "state": 1, "pickupTask": False,
         "completeAfter": 1772438400000, "completeBefore": None, "dependencies": [], "notes": "Ring twice", "serviceTime": 2.5,
         "container": {"type": "WORKER", "worker": "h*wSb*apKlDkUFnuLTtjPke7"}, "eta": None, "metadata": [],
         "recipients": [{"id": "G7rnP0wbxMWLDFzm0TV0Krwx", "name": "Bakery Huber", "phone": "+498912345", "notes": ""}],
         "destination": {"id": "JLn6ZoYGZWn2wB2HaR9glsqB", "location": [11.57549, 48.13743], "notes": "",
                         "address": {"number": "1", "street": "Marienplatz", "city": "Munich", "country": "Germany"}}},
        {"id": "0pgyktD5f3RpV3gfGZn9HPIt", "shortId": "c077e497", "timeCreated": 1772000000000, "timeLastModified": 1772000000500,
         "worker": None, "state": 0, "pickupTask": True, "completeAfter": None, "completeBefore": 1772442000000, "notes": "",
         "serviceTime": 0, "recipients": [], "destination": {"id": "x", "location": [-122.4, 37.7]}},
        {"id": "kc8SS1tzuZ~jqjlebKGrUmpe", "timeLastModified": 1772000000900, "state": 3, "worker": "w", "recipients": [],
         "completionDetails": {"success": True}, "destination": {"id": "y", "location": [1.0, 2.0]}},
    ],
}  # fmt: skip
FLEET = {
    "tasks": [
        {"name": "providers/our-project/tasks/task-8312508", "type": "DELIVERY", "state": "OPEN", "trackingId": "shipment-12",
         "taskOutcome": "TASK_OUTCOME_UNSPECIFIED", "deliveryVehicleId": "van-12", "taskDuration": "90s",
         "plannedLocation": {"point": {"latitude": 48.13743, "longitude": 11.57549}},
         "targetTimeWindow": {"startTime": "2026-03-02T09:00:00Z", "endTime": "2026-03-02T10:30:00.500Z"}},
        {"name": "providers/our-project/tasks/break-1", "type": "UNAVAILABLE", "state": "OPEN", "taskDuration": "1800.5s"},
        {"name": "providers/our-project/tasks/task-2", "type": "PICKUP", "state": "CLOSED", "taskOutcome": "FAILED",
         "taskOutcomeTime": "2026-03-02T07:00:00Z", "deliveryVehicleId": "van-12", "taskDuration": "60s"},
        {"name": "providers/our-project/tasks/task-3", "type": "DELIVERY", "state": "CLOSED", "taskOutcome": "SUCCEEDED"},
    ],
    "nextPageToken": "CgkIAh/+=",
    "totalSize": "4",
}  # fmt: skip


def test_tasks_of_onfleet_become_jobs():
    messages, cursor = mapping("onfleet").taken(ONFLEET)
    assert cursor == "tPMO~h03sOIqFbnhqaOXgUsd" and errors(messages) == [[], []]
    assert messages == [
        {"type": "job", "asset": "h*wSb*apKlDkUFnuLTtjPke7", "job": "11z1BbsQUZFHD1XAd~emDDeK",
         "order": {"lat": 48.13743, "lon": 11.57549, "name": "Bakery Huber", "type": "delivery",
                   "earliest": "2026-03-02T08:00:00.000Z", "service_s": 150},
         "content": {"shortId": "31aac0a5", "notes": "Ring twice"}},
        {"type": "job", "job": "0pgyktD5f3RpV3gfGZn9HPIt",
         "order": {"lat": 37.7, "lon": -122.4, "type": "pickup", "latest": "2026-03-02T09:00:00.000Z", "service_s": 0},
         "content": {"shortId": "c077e497", "notes": ""}},
    ]  # fmt: skip


def test_onfleet_is_asked_page_by_page():
    asked = mapping("onfleet")
    first, _ = asked.request(None, 30, NOW)
    assert first == "tasks/all?from=1771833600250&state=0,1,2"
    following, _ = asked.request("tPMO~h03sOIqFbnhqaOXg/sd", 30, NOW)
    assert following == first + "&lastId=tPMO~h03sOIqFbnhqaOXg%2Fsd"
    assert asked.taken({"tasks": []}) == ([], None)


def test_events_become_requests_to_onfleet():
    task = "11z1BbsQUZFHD1XAd~emDDeK"
    of = mapping("onfleet")
    assert of.posted(event("w", 4, "job.finished", task)) == (
        "POST", f"tasks/{task}/complete",
        {"completionDetails": {"success": True, "notes": "tracemill w#4 at 2026-03-02T00:00:04Z"}})  # fmt: skip
    assert of.posted(event("w", 5, "job.missed", "a/b"))[1:][0] == "tasks/a%2Fb/complete"
    arrived = event("w", 3, "job.arrived", task, lat=48.1, lon=11.5, eta="2026-03-02T09:00:00.25+01:00")
    assert of.posted(arrived) == (
        "PUT", f"tasks/{task}",
        {"metadata": {"$set": [{"name": "tracemill.job.arrived", "type": "object", "visibility": ["api", "dashboard"], "value": {
            "time": 1772409603000, "eta": 1772438400250, "location": [11.5, 48.1]}}]}})  # fmt: skip
    assert of.posted(event("w", 3, "job.left", task, lat=48.1))[2]["metadata"]["$set"][0]["value"] == {
        "time": 1772409603000
    }
    assert of.posted(event("w", 1, "asset.start", None)) is None
    assert [of.means(arrived, status) for status in (200, 204, 400, 404, 412, 429, 502)] == [
        "acknowledged", "acknowledged", "final", "final", "again", "again", "again"]  # fmt: skip


def test_tasks_of_fleet_engine_become_jobs_and_cancellations():
    messages, cursor = mapping("fleet-engine").taken(FLEET)
    assert cursor == "CgkIAh/+=" and errors(messages) == [[], [], []]
    assert messages == [
        {"type": "job", "asset": "van-12", "job": "providers/our-project/tasks/task-8312508", "content": {"trackingId": "shipment-12"},
         "order": {"lat": 48.13743, "lon": 11.57549, "type": "delivery", "earliest": "2026-03-02T09:00:00Z",
                   "latest": "2026-03-02T10:30:00.500Z", "service_s": 90}},
        {"type": "job", "job": "providers/our-project/tasks/break-1", "order": {"type": "job", "service_s": 1800.5}},
        {"type": "cancel", "asset": "van-12", "job": "providers/our-project/tasks/task-2"},
    ]  # fmt: skip
    assert mapping("fleet-engine").taken({"tasks": [], "nextPageToken": ""}) == ([], None)
    assert mapping("fleet-engine").taken({}) == ([], None)
    path, _ = mapping("fleet-engine").request(cursor, 0, NOW)
    assert parse_qs(urlsplit(path).query) == {"pageSize": ["500"], "pageToken": [cursor]}


def test_events_become_outcomes_of_fleet_engine():
    job = "providers/our-project/tasks/task-8312508"
    method, path, body = mapping("fleet-engine").posted(event("van-12", 4, "job.finished", job, lat=48.1, lon=11.5))
    assert (method, path) == ("PATCH", f"{job}?updateMask=taskOutcome,taskOutcomeTime,taskOutcomeLocation")
    assert body == {"taskOutcome": "SUCCEEDED", "taskOutcomeTime": "2026-03-02T00:00:04Z",
                    "taskOutcomeLocation": {"point": {"latitude": 48.1, "longitude": 11.5}}}  # fmt: skip
    assert set(re.search("updateMask=(.*)", path)[1].split(",")) == set(body)
    assert mapping("fleet-engine").posted(event("van-12", 5, "job.missed", job))[2]["taskOutcome"] == "FAILED"
    with pytest.raises(Bad, match="out of BASE"):
        mapping("fleet-engine").posted(event("van-12", 4, "job.finished", "../../admin"))


CASES = json.loads((HERE / "mapping-cases.json").read_text())


@pytest.mark.parametrize("case", CASES["templates"], ids=lambda case: json.dumps(case["template"]))
def test_templates(case):
    assert filled(case["template"], CASES["document"]) == case.get("result", ABSENT)


@pytest.mark.parametrize("case", CASES["conversions"], ids=lambda case: f"{case['as']} {case['value']}")
def test_conversions(case):
    template, document = {"$": "/v", "as": case["as"]}, {"v": case["value"]}
    if "bad" in case:
        with pytest.raises(Bad):
            filled(template, document)
    else:
        made = filled(template, document)
        assert made == case["result"] and isinstance(made, bool) == isinstance(case["result"], bool)


@pytest.mark.parametrize("case", CASES["paths"], ids=lambda case: case["path"])
def test_paths_are_escaped_and_stay_below_the_base(case):
    if "bad" in case:
        with pytest.raises(Bad):
            path_of(case["path"], case["document"])
    else:
        assert path_of(case["path"], case["document"]) == case.get("result", ABSENT)


def test_a_bad_item_is_passed_over_and_told():
    of = mapping("onfleet")
    wrong = ONFLEET["tasks"][0] | {"completeAfter": "tomorrow"}
    messages, cursor = of.taken({"tasks": [wrong, ONFLEET["tasks"][1]], "lastId": "x"})
    assert [message["job"] for message in messages] == ["0pgyktD5f3RpV3gfGZn9HPIt"] and cursor == "x"
    assert of.bad == ["/completeAfter: 'tomorrow' is not for time_from_ms"]


GOOD = {"version": 1, "messages": {"path": "p", "list": "/l", "message": {}}, "events": [{"types": ["t"], "path": "p"}]}


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"more": 1},
        {"messages": {"path": "p", "list": "/l"}},
        {"messages": {**GOOD["messages"], "next": "n"}},
        {"messages": {**GOOD["messages"], "message": {"id": {"$": "x"}}}},
        {"messages": {**GOOD["messages"], "message": {"id": {"$": "/x", "as": "hours"}}}},
        {"messages": {**GOOD["messages"], "message": {"id": {"$": "/x", "or": 1}}}},
        {"events": [{"path": "p"}]},
        {"events": [{**GOOD["events"][0], "status": 200}]},
        {"events": [{**GOOD["events"][0], "body": [{"$": "/x", "map": 1}]}]},
    ],
    ids=str,
)
def test_a_file_that_is_no_mapping_is_refused(change):
    Mapping(GOOD)
    with pytest.raises(Bad):
        Mapping(GOOD | change)


def test_the_mapping_of_the_description_is_one():
    description = (FOLDER / "README.md").read_text()
    document = json.loads(re.search("```json\n(.*?)```", description, re.S)[1])
    made = Mapping(document)
    items = {
        "jobs": [
            {"id": "j", "changed": 7, "state": "open", "vehicle": {"id": 12}, "place": [48, 11]},
            {"id": "k", "state": "new"},
        ]
    }
    messages, _ = made.taken(items)
    assert messages == [
        {"id": "j@7", "type": "job", "asset": "12", "job": "j", "order": {"lat": 48, "lon": 11, "type": "delivery"}}
    ]
    assert errors(messages) == [[]]
    assert made.means(event("a", 1, "job.finished"), 409) == "acknowledged"


def test_a_text_of_a_mapping_may_not_have_a_lone_brace():
    with pytest.raises(Bad):
        text("{", {})
