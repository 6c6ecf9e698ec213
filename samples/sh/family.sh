#!/bin/sh
# A family of extensions in one program: an app, a monitor and the buttons of its shields.
#
# The app asks for permission and sets a limit of one hour a day on all use. When it is reached, everything is shielded until
# the day ends. Sallyport starts this program once for each point and asks for the callbacks of that point only.
#
# An extension can't start a process, so everything here is built into the shell. The host's lines are canonical (names in
# order, no blanks, quotes in texts escaped), so a line can be told by the words in it.

day='{"start":{"hour":0,"minute":0},"end":{"hour":23,"minute":59,"second":59},"repeats":true}'
# An event without items counts all use.
limit='{"name":"limit","threshold":{"hour":1},"includesPastActivity":true}'

# The callbacks. Each gets the line in $line and sends its result.

activate() {
  case $line in
    *'"snapshot":{"activities":[{'*) reply result '{}' && return ;;
  esac
  asked=$((asked + 1))
  printf '{"jsonrpc":"2.0","id":"e%d","method":"authorize","params":{"member":"individual"}}\n' "$asked"
  IFS= read -r granted
  case $granted in
    *'"result":{"authorization":"approved"}'*)
      effects "{\"kind\":\"startMonitoring\",\"activity\":\"day\",\"schedule\":$day,\"events\":[$limit]}"
      ;;
    *) reply result '{}' ;;
  esac
}

eventDidReachThreshold() {
  effects '{"kind":"setSetting","store":"day","key":"shield.applicationCategories","value":{"policy":"all"}}'
}

intervalDidEnd() { effects '{"kind":"clearStore","store":"day"}'; }

# A press on a shield. The secondary button lifts all shields until the limit is reached again tomorrow.
handle() {
  case $line in
    *'"arguments":{"action":"secondaryButtonPressed",'*)
      reply result '{"response":"none","effects":[{"kind":"clearStore","store":"day"}]}'
      ;;
    *) reply result '{"response":"close"}' ;;
  esac
}

# The wire: lines of JSON on standard input and output, as the manifest asks with "wire": "stdio".

reply() { printf '{"jsonrpc":"2.0","id":"%s","%s":%s}\n' "$id" "$1" "$2"; }

effects() { reply result "{\"effects\":[$1]}"; }

# Puts the text of the first member of this name into $value.
member() {
  value=${line#*"\"$1\":\""}
  value=${value%%'"'*}
}

greet() {
  case $line in
    *'"protocols":[1'[],]*'"schemas":[1'[],]*)
      member extension
      reply result "{\"protocol\":1,\"schema\":1,\"features\":[],\"extension\":\"$value\",\"version\":\"1.0\"}"
      ;;
    *)
      supported='{"protocols":[1],"schemas":[1]}'
      reply error "{\"code\":1000,\"message\":\"This program needs protocol 1 and schema 1.\",\"data\":{\"supported\":$supported}}"
      ;;
  esac
}

perform() {
  member callback
  case $value in
    activate | eventDidReachThreshold | intervalDidEnd | handle) "$value" ;;
    *) reply result '{}' ;;
  esac
}

if [ -z "$SALLYPORT_WIRE" ]; then
  echo "This program is an extension; Sallyport starts it." >&2
  exit 64
fi
while IFS= read -r line; do
  member id
  id=$value
  case $line in
    *'"method":"hello",'*) greet ;;
    *'"method":"perform",'*) perform ;;
    *'"method":"shutdown",'*) reply result '{}' ;;
    *'"id":'*'"method":'*) reply error '{"code":-32601,"message":"This program has no such method."}' ;;
  esac
done
