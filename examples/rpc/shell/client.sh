#!/bin/sh
# Drives `zot rpc` from a shell: writes a prompt, shows the frames until the turn is done.
#   sh client.sh "your prompt" zot rpc --provider offline
set -eu
prompt=$1
shift
[ $# -gt 0 ] || set -- zot rpc

escaped=$(printf '%s' "$prompt" | sed 's/\\/\\\\/g; s/"/\\"/g')
# Closing stdin is enough: zot finishes what it was asked for, then leaves.
printf '%s\n' "{\"id\":\"1\",\"type\":\"prompt\",\"message\":\"$escaped\"}" | "$@" |
  while IFS= read -r frame; do
    case $frame in
      *'"type":"done"'*) echo "done" ;;
      *'"type":"assistant_message"'*) printf '%s\n' "$frame" ;;
      *'"type":"error"'*) printf '%s\n' "$frame" >&2 ;;
    esac
  done
