"""The page is the only truth: the server has its paths, its examples are valid, schemathesis finds no difference."""

import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys

import cloudevents.core.bindings.http as core
import httpx
import pytest
import yaml
from cloudevents.core.formats.json import JSONFormat
from cloudevents.v1.conversion import to_dict
from cloudevents.v1.http import from_dict, from_http, from_json
from fastapi.routing import APIRoute
from openapi_spec_validator import validate
from support import BATCH, HERE, ONE, TOKEN, post, table

import dispatcher

PAGE = dispatcher.Page()
DOCUMENT = PAGE.document
EXAMPLES = DOCUMENT["components"]["examples"]
EVENTS = [EXAMPLES[name]["value"] for name in ("Start", "EtaUpdate", "Arrived", "Finished")] + EXAMPLES["Batch"][
    "value"
]


def test_the_page_is_valid_openapi_3_1():
    assert DOCUMENT["openapi"].startswith("3.1.")
    validate(DOCUMENT)


def test_the_server_has_the_paths_and_methods_of_the_page(tmp_path):
    options = dispatcher.parser().parse_args([str(tmp_path / "x.sqlite")])
    options.token = TOKEN
    app = dispatcher.application(options)
    served = {}
    for route in app.routes:
        if isinstance(route, APIRoute) and route.path.startswith(dispatcher.PREFIX + "/"):
            path = route.path.removeprefix(dispatcher.PREFIX).replace("{asset_and_job:path}", "{asset}/{job}")
            served.setdefault(path, set()).update(route.methods)
    assert served == {path: set(operations) for path, operations in PAGE.operations().items()}
    assert all(
        callable(getattr(app.state.dispatcher, operation["operationId"], None))
        for operations in PAGE.operations().values()
        for operation in operations.values()
    )


def test_the_server_shows_the_page_itself(server):
    assert httpx.get(server.origin + "/openapi.json", trust_env=False).json() == DOCUMENT


def contents(node, pointer=""):
    """Each description of a body, with its place."""
    if isinstance(node, dict):
        if "schema" in node and ("example" in node or "examples" in node):
            yield pointer, node
        for name, value in node.items():
            yield from contents(value, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")


def test_every_example_is_as_its_schema_says():
    count = 0
    for pointer, node in [
        *contents(DOCUMENT["paths"], "/paths"),
        *contents(DOCUMENT["components"]["responses"], "/components/responses"),
    ]:
        examples = [node["example"]] if "example" in node else []
        for example in node.get("examples", {}).values():
            examples.append(
                EXAMPLES[example["$ref"].split("/")[-1]]["value"] if "$ref" in example else example["value"]
            )
        for example in examples:
            assert PAGE.errors(pointer + "/schema", example) == [], pointer
            count += 1
    assert count >= 14


def test_every_operation_says_which_answers_it_has():
    for path, operations in PAGE.operations().items():
        for method, operation in operations.items():
            expected = {"503"} | ({"429", "401"} if path != "/health" else set())
            if "requestBody" in operation:
                expected |= {"400", "413", "415", "422"}
            assert expected <= set(operation["responses"]), f"{method} {path}"
            assert operation["summary"] and operation["tags"]


def test_every_event_of_the_examples_is_a_cloudevent():
    for body in EVENTS:
        text = json.dumps(body).encode()
        old = from_http({"Content-Type": ONE}, text)
        assert (
            to_dict(old) | {"time": body["time"]} == body and from_json(text) == old and from_dict(to_dict(old)) == old
        )
        new = core.from_http(core.HTTPMessage({"content-type": ONE}, text), JSONFormat())
        assert (new.get_id(), new.get_extension("sequence"), new.get_data()) == (
            body["id"],
            body["sequence"],
            body["data"],
        )
        binary = core.to_binary(new, JSONFormat())
        assert binary.headers["ce-assetid"] and core.from_http(binary, JSONFormat()).get_source() == body["source"]


def test_examples_are_taken_by_the_server_and_given_back_as_cloudevents(client):
    batch = [from_dict(body) for body in EXAMPLES["Batch"]["value"]]
    content = json.dumps([to_dict(event) for event in batch])
    answer = client.post("/events", content=content, headers={"Content-Type": BATCH})
    assert answer.json() == EXAMPLES["AllAcknowledged"]["value"]
    for name in ("Arrived", "Finished"):
        assert post(client, EXAMPLES[name]["value"]).json()["acknowledged"] == [EXAMPLES[name]["value"]["id"]]
    assert [from_dict(row["event"]).get_attributes()["type"] for row in table(client)][-1] == "tracemill.job.finished"
    for name in ("NewOrder", "NewMessages"):
        assert client.post("/messages", json=EXAMPLES[name]["value"]).status_code == 201
    given = client.get("/messages").json()
    assert PAGE.errors("/components/schemas/Messages", given) == [] and len(given["messages"]) == 5


def test_the_page_says_the_same_as_the_protocol_of_the_program():
    """Final answers and those that are tried again, as the table of the page has them."""
    text = DOCUMENT["info"]["description"]
    assert "| 400, 404, 410, 413, 415, 422 | Final" in text and "| 401, 403, 408, 409, 429, 5xx, no answer |" in text


def test_schemathesis_finds_no_difference_between_the_page_and_the_server(serve, tmp_path):
    server = serve("--max-wait", "0.05", "--subscribers", "http://127.0.0.1:9000/hook")
    command = [pathlib.Path(sys.executable).parent / "schemathesis", "run", dispatcher.PAGE, "--url", server.base, "--checks", "all",
               "-H", f"Authorization: Bearer {TOKEN}", "-n", os.environ.get("EXAMPLES", "300"), "--seed", "1", "--no-color",
               "--generation-database", "none", "--continue-on-failure"]  # fmt: skip
    paths = {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | paths, timeout=600)
    assert ran.returncode == 0 and "No issues found" in ran.stdout, ran.stdout[-6000:] + ran.stderr[-2000:]
    assert re.search(r"Operations:\s+9 selected / 9 total", ran.stdout)
    with server.client() as client:
        stored, messages = client.get("/health").json()["events"], client.get("/health").json()["messages"]
    assert stored > 30 and messages > 100
    cases = re.search(r"(\d+) generated, \1 passed", ran.stdout)
    print(
        f"Measured: schemathesis, {cases[1]} cases passed, {stored} events and {messages} messages of its making stored"
    )


@pytest.mark.parametrize("package", ["fastapi", "cloudevents", "schemathesis"])
def test_the_packages_are_those_that_are_declared(package):
    declared = dict(line.split("==") for line in (HERE / "requirements.txt").read_text().split())
    assert importlib.metadata.version(package) == declared[package]


def test_a_wrong_page_is_found():
    """The check of examples can fail."""
    document = yaml.safe_load(dispatcher.PAGE.read_text())
    document["components"]["examples"]["Arrived"]["value"]["sequence"] = "0"
    assert PAGE.errors("/components/schemas/Event", document["components"]["examples"]["Arrived"]["value"])
