#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An app and a shield action in one program; the family's name selects their behaviour.

The app requests authorization, shows the picker and shields the selection (`all…`: everything). `…child…` requests
approval for a child; `…leaver` revokes its authorization as soon as it has it. The program writes what it receives to
the defaults of its group, where a test reads them.
"""

import json
import os
import time

GROUP = "group.test"

reading, writing = (int(number) for number in os.environ["SALLYPORT_WIRE"].split(":"))
inbox, outbox = open(reading, "r", encoding="utf-8"), open(writing, "w", encoding="utf-8")
requests = 0


def send(message):
    outbox.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    outbox.flush()


def ask(method, params):
    global requests
    requests += 1
    send({"id": "e%d" % requests, "method": method, "params": params})
    return json.loads(inbox.readline())


def note(key, value):
    return {"kind": "setDefault", "suite": GROUP + "." + family, "key": key, "value": {"string": value}}


def activate(params):
    arguments = params["arguments"]
    if arguments["reason"] == "shield":
        request = arguments["openRequest"]
        return [note("opened", " ".join([request["action"], request["payload"], str(len(request["token"]))]))]
    answer = ask("authorize", {"member": "child" if "child" in family else "individual"})
    if "error" in answer:
        return [note("authorize", answer["error"]["data"]["reason"])]
    if family.endswith("leaver"):
        return [{"kind": "revokeAuthorization"}]
    selection = ask("pick", {"includeEntireCategory": False})["result"]["selection"]
    heard = [note("authorize", answer["result"]["authorization"])]
    if family.startswith("all"):
        policy = {"policy": "all", "except": []}
        return heard + [{"kind": "setSetting", "store": "s", "key": "shield.applicationCategories", "value": policy}]
    value = selection["applications"]
    return heard + [{"kind": "setSetting", "store": "s", "key": "shield.applications", "value": value}]


def state_changed(params):
    heard = params["snapshot"].get("authorization", "") + " after " + ",".join(params["arguments"]["changes"])
    return [note("changed", heard)]


def handle(params):
    arguments = params["arguments"]
    effects = [note("tapped", arguments["target"] + " " + arguments["action"])]
    if family.endswith("hanger"):
        time.sleep(60)
    if family.endswith("lifter"):
        return {"response": "defer", "effects": effects + [{"kind": "clearStore", "store": "s"}]}
    if family.endswith("opener"):
        return {"response": "openParentalControlsApp", "payload": "please", "effects": effects}
    if family.endswith("breaker"):
        bad = {"kind": "setSetting", "store": "s", "key": "media.maximumMovieRating", "value": 1001}
        return {"response": "close", "effects": effects + [bad]}
    return {"response": "close", "effects": effects}


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
        params = message["params"]
        if params["callback"] == "activate":
            result = {"effects": activate(params)}
        elif params["callback"] == "stateChanged":
            result = {"effects": state_changed(params)}
        else:
            result = handle(params)
    send({"id": message["id"], "result": result})
