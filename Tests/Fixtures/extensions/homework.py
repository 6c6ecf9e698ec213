#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# The whole extension of protocol.md, section 22.
import json, os
inbox, outbox = (open(int(fd), mode, 1, "utf-8") for fd, mode in zip(os.environ["SALLYPORT_WIRE"].split(":"), "rw"))
for message in map(json.loads, inbox):
    method, params, reply = message["method"], message["params"], {"result": {}}
    if method == "hello":
        reply["result"] = {"protocol": 1, "schema": 1, "features": [], "extension": params["extension"], "version": "1.0"}
    elif method == "perform" and params["callback"] == "eventDidReachThreshold":
        hit, activities = params["arguments"], params["snapshot"]["activities"]
        counted = [e["applications"] for a in activities if a["name"] == hit["activity"] for e in a["events"] if e["name"] == hit["event"]]
        reply["result"]["effects"] = [{"kind": "setSetting", "store": "limits", "key": "shield.applications", "value": v} for v in counted]
    elif method not in ("perform", "shutdown"):
        reply = {"error": {"code": -32601, "message": "unknown method", "data": {"kind": "methodNotFound", "retry": "never"}}}
    if "id" in message:
        outbox.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}) + "\n")
