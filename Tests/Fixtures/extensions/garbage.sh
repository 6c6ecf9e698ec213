#!/bin/sh
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# Sends a line that is not a message, and keeps running.
echo 'Segmentation fault (core dumped)' >&4
read -r line <&3
exec cat <&3
