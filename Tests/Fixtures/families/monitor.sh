#!/bin/sh
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
# A monitor in a shell script, on standard input and output. It prints text before hello, which a script may do.
echo "monitor.sh is up"
while read -r line; do
  id=${line#*'"id":"'}
  id=${id%%'"'*}
  case $line in
    *'"method":"hello"'*)
      result='{"protocol":1,"schema":1,"features":[],"extension":"shell.monitor","version":"1.0"}' ;;
    *'"method":"perform"'*)
      result='{"effects":[{"kind":"setDefault","suite":"standard","key":"heard","value":{"bool":true}}]}' ;;
    *) result='{}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":"%s","result":%s}\n' "$id" "$result"
done
