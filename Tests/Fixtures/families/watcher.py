#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app and a monitor that measure while they are idle, and report at the next callback: the longest time in which they
did not run, and the smallest number of cores they were allowed to use."""

import json
import os
import threading
import time

DAY = {"start": {"hour": 0, "minute": 0}, "end": {"hour": 23, "minute": 30}, "repeats": True}
START = [{"kind": "startMonitoring", "activity": "day", "schedule": DAY, "events": []}]

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")
seen = {"gap": 0.0, "cores": 1024}
seeing = threading.Lock()
asked = 0


def watch():
    before = time.monotonic()
    while True:
        # Keep the core busy, as a measuring program does.
        for _ in range(2000):
            pass
        with seeing:
            now = time.monotonic()
            seen["gap"] = max(seen["gap"], now - before)
            seen["cores"] = min(seen["cores"], len(os.sched_getaffinity(0)))
            before = now


def send(message):
    outbox.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    outbox.flush()


def ask(method, params):
    global asked
    asked += 1
    send({"id": "e%d" % asked, "method": method, "params": params})
    return json.loads(inbox.readline())


def note(family, key, value):
    return {"kind": "setDefault", "suite": "group.test." + family, "key": key, "value": {"string": value}}


threading.Thread(target=watch, daemon=True).start()
point = extension = ""
for line in inbox:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {}
    if message["method"] == "hello":
        extension, point = message["params"]["extension"], message["params"]["point"]
        result = {"protocol": 1, "schema": 1, "features": [], "extension": extension, "version": "1.0"}
    elif message["method"] == "perform":
        with seeing:
            effects = [note(extension.split(".")[0], point, "%d %d" % (seen["gap"] * 1000, seen["cores"]))]
            seen.update(gap=0.0, cores=1024)
        if point == "app":
            ask("authorize", {"member": "individual"})
            effects += START
        result = {"effects": effects}
    send({"id": message["id"], "result": result})
os._exit(0)
