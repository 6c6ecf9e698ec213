#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app that presents the report CONTEXT with the default filter of the SDK: hourly, from the start of the day. The
family `twin` presents it twice."""

import json
import os

DAY = 86400000

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")
asked = 0


def send(message):
    outbox.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    outbox.flush()


def ask(method, params):
    global asked
    asked += 1
    send({"id": "e%d" % asked, "method": method, "params": params})
    return json.loads(inbox.readline())


def activate(now):
    if "error" in ask("authorize", {"member": "individual"}):
        return
    filter = {"segment": "hourly", "start": now - now % DAY, "end": now, "applications": TOKENS, "categories": [],
              "webDomains": []}
    for _ in range(2 if extension.startswith("twin") else 1):
        ask("presentReport", {"context": "CONTEXT", "filter": filter, "frame": {"width": 360500, "height": 480000}})


for line in inbox:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {}
    if message["method"] == "hello":
        extension = message["params"]["extension"]
        result = {"protocol": 1, "schema": 1, "features": [], "extension": extension, "version": "1.0"}
    elif message["method"] == "perform":
        activate(message["params"]["delivery"]["now"])
        result = {"effects": []}
    send({"id": message["id"], "result": result})
