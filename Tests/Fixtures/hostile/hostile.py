#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app and a monitor in one. They put terminal control characters into every text of the wire, including texts that the
host refuses. Each callback has another refused text, so that the run continues."""

import json
import os
import sys

STEERING = "\x1b[2J\x07\x9b31m\u202e\u2066\u200b\u2028\ufeff\U000e0041\x7f\r"
FORGED = "a\nsallyport: forged\n  12:00:00  forged"
MIDNIGHT = {"hour": 0, "minute": 0}


def app(send, ask, callback):
    if callback != "activate":
        return []
    if ask("authorize", member="individual") is None:
        return []
    ask("pick", includeEntireCategory=False, title="What " + STEERING)
    ask(FORGED + STEERING)
    event = {
        "name": "event \\ one", "applications": [], "categories": [], "webDomains": [], "threshold": {"minute": 1},
        "includesPastActivity": False,
    }
    return [
        {
            "kind": "startMonitoring", "activity": "day “one”",
            "schedule": {"start": MIDNIGHT, "end": MIDNIGHT, "repeats": True}, "events": [event],
        }
    ]


def monitor(callback):
    print(FORGED + STEERING, file=sys.stderr, flush=True)
    sys.stderr.buffer.write(b"\xff\xfe\xc3\n")
    if callback == "intervalDidStart":
        return [
            {
                "kind": "scheduleNotification", "id": "n", "title": "Title\nsallyport: forged", "body": "\n" + FORGED,
                "level": "active",
            },
            {"kind": "setDefault", "suite": "group.hostile", "key": "k \\ key", "value": {"string": FORGED}},
        ]
    return [{"kind": FORGED + STEERING}]


def main():
    wire = os.environ.get("SALLYPORT_WIRE")
    if wire is None:
        return 64
    reading, writing = (int(number) for number in wire.split(":"))
    inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")
    requests = 0

    def send(**members):
        outbox.write(json.dumps({"jsonrpc": "2.0", **members}) + "\n")
        outbox.flush()

    def ask(method, **params):
        nonlocal requests
        requests += 1
        send(id="e%d" % requests, method=method, params=params)
        for line in inbox:
            message = json.loads(line)
            if message.get("id") == "e%d" % requests:
                return message.get("result")
        return None

    for line in inbox:
        message = json.loads(line)
        if "method" not in message or "id" not in message:
            continue
        method, params = message["method"], message["params"]
        if method == "hello":
            hello = {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}
            send(id=message["id"], result=hello)
        elif method == "perform" and params["callback"] == "eventDidReachThreshold":
            print(FORGED + STEERING, file=sys.stderr, flush=True)
            data = {"kind": "extensionError", "retry": "never"}
            send(id=message["id"], error={"code": 1100, "message": FORGED, "data": data})
        elif method == "perform":
            is_app = sys.argv[0].endswith("app.py")
            effects = app(send, ask, params["callback"]) if is_app else monitor(params["callback"])
            send(id=message["id"], result={"effects": effects} if effects else {})
        else:
            send(id=message["id"], result={})
    return 0


sys.exit(main())
