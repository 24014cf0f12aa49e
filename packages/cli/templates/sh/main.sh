#!/bin/sh
# my-extension: one JSON object per line, each way. Nothing but sh, sed and date.
# stdout belongs to the protocol; write everything else to stderr (>&2).

# The raw JSON string in a field: still escaped, so it can be put into another JSON string as it is.
field() {
  printf '%s\n' "$2" | sed -n 's/.*"'"$1"'" *: *"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/p'
}

printf '%s\n' \
  '{"type":"hello","name":"my-extension","version":"0.1.0","capabilities":["commands","tools"]}' \
  '{"type":"register_command","name":"my-extension","description":"Greets you"}' \
  '{"type":"register_tool","name":"my_extension_date","description":"Tells the date of today.","schema":{"type":"object","properties":{}}}' \
  '{"type":"ready"}'

# The loop ends when zot closes our stdin, so nothing is left behind when zot goes.
while IFS= read -r line; do
  id=$(field id "$line")
  case $(field type "$line") in
    command_invoked)
      name=$(field args "$line")
      printf '{"type":"command_response","id":"%s","action":"display","display":"Hello, %s!"}\n' \
        "$id" "${name:-stranger}"
      ;;
    tool_call)
      printf '{"type":"tool_result","id":"%s","content":[{"type":"text","text":"%s"}]}\n' \
        "$id" "$(date +%Y-%m-%d)"
      ;;
    shutdown)
      printf '%s\n' '{"type":"shutdown_ack"}'
      exit 0
      ;;
  esac
done
