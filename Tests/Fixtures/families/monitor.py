#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A monitor with the behaviour that its family's name says: `steady` works, the others misbehave."""

import json
import os
import sys
import time

# The test replaces the first one by a token of another family; no host issued the second one.
TOKENS = {"thief": "FOREIGN", "forger": "AQEAAQAAAAAAAAAAAAAAAAAAAAAAAAAA"}

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox = open(reading, "r", encoding="utf-8")


def write(text):
    data = text.encode("utf-8")
    while data:
        data = data[os.write(writing, data):]


def send(message):
    write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")


def note(key, value):
    return {"kind": "setDefault", "suite": "standard", "key": key, "value": {"string": value}}


def hello(family, message):
    extension = message["params"]["extension"]
    features = ["commit"] if family == "undecided" else []
    result = {"protocol": 1, "schema": 1, "features": features, "extension": extension, "version": "1.0"}
    if family == "leaver":
        sys.exit(3)
    if family == "mute":
        time.sleep(60)
    if family == "stranger":
        result["extension"] = "steady.monitor"
    send({"id": message["id"], "result": result})


def nest(home):
    """Leaves a tree that is hard to list, copy and remove."""
    place = home
    for _ in range(40):
        place += b"/d"
        os.mkdir(place)
    os.makedirs(home + b"/closed/inner")
    for name in (b"\xff\xfe", b"-rf", b"a\nb", b"\x1b[31m\xc2\x9b", b"x" * 255, b"closed/inner/file"):
        os.close(os.open(home + b"/" + name, os.O_CREAT | os.O_WRONLY))
    tries = (
        lambda: os.mkfifo(home + b"/fifo"), lambda: os.symlink("/etc", home + b"/link"),
        lambda: os.chmod(home + b"/closed/inner", 0), lambda: os.chmod(home + b"/closed", 0o100),
        lambda: os.chmod(home, 0o500))
    for attempt in tries:
        try:
            attempt()
        except OSError:
            pass


def perform(family, message):
    request, params = message["id"], message["params"]
    callback = params["arguments"].get("event", params["callback"])
    effects = [note(callback, family)]
    # A number at the end tells the app how many thresholds to register.
    family = family.rstrip("0123456789")
    if family == "garbage":
        write("Segmentation fault? No: I just like to talk.\n")
    elif family == "flooder":
        # The host drops the excess output and does not stop the process.
        for _ in range(128):
            os.write(1, b"x" * 65536)
        send({"id": request, "result": {"effects": effects}})
    elif family == "hanger":
        time.sleep(60)
    elif family == "endless":
        while True:
            write("A" * 65536)
    elif family == "crasher":
        os.abort()
    elif family == "fragile":
        # A bug that only the operator's second sending gets around.
        if params["delivery"]["cause"] != "repeated":
            os.abort()
        send({"id": request, "result": {"effects": effects}})
    elif family == "inventor":
        send({"id": request, "result": {"effects": [dict(effects[0], kind="setEverything")]}})
    elif family in TOKENS:
        shield = {"kind": "setSetting", "store": "Default", "key": "shield.applications", "value": [TOKENS[family]]}
        send({"id": request, "result": {"effects": effects + [shield]}})
    elif family == "stopper":
        stop = [{"kind": "stopMonitoring", "activities": []}] if callback == "first" else []
        send({"id": request, "result": {"effects": effects + stop}})
    elif family == "scribbler":
        with open(os.path.join(os.environ["HOME"], "scribble"), "w", encoding="utf-8") as file:
            file.write("half a line")
        os.abort()
    elif family == "writer":
        for number in range(10000):
            with open(os.path.join(os.environ["HOME"], str(number)), "wb") as file:
                file.write(b"x" * (1 << 20))
    elif family == "filemaker":
        for number in range(1000000):
            os.close(os.open(os.path.join(os.environ["HOME"], str(number)), os.O_CREAT | os.O_WRONLY))
    elif family == "eater":
        kept = []
        while True:
            kept.append(b"x" * (1 << 20))
    elif family == "nester":
        if not os.path.exists(os.environ["HOME"] + "/d"):
            nest(os.environ["HOME"].encode())
        send({"id": request, "result": {"effects": effects}})
    elif family == "breaker":
        data = {"kind": "effectViolation", "retry": "never", "violation": "range.rating", "subject": "appStore.maximumRating",
                "actual": 1001}
        message = "appStore.maximumRating is 1001; 0…1000 are allowed (range.rating)."
        send({"id": request, "error": {"code": 1210, "message": message, "data": data}})
    elif family == "climber":
        grant = {"kind": "scheduleNotification", "id": "hi", "title": "Hello", "body": "", "level": "active"}
        send({"id": request, "result": {"effects": effects + [grant]}})
    elif family == "undecided":
        send({"id": "e%d" % (int(request[1:]) - 1), "method": "commit",
              "params": {"within": request, "effects": [note(callback, "savepoint")]}})
        answer = json.loads(inbox.readline())
        taken = "error" not in answer
        data = {"kind": "extensionError", "retry": "never"}
        send({"id": request, "error": {"code": 1200, "message": "savepoint taken: %s" % taken, "data": data}})
    else:
        send({"id": request, "result": {"effects": effects}})
        if family == "twice":
            send({"id": request, "result": {"effects": [note(callback, "again")]}})


family = None
for line in inbox:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "hello":
        family = message["params"]["extension"].split(".")[0]
        hello(family, message)
    elif message["method"] == "perform":
        perform(family, message)
    else:
        send({"id": message["id"], "result": {}})
