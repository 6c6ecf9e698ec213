#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A correct extension for any point except an app, with one optional fault: FAULT names the row that has to fail, and
after a full stop the way."""

import json
import os
import sys
import time

FAULT = "none"

EFFECT = {"kind": "setSetting", "store": "limits", "key": "account.lockAccounts", "value": True}


def send(**members):
    os.write(OUTBOX, (json.dumps({"jsonrpc": "2.0", **members}) + "\n").encode())


class Lines:
    """Reads whole lines, and counts the small pieces that each arrived in."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.rest = b""
        self.pieces = 0
        self.requests = 0

    def next(self):
        self.pieces = 0
        while b"\n" not in self.rest:
            chunk = os.read(self.descriptor, 65536)
            if not chunk:
                return None
            self.pieces += 1 if len(chunk) < 16 else 0
            self.rest += chunk
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)


def commit(lines, request):
    """Commits the effects as a savepoint and returns the answer."""
    lines.requests += 1
    own = "e%d" % lines.requests
    send(id=own, method="commit", params={"within": request, "effects": [EFFECT]})
    while True:
        message = lines.next()
        if message is None or message.get("id") == own:
            return message


def starves():
    """Whether half of a limit is too little for what this extension does."""
    try:
        if FAULT == "CONF-11.memory":
            # Reserved and never touched: the limit on data counts it, the budget of memory does not.
            bytes(200 << 20)
        if FAULT == "CONF-11.files":
            with open(os.environ["HOME"] + "/large", "w") as file:
                file.truncate(6 << 20)
        if FAULT == "CONF-11.descriptors":
            opened = []
            try:
                opened += (os.dup(2) for _ in range(40))
            finally:
                for descriptor in opened:
                    os.close(descriptor)
    except (MemoryError, OSError):
        return True
    return False


def perform(lines, message, state):
    params = message["params"]
    callback = params["callback"]
    if FAULT == "CONF-13.calendar" and params["snapshot"]["environment"]["calendar"] != "gregorian":
        sys.exit(3)
    if FAULT == "CONF-13.zone" and os.environ["TZ"] not in ("Europe/Berlin", "America/Los_Angeles"):
        sys.exit(3)
    if starves():
        return {}
    if FAULT == "CONF-7" and "sallyportFuture" in params["snapshot"]["environment"]:
        return {"effects": [], "surprise": True}
    if FAULT == "talks":
        print("performing", callback, flush=True)
    if callback == "configuration":
        return {"configuration": {"title": {"text": "Later", "color": "#000000ff"}}}
    if callback == "makeReport":
        frame = lines.next()
        while frame is not None and not frame.get("params", {}).get("end"):
            frame = lines.next()
        return {"view": {"kind": "text", "text": "A day"}}
    effects = [EFFECT] if callback == "eventDidReachThreshold" else []
    if FAULT == "CONF-3":
        os.dup(OUTBOX)
    if FAULT == "CONF-4" and lines.pieces > 3:
        return {}
    if FAULT == "CONF-9" and effects:
        answer = commit(lines, message["id"])
        if "error" in answer:
            sys.exit(3)
    if FAULT == "CONF-11.commit" and effects:
        path = os.environ["HOME"] + "/begun"
        if os.path.exists(path):
            return {}
        open(path, "w").close()
        commit(lines, message["id"])
        os.remove(path)
        return {}
    if FAULT == "CONF-11":
        path = os.environ["HOME"] + "/started"
        if state["marked"] is None:
            state["marked"] = os.path.exists(path)
        open(path, "w").close()
        if state["marked"]:
            return {}
    if FAULT == "CONF-12":
        state["count"] += 1
        if state["count"] > 1:
            return {}
    if FAULT == "CONF-13" and effects:
        effects = effects + [{"kind": "setBadgeCount", "count": 1}]
    return {"effects": effects}


def hello(params):
    if 1 not in params["protocols"] and FAULT != "CONF-2":
        data = {"kind": "versionUnsupported", "retry": "never", "supported": {"protocols": [1], "schemas": [1]}}
        return {"error": {"code": 1000, "message": "Nothing in common.", "data": data}}
    result = {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}
    if params["point"] == "report":
        result["contexts"] = ["Total"]
    if FAULT == "CONF-1":
        result["extension"] = "somebody.else"
    if FAULT in ("CONF-9", "CONF-11.commit"):
        result["features"] = ["commit"]
    return {"result": result}


def main():
    lines, state = Lines(INBOX), {"marked": None, "count": 0}
    while True:
        message = lines.next()
        if message is None:
            break
        method = message["method"]
        if method == "cancel" and FAULT == "CONF-8":
            while lines.next() is not None:
                pass
            break
        if "id" not in message:
            continue
        if method == "hello":
            reply = hello(message["params"])
        elif method == "perform":
            reply = {"result": perform(lines, message, state)}
        elif method == "shutdown":
            reply = {"result": {}}
        elif FAULT == "CONF-6":
            reply = {"result": {}}
        else:
            data = {"kind": "methodNotFound", "retry": "never"}
            reply = {"error": {"code": -32601, "message": "There is no such method.", "data": data}}
        send(id=message["id"], **reply)
        if FAULT == "CONF-5" and method == "perform":
            send(id=message["id"], **reply)
    if FAULT == "CONF-10":
        time.sleep(3600)


WIRE = os.environ.get("SALLYPORT_WIRE")
if WIRE is None:
    print("This program is an extension; Sallyport starts it, with SALLYPORT_WIRE set.", file=sys.stderr)
    sys.exit(64)
INBOX, OUTBOX = (int(number) for number in WIRE.split(":"))
main()
