#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app without an SDK that requests authorization and starts monitoring of the day with three thresholds."""

import json
import os
import sys

EVENTS = [
    {"name": name, "threshold": {"minute": minutes}, "applications": [], "categories": [], "webDomains": [],
     "includesPastActivity": False}
    for name, minutes in (("first", 10), ("second", 60), ("third", 90))
]
DAY = {"start": {"hour": 0, "minute": 0}, "end": {"hour": 23, "minute": 30}, "repeats": True}
EFFECTS = [{"kind": "startMonitoring", "activity": "day", "schedule": DAY, "events": EVENTS}]

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")


def send(message):
    outbox.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    outbox.flush()


for line in inbox:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {}
    if message["method"] == "hello":
        extension = message["params"]["extension"]
        result = {"protocol": 1, "schema": 1, "features": [], "extension": extension, "version": "1.0"}
    elif message["method"] == "perform":
        send({"id": "e1", "method": "authorize", "params": {"member": "individual"}})
        answer = json.loads(inbox.readline())
        if "error" not in answer:
            result = {"effects": EFFECTS}
    send({"id": message["id"], "result": result})
sys.exit(0)
