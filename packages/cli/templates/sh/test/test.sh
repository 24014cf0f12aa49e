#!/bin/sh
# Run with: sh test/test.sh
cd "$(dirname "$0")/.." || exit 1

# Sends frames as zot would, and shows what came back.
talk() {
  printf '%s\n' "$@" '{"type":"shutdown"}' | sh main.sh
}

expect() {
  case $2 in
    *"$1"*) echo "ok: $1" ;;
    *)
      echo "expected $1 in: $2"
      exit 1
      ;;
  esac
}

expect '"type":"ready"' "$(talk)"
expect '"display":"Hello, Ada!"' \
  "$(talk '{"type":"command_invoked","id":"1","name":"my-extension","args":"Ada"}')"
expect "$(date +%Y)-" "$(talk '{"type":"tool_call","id":"1","name":"my_extension_date","args":{}}')"
