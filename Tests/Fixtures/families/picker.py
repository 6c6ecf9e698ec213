#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app that requests authorization, shows the picker and shields the selection; `whole` picks entire categories.

`again` writes its rules at its first opening only; later it asks for the selection and keeps its old rules.
"""

import json
import os

DAY = {"start": {"hour": 0, "minute": 0}, "end": {"hour": 23, "minute": 30}, "repeats": True}

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")
asked = 0
family = None


def send(message):
    outbox.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    outbox.flush()


def ask(method, params):
    global asked
    asked += 1
    send({"id": "e%d" % asked, "method": method, "params": params})
    return json.loads(inbox.readline())


def effects(snapshot):
    if "error" in ask("authorize", {"member": "individual"}):
        return []
    picked = ask("pick", {"includeEntireCategory": family == "whole"})["result"]["selection"]
    if family == "again" and snapshot.get("activities"):
        return []
    event = {"name": "first", "threshold": {"minute": 10}, "applications": picked["applications"], "categories": [],
             "webDomains": [], "includesPastActivity": False}
    return [
        {"kind": "setSetting", "store": "Default", "key": "shield.applications", "value": picked["applications"]},
        {"kind": "startMonitoring", "activity": "day", "schedule": DAY, "events": [event]},
    ]


for line in inbox:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {}
    if message["method"] == "hello":
        extension = message["params"]["extension"]
        family = extension.split(".")[0]
        result = {"protocol": 1, "schema": 1, "features": [], "extension": extension, "version": "1.0"}
    elif message["method"] == "perform":
        result = {"effects": effects(message["params"]["snapshot"])}
    send({"id": message["id"], "result": result})
