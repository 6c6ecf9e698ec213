#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A monitor without an SDK: when a limit is reached, it shields the items that the limit counts; at the end of the interval
it removes the shield. Standard library only; one JSON object per line on the descriptors in SALLYPORT_WIRE."""

import json
import os
import sys

STORE = "limits"


def counted(snapshot, activity, event):
    """The items that an event of an activity counts, from the snapshot."""
    for registered in snapshot.get("activities", []):
        if registered["name"] == activity:
            for candidate in registered["events"]:
                if candidate["name"] == event:
                    return candidate
    return {"applications": [], "categories": [], "webDomains": []}


def setting(key, value):
    return {"kind": "setSetting", "store": STORE, "key": key, "value": value}


def perform(callback, arguments, snapshot):
    """The effects of one callback, which depend only on its request."""
    if snapshot.get("authorization") != "approved":
        return []
    if callback == "eventDidReachThreshold":
        items = counted(snapshot, arguments["activity"], arguments["event"])
        effects = []
        if items["applications"]:
            effects.append(setting("shield.applications", items["applications"]))
        if items["webDomains"]:
            effects.append(setting("shield.webDomains", items["webDomains"]))
        if items["categories"]:
            policy = {"policy": "specific", "categories": items["categories"], "except": []}
            effects.append(setting("shield.applicationCategories", policy))
        return effects
    if callback == "intervalDidEnd":
        return [{"kind": "clearStore", "store": STORE}]
    return []


def answer(method, params):
    """The reply to one request, without its envelope."""
    if method == "hello":
        if 1 not in params["protocols"] or 1 not in params["schemas"]:
            supported = {"protocols": [1], "schemas": [1]}
            data = {"kind": "versionUnsupported", "retry": "never", "supported": supported}
            return {"error": {"code": 1000, "message": "This script supports protocol 1, schema 1.", "data": data}}
        hello = {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}
        return {"result": dict(hello, handles=["eventDidReachThreshold", "intervalDidEnd"])}
    if method == "perform":
        effects = perform(params["callback"], params["arguments"], params["snapshot"])
        return {"result": {"effects": effects} if effects else {}}
    if method == "shutdown":
        return {"result": {}}
    data = {"kind": "methodNotFound", "retry": "never"}
    return {"error": {"code": -32601, "message": "There is no method %s here." % method, "data": data}}


def main():
    wire = os.environ.get("SALLYPORT_WIRE")
    if wire is None:
        print("This program is an extension; Sallyport starts it, with SALLYPORT_WIRE set.", file=sys.stderr)
        return 64
    reading, writing = (int(number) for number in wire.split(":"))
    with open(reading, "r", encoding="utf-8") as inbox, open(writing, "w", encoding="utf-8") as outbox:
        for line in inbox:
            message = json.loads(line)
            if "method" in message and "id" in message:
                reply = {"jsonrpc": "2.0", "id": message["id"]}
                reply.update(answer(message["method"], message["params"]))
                outbox.write(json.dumps(reply) + "\n")
                outbox.flush()
    return 0


sys.exit(main())
