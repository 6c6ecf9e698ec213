#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A family's app, widget and Focus filter in one program. Each of its answers says which files the process sees."""

import json
import os
import sys

SECRET = "/container/secret"


def send(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def seen():
    return "secret" if os.path.exists(SECRET) else "nothing"


def views(text):
    tree = {"kind": "widget", "child": {"kind": "text", "text": text}}
    return [{"variant": variant, "view": tree} for variant in ("light", "dark", "private")]


def describe_widget():
    return {"kinds": [{"asksForConfiguration": False, "backgroundRemovable": True, "kind": "Countdown", "margins": True,
                       "sizes": ["systemSmall"], "title": "Countdown sees " + seen()}]}


def describe_filter():
    parameter = {"default": {"string": "all"}, "name": "account", "optional": False, "options": False,
                 "title": "Account", "type": {"kind": "string", "list": False}}
    return {"intents": [{"intent": "Mute", "opensApp": False, "parameters": [parameter], "roles": ["focusFilter"],
                         "title": "Mute"}]}


def suggest():
    try:
        with open("/container/suggested", "w") as file:
            file.write("the person looked")
    except OSError:
        pass
    return {}


def timeline(now):
    entries = [{"date": now + hour * 3600000, "views": views(f"{seen()} {hour}")} for hour in range(4)]
    return {"entries": entries, "policy": {"kind": "never"}}


def notice(criteria):
    return {"body": "b", "filterCriteria": criteria, "id": criteria, "kind": "scheduleNotification",
            "level": "active", "title": "from " + criteria, "trigger": {"afterS": 3600}}


def open_app():
    with open(SECRET, "w") as file:
        file.write("marks")
    looked = "looked" if os.path.exists("/container/suggested") else "unseen"
    return {"effects": [notice(name) for name in ("work", "home", looked)]}


def perform_filter(arguments):
    if arguments["edge"] == "off":
        return {}
    return {"predicate": {"op": "ne", "values": ["home"]}, "title": "Muted"}


def perform(params):
    arguments, now = params["arguments"], params["delivery"]["now"]
    return {
        "widget.describe": describe_widget,
        "widget.placeholder": lambda: {"views": views("placeholder " + seen())},
        "widget.snapshot": lambda: {"entry": {"date": now, "views": views("snapshot")}},
        "widget.timeline": lambda: timeline(now),
        "focus.describe": describe_filter,
        "focus.suggest": suggest,
        "focus.perform": lambda: perform_filter(arguments),
        "activate": open_app,
    }.get(params["callback"], dict)()


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    if message["method"] == "hello":
        result = {"extension": message["params"]["extension"], "features": [], "protocol": 1, "schema": 1,
                  "version": "1.0"}
    else:
        result = perform(message["params"]) if message["method"] == "perform" else {}
    send(id=message["id"], result=result)
