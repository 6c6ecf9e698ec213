#!/usr/bin/env python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A script extension that answers each line with the line and with what it sees of the machine."""
import json
import os
import sys

for line in sys.stdin:
    print(json.dumps({"line": line.strip(), "home": os.environ["HOME"], "argv": sys.orig_argv,
                      "passwd": os.path.exists("/etc/passwd")}), flush=True)
