"""For schemathesis: events of its making contradict themselves, so none would be stored. Every other one is mended."""

import random
from urllib.parse import quote

import schemathesis

chance = random.Random(1)


def mend(event):
    """As long as it is no case that must be refused."""
    if isinstance(event, dict) and isinstance(event.get("assetid"), str) and isinstance(event.get("sequence"), str):
        event["id"] = f"{event['assetid']}#{event['sequence']}"
        event["source"] = f"/assets/{quote(event['assetid'], safe='')}"
        for name, value in (("asset", event["assetid"]), ("job", event.get("subject"))):
            if isinstance(event.get("data"), dict) and name in event["data"]:
                event["data"].pop(name) if value is None else event["data"].update({name: value})


@schemathesis.hook
def before_call(context, case, kwargs):
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if case.operation.label == "POST /events" and positive and chance.random() < 0.5:
        for event in case.body if isinstance(case.body, list) else [case.body]:
            mend(event)
