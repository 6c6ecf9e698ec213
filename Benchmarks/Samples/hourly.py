#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app without an SDK that monitors twenty hours of the day as twenty activities."""

import json
import os
import sys


def activities():
    for hour in range(20):
        schedule = {"start": {"hour": hour, "minute": 0}, "end": {"hour": hour + 1, "minute": 0}, "repeats": True}
        yield {"kind": "startMonitoring", "activity": "hour%02d" % hour, "schedule": schedule, "events": []}


def main():
    reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
    inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")

    def send(**members):
        outbox.write(json.dumps({"jsonrpc": "2.0", **members}) + "\n")
        outbox.flush()

    for line in inbox:
        message = json.loads(line)
        method, params = message.get("method"), message.get("params")
        if method == "hello":
            hello = {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}
            send(id=message["id"], result=hello)
        elif method == "perform":
            send(id="e1", method="authorize", params={"member": "individual"})
            json.loads(inbox.readline())
            send(id=message["id"], result={"effects": list(activities())})
        elif "id" in message and method is not None:
            send(id=message["id"], result={})
    return 0


sys.exit(main())
