#!/bin/sh
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# Sends a gigabyte without a line feed.
exec head -c 1073741824 /dev/zero >&4
