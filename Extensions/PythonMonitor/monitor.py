#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A monitor with the three features of the wire, written from docs/wire.md. Standard library only.

When a limit is reached, it shields the items that the limit counted. A warning comes before that as a notification, and the
shield goes when the activity ends. Each activity has its own store, so overlapping activities don't lift each other's shields.
"""

import json
import os
import queue
import sys
import threading

PROTOCOL = SCHEMA = 1
VERSION = "1.0"
FEATURES = {"ack", "cancel", "commit"}
NO_SUCH_METHOD, NOT_SUPPORTED, CANCELLED = -32601, 1000, 1101


class Refused(Exception):
    """The host's error in answer to a `commit`."""


class Cancelled(Exception):
    """The callback missed its deadline, and the reader has answered it."""


class Wire:
    """The two descriptors. Each message is written whole, whichever thread writes it."""

    def __init__(self, reading, writing):
        self.inbox = open(reading, encoding="utf-8", newline="\n")
        self.writing = writing
        self.lock = threading.Lock()

    def send(self, **message):
        line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self.lock:
            while line:
                line = line[os.write(self.writing, line):]


class Callback:
    """One `perform`. It is answered once: by the worker with a result, or by the reader after a `cancel`."""

    def __init__(self, wire, request, params, can_commit):
        self.wire, self.request, self.params, self.can_commit = wire, request, params, can_commit
        self.lock = threading.Lock()
        self.answered = False

    def answer(self, **outcome):
        with self.lock:
            if not self.answered:
                self.answered = True
                self.wire.send(id=self.request, **outcome)


class Monitor:
    def __init__(self, wire):
        self.wire = wire
        self.features, self.capabilities, self.most_tokens = set(), set(), 50
        self.callback = None
        self.requests = 0
        self.work, self.replies = queue.SimpleQueue(), queue.SimpleQueue()

    # The reader: the main thread. It acknowledges and cancels while the worker is busy.

    def read(self):
        threading.Thread(target=self.run_callbacks, daemon=True).start()
        for line in self.wire.inbox:
            message = json.loads(line)
            if "method" not in message:
                self.replies.put(message)
            elif "id" in message:
                self.receive_request(message["id"], message["method"], message["params"])
            elif message["method"] == "cancel" and self.callback and self.callback.request == message["params"]["request"]:
                self.callback.answer(error={"code": CANCELLED, "message": "The callback missed its deadline."})

    def receive_request(self, request, method, params):
        if "ack" in self.features:
            self.wire.send(method="ack", params={"request": request})
        if method == "hello":
            self.wire.send(id=request, **self.greet(params))
        elif method == "perform":
            self.callback = Callback(self.wire, request, params, "commit" in self.features)
            self.work.put(self.callback)
        elif method == "shutdown":
            self.wire.send(id=request, result={})
        else:
            self.wire.send(id=request, error={"code": NO_SUCH_METHOD, "message": "This monitor has no such method."})

    def greet(self, params):
        if PROTOCOL not in params["protocols"] or SCHEMA not in params["schemas"]:
            supported = {"protocols": [PROTOCOL], "schemas": [SCHEMA]}
            return {"error": {"code": NOT_SUPPORTED, "message": "This monitor needs protocol 1 and schema 1.",
                              "data": {"supported": supported}}}
        self.features = FEATURES.intersection(params["features"])
        self.capabilities = set(params["capabilities"])
        self.most_tokens = params["limits"].get("tokens", self.most_tokens)
        return {"result": {"protocol": PROTOCOL, "schema": SCHEMA, "features": sorted(self.features),
                           "extension": params["extension"], "version": VERSION}}

    # The worker: one callback after the other.

    def run_callbacks(self):
        while True:
            callback = self.work.get()
            try:
                effects = self.perform(callback)
            except Cancelled:
                continue
            if effects is None:
                callback.answer(error={"code": NO_SUCH_METHOD, "message": "This monitor has no such callback."})
            else:
                callback.answer(result={"effects": effects} if effects else {})

    def commit(self, callback, effects):
        """Tries effects within the callback. The host applies all of them, or raises `Refused`."""
        with callback.lock:
            if callback.answered:
                raise Cancelled
            self.requests += 1
            request = "e%d" % self.requests
            self.wire.send(id=request, method="commit", params={"within": callback.request, "effects": effects})
        reply = self.replies.get()
        if "error" in reply:
            if callback.answered:
                raise Cancelled
            raise Refused(reply["error"]["message"])

    def perform(self, callback):
        arguments, snapshot = callback.params["arguments"], callback.params["snapshot"]
        name = callback.params["callback"]
        if name == "intervalDidEnd":
            return [{"kind": "clearStore", "store": arguments["activity"]}] if "settings" in self.capabilities else []
        if name in ("intervalDidStart", "intervalWillStartWarning", "intervalWillEndWarning"):
            return []
        if name == "eventWillReachThresholdWarning":
            return self.warning(arguments, callback.params["delivery"])
        if name == "eventDidReachThreshold":
            return self.shield(callback, arguments, snapshot)
        return None

    def warning(self, arguments, delivery):
        if "notifications" not in self.capabilities:
            return []
        # The same id when the callback is repeated, so the person gets one notification.
        name = "warning-%d" % delivery.get("dueAt", delivery["now"])
        return [{"kind": "scheduleNotification", "id": name, "title": "Almost there",
                 "body": "The limit “%s” is close." % arguments["event"], "level": "active"}]

    def shield(self, callback, arguments, snapshot):
        """Shields the items of an event, or everything if the host refuses them."""
        event = find_event(snapshot, arguments)
        if event is None or "settings" not in self.capabilities:
            return []
        store = arguments["activity"]
        effects = shield_items(store, event, snapshot, self.most_tokens)
        if not effects:
            return shield_everything(store)
        if not callback.can_commit:
            return effects
        try:
            self.commit(callback, effects)
            return []
        except Refused as refusal:
            print("The host refused the items, so everything is shielded: %s" % refusal, file=sys.stderr)
            return shield_everything(store)


def find_event(snapshot, arguments):
    for activity in snapshot.get("activities", []):
        if activity["name"] == arguments["activity"]:
            for event in activity["events"]:
                if event["name"] == arguments["event"]:
                    return event
    return None


def shield_items(store, event, snapshot, most):
    """Effects that shield an event's items. There are none if it counts all use, or has too many items for a shield."""
    ended = {entry["token"]: entry.get("to") for entry in snapshot.get("tokens", [])}

    def current(kind):
        return sorted({token for token in (ended.get(token, token) for token in event.get(kind, [])) if token})

    applications, domains, categories = current("applications"), current("webDomains"), current("categories")
    if max(len(applications), len(domains), len(categories)) > most:
        return []
    settings = []
    if applications:
        settings.append(("shield.applications", applications))
    if domains:
        settings.append(("shield.webDomains", domains))
    if categories:
        policy = {"policy": "specific", "categories": categories, "except": []}
        settings += [("shield.applicationCategories", policy), ("shield.webDomainCategories", policy)]
    return [{"kind": "setSetting", "store": store, "key": key, "value": value} for key, value in settings]


def shield_everything(store):
    return [{"kind": "setSetting", "store": store, "key": key, "value": {"policy": "all", "except": []}}
            for key in ("shield.applicationCategories", "shield.webDomainCategories")]


def main():
    wire = os.environ.get("SALLYPORT_WIRE")
    if wire is None:
        print("This program is an extension; Sallyport starts it.", file=sys.stderr)
        return 64
    Monitor(Wire(*(int(number) for number in wire.split(":")))).read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
