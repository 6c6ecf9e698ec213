#!/bin/sh
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# Says something that is no message, and stays.
echo 'Segmentation fault (core dumped)' >&4
read -r line <&3
exec cat <&3
