#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app that registers as many thresholds as its family's name says: `ladder22`."""

import json
import os

DAY = {"start": {"hour": 0, "minute": 0}, "end": {"hour": 23, "minute": 30}, "repeats": True}


def effects(steps):
    events = [
        {"name": "%02d" % step, "threshold": {"minute": step + 1}, "applications": [], "categories": [],
         "webDomains": [], "includesPastActivity": False}
        for step in range(steps)
    ]
    return [{"kind": "startMonitoring", "activity": "day", "schedule": DAY, "events": events}]


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
        steps = int("".join(filter(str.isdigit, extension)))
        result = {"protocol": 1, "schema": 1, "features": [], "extension": extension, "version": "1.0"}
    elif message["method"] == "perform":
        send({"id": "e1", "method": "authorize", "params": {"member": "individual"}})
        answer = json.loads(inbox.readline())
        if "error" not in answer:
            result = {"effects": effects(steps)}
    send({"id": message["id"], "result": result})
sys.exit(0)
