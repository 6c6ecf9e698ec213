#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A family's app without an SDK: it requests authorization, lets the person pick items to limit, and monitors them from
midnight to midnight. Standard library only; one JSON object per line on the descriptors in SALLYPORT_WIRE."""

import json
import os
import sys

MIDNIGHT = {"hour": 0, "minute": 0}
LIMIT = {"minute": 30}


class Wire:
    """The connection to the host. Requests of the app are numbered e1, e2, and so on."""

    def __init__(self, descriptors):
        reading, writing = (int(number) for number in descriptors.split(":"))
        self.inbox = open(reading, "r", encoding="utf-8")
        self.outbox = open(writing, "w", encoding="utf-8")
        self.requests = 0

    def send(self, **members):
        self.outbox.write(json.dumps({"jsonrpc": "2.0", **members}) + "\n")
        self.outbox.flush()

    def ask(self, method, **params):
        """Sends a request and waits for its result; None when the host refuses."""
        self.requests += 1
        request = "e%d" % self.requests
        self.send(id=request, method=method, params=params)
        for line in self.inbox:
            message = json.loads(line)
            if message.get("id") == request:
                return message.get("result")
        return None


def activate(wire):
    """The effects of opening the app: a day-long activity with one limit on the picked items."""
    if wire.ask("authorize", member="individual") is None:
        return []
    picked = wire.ask("pick", includeEntireCategory=False, title="What to limit to half an hour a day")
    if picked is None:
        return []
    items = {name: picked["selection"][name] for name in ("applications", "categories", "webDomains")}
    if not any(items.values()):
        return []
    event = dict(items, name="halfAnHour", threshold=LIMIT, includesPastActivity=False)
    schedule = {"start": MIDNIGHT, "end": MIDNIGHT, "repeats": True}
    return [{"kind": "startMonitoring", "activity": "day", "schedule": schedule, "events": [event]}]


def answer(wire, method, params):
    """The reply to one request, without its envelope."""
    if method == "hello":
        return {"result": {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}}
    if method == "perform":
        effects = activate(wire) if params["callback"] == "activate" else []
        return {"result": {"effects": effects} if effects else {}}
    if method == "shutdown":
        return {"result": {}}
    data = {"kind": "methodNotFound", "retry": "never"}
    return {"error": {"code": -32601, "message": "There is no method %s here." % method, "data": data}}


def main():
    descriptors = os.environ.get("SALLYPORT_WIRE")
    if descriptors is None:
        print("This program is an extension; Sallyport starts it, with SALLYPORT_WIRE set.", file=sys.stderr)
        return 64
    wire = Wire(descriptors)
    for line in wire.inbox:
        message = json.loads(line)
        if "method" in message and "id" in message:
            wire.send(id=message["id"], **answer(wire, message["method"], message["params"]))
    return 0


sys.exit(main())
