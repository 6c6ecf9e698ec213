#!/bin/sh
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# Leaves with status 0 before it has said anything.
exit 0
