#!/usr/bin/python3
"""A family of extensions in one program: an app, a monitor, a shield and its buttons. Standard library only.

The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded until
the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.
"""

import json
import os
import sys

VERSION = "1.0"
DAY = {"start": {"hour": 0, "minute": 0}, "end": {"hour": 23, "minute": 59, "second": 59}, "repeats": True}
# An event without items counts all use.
LIMIT = {"name": "limit", "threshold": {"hour": 1}, "includesPastActivity": True}
EVERYTHING = {"policy": "all"}


# The callbacks. Each gets its arguments and the family's state, and returns its result.

def activate(arguments, snapshot):
    """The app is opened."""
    if snapshot.get("activities") or ask("authorize", member="individual") is None:
        return effects()
    return effects({"kind": "startMonitoring", "activity": "day", "schedule": DAY, "events": [LIMIT]})


def event_did_reach_threshold(arguments, snapshot):
    return effects({"kind": "setSetting", "store": "day", "key": "shield.applicationCategories", "value": EVERYTHING})


def interval_did_end(arguments, snapshot):
    return effects({"kind": "clearStore", "store": "day"})


def configuration(arguments, snapshot):
    """How a shield looks. This callback is shown a name, so its only output is its result."""
    name = arguments["item"].get("name", "This")
    return {"configuration": {
        "icon": "hourglass", "title": label(name.encode()[:200].decode(errors="ignore") + " can wait"),
        "subtitle": label("You have used your hour of today."), "primaryButton": label("OK", "#ffffffff"),
        "secondaryButton": label("Ignore the limit today")}}


def handle(arguments, snapshot):
    """A press on a shield. The secondary button lifts all shields until the limit is reached again tomorrow."""
    if arguments["action"] == "secondaryButtonPressed":
        return {"response": "none", **effects({"kind": "clearStore", "store": "day"})}
    return {"response": "close"}


CALLBACKS = {"activate": activate, "eventDidReachThreshold": event_did_reach_threshold,
             "intervalDidEnd": interval_did_end, "configuration": configuration, "handle": handle}


def label(text, color="#202020ff"):
    return {"text": text, "color": color}


def effects(*changes):
    return {"effects": list(changes)} if changes else {}


# The wire: lines of JSON on the two descriptors that SALLYPORT_WIRE names.

requests = 0


def send(**members):
    print(json.dumps({"jsonrpc": "2.0", **members}), file=outbox, flush=True)


def ask(method, **params):
    """Sends a request of the app. Returns its result, or None if the host refused it."""
    global requests
    requests += 1
    send(id="e%d" % requests, method=method, params=params)
    return json.loads(inbox.readline()).get("result")


def greet(params):
    if 1 not in params["protocols"] or 1 not in params["schemas"]:
        return {"error": {"code": 1000, "message": "This program needs protocol 1 and schema 1.",
                          "data": {"supported": {"protocols": [1], "schemas": [1]}}}}
    return {"result": {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": VERSION}}


def reply(method, params):
    if method == "hello":
        return greet(params)
    if method == "perform":
        callback = CALLBACKS.get(params["callback"], lambda arguments, snapshot: effects())
        return {"result": callback(params["arguments"], params["snapshot"])}
    if method == "shutdown":
        return {"result": {}}
    return {"error": {"code": -32601, "message": "This program has no such method."}}


if "SALLYPORT_WIRE" not in os.environ:
    print("This program is an extension; Sallyport starts it.", file=sys.stderr)
    sys.exit(64)
reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, encoding="utf-8"), open(writing, "w", encoding="utf-8")
for line in inbox:
    message = json.loads(line)
    if "id" in message:
        send(id=message["id"], **reply(message["method"], message["params"]))
