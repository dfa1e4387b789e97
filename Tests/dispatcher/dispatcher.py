#!/usr/bin/env python3
"""The reference dispatcher: a server of the protocol in Documentation/dispatcher.openapi.yaml, over one file of SQLite.

    make dispatcher                                        on http://127.0.0.1:8080/v1, into .build/dispatcher.sqlite
    DISPATCHER_TOKEN=secret Tests/dispatcher/dispatcher.py desk.sqlite --port 9000
    Tests/dispatcher/dispatcher.py desk.sqlite --certfile desk.pem --keyfile desk.key
    Tests/dispatcher/dispatcher.py desk.sqlite --trouble 0.2 --seed 7

The token that clients must show is in DISPATCHER_TOKEN; without it the server makes one and prints it. Paths, parameters
and bodies are checked against the page itself, which the server also shows as /openapi.json. With --trouble, that part
of the requests to the ends of tracemill goes wrong: it is refused with 429 or 503, answered with 503 after the work was
done, or only the first half of a batch is taken.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hmac
import json
import math
import os
import pathlib
import random
import re
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from typing import Any
from urllib.parse import unquote

import httpx
import jsonschema
import uvicorn
import yaml
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from store import Store

PAGE = pathlib.Path(__file__).resolve().parents[2] / "Documentation" / "dispatcher.openapi.yaml"
PREFIX = "/v1"
TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:)(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
TRIES = 5

formats = jsonschema.FormatChecker(formats=[])


@formats.checks("date-time", raises=ValueError)
def is_time(value: Any) -> bool:
    if not isinstance(value, str):
        return True
    parts = TIME.fullmatch(value)
    if not parts:
        return False
    second = "59" if parts[3] == "60" else parts[3]  # a leap second
    return bool(datetime.fromisoformat(f"{parts[1]}T{parts[2]}{second}{parts[5].upper().replace('Z', '+00:00')}"))


@formats.checks("date", raises=ValueError)
def is_date(value: Any) -> bool:
    return not isinstance(value, str) or (len(value) == 10 and bool(date.fromisoformat(value)))


class Refusal(Exception):
    def __init__(
        self, status: int, title: str, errors: list[dict[str, str]] | None = None, headers: dict[str, str] | None = None
    ):
        self.status, self.title, self.errors, self.headers = status, title, errors, headers

    def response(self) -> JSONResponse:
        problem = {"title": self.title, "status": self.status, **({"errors": self.errors} if self.errors else {})}
        return JSONResponse(problem, self.status, self.headers, media_type="application/problem+json")


def finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no number that can be kept")
    return number


def parsed(body: bytes) -> Any:
    """JSON in UTF-8 that can be written again as such: no NaN, no half of a surrogate pair, no endless nesting."""
    try:
        value = json.loads(body.decode("utf-8"), parse_float=finite, parse_constant=finite)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "The body is not JSON in UTF-8.", [{"at": "", "reason": str(error)[:200]}]) from None


class Page:
    """The page that describes the protocol, as what requests are checked against."""

    def __init__(self, path: pathlib.Path = PAGE):
        self.document = yaml.safe_load(path.read_text(encoding="utf-8"))
        self.validators: dict[str, jsonschema.Draft202012Validator] = {}

    def operations(self) -> dict[str, dict[str, dict[str, Any]]]:
        """By path and method."""
        methods = ("get", "post", "put", "patch", "delete")
        return {
            path: {m.upper(): item[m] for m in methods if m in item} for path, item in self.document["paths"].items()
        }

    def errors(self, pointer: str, value: Any) -> list[dict[str, str]]:
        if pointer not in self.validators:
            schema = {"$ref": f"#{pointer}", "components": self.document["components"], "paths": self.document["paths"]}
            self.validators[pointer] = jsonschema.Draft202012Validator(schema, format_checker=formats)
        errors = sorted(
            self.validators[pointer].iter_errors(value), key=lambda error: list(map(str, error.absolute_path))
        )
        return [{"at": "".join(f"/{part}" for part in e.absolute_path), "reason": e.message[:300]} for e in errors[:20]]

    def parameters(self, path: str, method: str, request: Request) -> dict[str, Any]:
        values, errors, given = {}, [], request.query_params
        for position, parameter in enumerate(self.operations()[path][method].get("parameters", [])):
            pointer = f"/paths/{path.replace('/', '~1')}/{method.lower()}/parameters/{position}"
            if "$ref" in parameter:
                pointer = parameter["$ref"][1:]
                parameter = self.document["components"]["parameters"][pointer.split("/")[-1]]
            name = parameter["name"]
            if parameter["in"] != "query" or name not in given:
                continue
            value: Any = given[name]
            if parameter["schema"]["type"] == "integer" and re.fullmatch(r"-?\d{1,18}", value, re.ASCII):
                value = int(value)
            wrong = self.errors(f"{pointer}/schema", value)
            errors += [{"at": name, "reason": error["reason"]} for error in wrong]
            if len(given.getlist(name)) > 1:
                errors.append({"at": name, "reason": "It is given more than once."})
            values[name] = value
        if errors:
            raise Refusal(422, "A parameter is not as the page says.", errors)
        return values

    def body(self, path: str, method: str, content_type: str, body: bytes) -> Any:
        contents = self.operations()[path][method]["requestBody"]["content"]
        kind, _, charset = content_type.lower().partition(";")
        if kind.strip() not in contents or charset.strip() not in ("", "charset=utf-8", 'charset="utf-8"'):
            raise Refusal(415, f"The Content-Type is none of {', '.join(contents)}.")
        value = parsed(body)
        place = f"{path.replace('/', '~1')}/{method.lower()}/requestBody/content/{kind.strip().replace('/', '~1')}"
        pointer = f"/paths/{place}/schema"
        if errors := self.errors(pointer, value):
            raise Refusal(422, "The body is not as the schema says.", errors)
        return value


async def body_of(request: Request, limit: int) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise Refusal(413, f"The body is larger than {limit} bytes.", headers={"Connection": "close"})
    return bytes(body)


class Dispatcher:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.store = Store(options.database)
        self.page = Page()
        self.changed: dict[str, asyncio.Event] = {"messages": asyncio.Event(), "events": asyncio.Event()}
        self.chance = random.Random(options.seed)
        self.forwarders: dict[int, asyncio.Task] = {}

    def wake(self, table: str) -> None:
        self.changed[table].set()
        self.changed[table] = asyncio.Event()

    async def answer(self, path: str, request: Request) -> Response:
        operation = self.page.operations()[path][request.method]
        try:
            if operation.get("security", self.page.document["security"]):
                self.authorize(request)
            trouble = "tracemill" in operation["tags"] and self.chance.random() < self.options.trouble
            kind = self.chance.choice(["busy", "down", "forgetful", "half"]) if trouble else None
            if kind in ("busy", "down"):
                raise Refusal(429 if kind == "busy" else 503, "Made trouble.", headers={"Retry-After": "1"})
            values = self.page.parameters(path, request.method, request)
            body = None
            if "requestBody" in operation:
                posted = await body_of(request, self.options.max_body)
                body = self.page.body(path, request.method, request.headers.get("content-type", ""), posted)
                if kind == "half" and isinstance(body, list):
                    body = body[: len(body) // 2 + 1]
            handler: Callable[..., Awaitable[Response]] = getattr(self, operation["operationId"])
            response = await handler(request, values, body)
            if kind == "forgetful":
                raise Refusal(503, "Made trouble, after the work was done.", headers={"Retry-After": "1"})
            return response
        except Refusal as refusal:
            return refusal.response()
        except sqlite3.OperationalError as error:
            return Refusal(503, f"The database says: {error}.", headers={"Retry-After": "5"}).response()

    def authorize(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), self.options.token.encode()):
            raise Refusal(401, "The token is missing or wrong.", headers={"WWW-Authenticate": "Bearer"})

    async def listMessages(self, request: Request, values: dict[str, Any], _: Any) -> Response:
        end = asyncio.get_running_loop().time() + min(values.get("wait", 0), self.options.max_wait)
        seen = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        while True:
            changed = self.changed["messages"]
            cursor, messages = await run_in_threadpool(self.store.messages, values.get("after", ""))
            tag = f'"{cursor}"'
            left = end - asyncio.get_running_loop().time()
            if left <= 0 or (messages and tag not in seen) or await request.is_disconnected():
                break
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), min(left, 1))
        if tag in seen or "*" in seen:
            return Response(status_code=304, headers={"ETag": tag})
        return JSONResponse({"cursor": cursor, "messages": messages}, headers={"ETag": tag})

    async def addMessages(self, _: Request, __: Any, body: Any) -> Response:
        ids = await run_in_threadpool(self.store.add_messages, body if isinstance(body, list) else [body])
        self.wake("messages")
        return JSONResponse({"ids": ids}, 201)

    async def addEvents(self, _: Request, __: Any, body: Any) -> Response:
        acknowledgement = await run_in_threadpool(self.store.add_events, body if isinstance(body, list) else [body])
        self.wake("events")
        return JSONResponse(acknowledgement)

    async def listEvents(self, _: Request, values: dict[str, Any], __: Any) -> Response:
        after = values.get("after", 0)
        events = await run_in_threadpool(self.store.events, after, values.get("asset"))
        return JSONResponse({"events": events, "next": events[-1]["number"] if events else after})

    async def listGaps(self, *_: Any) -> Response:
        return JSONResponse({"assets": await run_in_threadpool(self.store.gaps)})

    async def listJobs(self, _: Request, values: dict[str, Any], __: Any) -> Response:
        return JSONResponse({"jobs": await run_in_threadpool(self.store.jobs, values.get("asset"))})

    async def getJob(self, request: Request, *_: Any) -> Response:
        # Ids may have a slash, so the path is taken apart before it is decoded.
        parts = [unquote(part) for part in request.scope["raw_path"].decode("latin-1").split("?")[0].split("/")]
        jobs = await run_in_threadpool(self.store.jobs, *parts[-2:]) if len(parts) == 5 else []
        if not jobs:
            raise Refusal(404, "There is no event of this job.")
        return JSONResponse(jobs[0])

    async def addSubscription(self, _: Request, __: Any, body: Any) -> Response:
        if not body["url"].startswith(tuple(self.options.subscribers)):
            raise Refusal(403, f"Subscribers' addresses begin as one of: {', '.join(self.options.subscribers)}.")
        number = await run_in_threadpool(self.store.subscribe, body["url"])
        self.forward()
        return JSONResponse({"id": number, "url": body["url"]}, 201)

    async def health(self, *_: Any) -> Response:
        counts = {
            name: await run_in_threadpool(self.store.number, f"SELECT count(*) FROM {name}")
            for name in ("events", "messages")
        }
        return JSONResponse({"status": "ok", **counts})

    def forward(self) -> None:
        """One task for each subscriber, so that a slow one delays no other."""
        for row in self.store.subscriptions():
            if row["id"] not in self.forwarders:
                self.forwarders[row["id"]] = asyncio.create_task(self.forward_to(*row))

    async def forward_to(self, subscription: int, url: str, position: int) -> None:
        async with httpx.AsyncClient(timeout=10, trust_env=False) as client:
            while True:
                changed = self.changed["events"]
                events = await run_in_threadpool(self.store.events, position)
                for row in events:
                    for attempt in range(TRIES):
                        with contextlib.suppress(httpx.HTTPError, httpx.InvalidURL, ValueError):
                            headers = {"Content-Type": "application/cloudevents+json"}
                            response = await client.post(url, content=json.dumps(row["event"]), headers=headers)
                            if response.is_success:
                                break
                        await asyncio.sleep(2**attempt / 4)
                    position = row["number"]
                    await run_in_threadpool(self.store.forwarded, subscription, position)
                if not events:
                    await changed.wait()


def application(options: argparse.Namespace) -> FastAPI:
    dispatcher = Dispatcher(options)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI):
        dispatcher.forward()
        yield
        for task in dispatcher.forwarders.values():
            task.cancel()

    app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    app.state.dispatcher = dispatcher

    def endpoint(path: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await dispatcher.answer(path, request)

        return answer

    for path, operations in dispatcher.page.operations().items():
        route = PREFIX + path.replace("{asset}/{job}", "{asset_and_job:path}")
        app.add_api_route(route, endpoint(path), methods=list(operations))

    @app.get("/openapi.json")
    async def page() -> JSONResponse:
        return JSONResponse(dispatcher.page.document)

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return Refusal(error.status_code, f"{error.detail}.", headers=dict(error.headers or {})).response()

    return app


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("database")
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8080)
    arguments.add_argument("--certfile")
    arguments.add_argument("--keyfile")
    arguments.add_argument("--max-body", type=int, default=1 << 20, metavar="BYTES")
    arguments.add_argument("--max-wait", type=float, default=60, metavar="SECONDS")
    arguments.add_argument(
        "--subscribers", nargs="+", default=["http://127.0.0.1:", "http://localhost:"], metavar="PREFIX"
    )
    arguments.add_argument("--trouble", type=float, default=0, metavar="RATE")
    arguments.add_argument("--seed", type=int, default=1)
    return arguments


def main(arguments: list[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    options.token = os.environ.get("DISPATCHER_TOKEN", "")
    if not options.token:
        options.token = secrets.token_urlsafe(18)
        print(f"The token is {options.token}", flush=True)
    scheme = "https" if options.certfile else "http"
    print(f"Dispatcher: {scheme}://{options.host}:{options.port}{PREFIX}", flush=True)
    uvicorn.run(
        application(options), host=options.host, port=options.port, ssl_certfile=options.certfile,
        ssl_keyfile=options.keyfile, log_level="warning", timeout_graceful_shutdown=1, server_header=False)  # fmt: skip


if __name__ == "__main__":
    main()
