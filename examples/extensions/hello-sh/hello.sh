#!/bin/sh
# The protocol by hand: one JSON object per line, each way. Nothing but sh and sed.

# The raw JSON string in a field: still escaped, so it can be put into another JSON string as it is.
field() {
  printf '%s\n' "$2" | sed -n 's/.*"'"$1"'" *: *"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/p'
}

printf '%s\n' \
  '{"type":"hello","name":"hello-sh","version":"1.0.0","capabilities":["commands"]}' \
  '{"type":"register_command","name":"hello-sh","description":"Greets you from the shell"}' \
  '{"type":"ready"}'

# The loop ends when zot closes our stdin, so nothing is left behind when zot goes.
while IFS= read -r line; do
  case $(field type "$line") in
    command_invoked)
      name=$(field args "$line")
      printf '{"type":"command_response","id":"%s","action":"display","display":"Hello, %s, from the shell!"}\n' \
        "$(field id "$line")" "${name:-stranger}"
      ;;
    shutdown)
      printf '%s\n' '{"type":"shutdown_ack"}'
      exit 0
      ;;
  esac
done
