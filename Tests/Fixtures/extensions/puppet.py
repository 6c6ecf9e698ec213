#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""An extension that executes the steps of a program, including invalid ones.

The program is a JSON list of steps, in the file named by the first argument or in program.json beside this script.
"""
import json
import os
import signal
import sys

inbox, outbox = map(int, os.environ["SALLYPORT_WIRE"].split(":"))
program = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(sys.argv[0]), "program.json")
buffer, request = b"", ""


def read():
    """Reads one line of the host and keeps the id of a request."""
    global buffer, request
    while b"\n" not in buffer:
        chunk = os.read(inbox, 65536)
        if not chunk:
            os._exit(0)
        buffer += chunk
    line, buffer = buffer.split(b"\n", 1)
    message = json.loads(line)
    if "method" in message and "id" in message:
        request = message["id"]


def write(data):
    try:
        while data:
            data = data[os.write(outbox, data):]
    except BrokenPipeError:
        os._exit(0)


with open(program, encoding="utf-8") as file:
    steps = json.load(file)
for step, *arguments in steps:
    if step == "read":
        read()
    elif step == "write":
        write(arguments[0].replace("$request", request).encode())
    elif step == "bytes":
        write(bytes(arguments[0]))
    elif step == "flood":
        for _ in range(arguments[0] >> 16):
            write(b"a" * 65536)
    elif step == "log":
        os.write(2, arguments[0].encode())
    elif step == "close":
        os.close(outbox)
    elif step == "exit":
        os._exit(arguments[0])
    elif step == "raise":
        os.kill(os.getpid(), arguments[0])
    elif step == "hang":
        while True:
            signal.pause()
# Wait for end of file, like an idle extension.
while os.read(inbox, 65536):
    pass
