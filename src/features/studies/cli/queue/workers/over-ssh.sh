#!/usr/bin/env bash
# Starts a worker on each of the machines named, by ssh, and ends them with Ctrl+C: each puts back what it does.
#   GROVE_QUEUE=redis://HOST:6379 ./over-ssh.sh [user@]machine …
# Each machine has this project in the folder GROVE_FOLDER (grove, below the home folder), at the same commit.
set -euo pipefail

: "${GROVE_QUEUE:?is the address of the queue, like redis://HOST:6379}"
folder=${GROVE_FOLDER:-grove}
[ "$#" -gt 0 ] || { echo "name the machines: $0 [user@]machine …" >&2; exit 2; }

for machine in "$@"; do
  # -tt: the worker hears of it when this ends.
  ssh -tt "$machine" "cd $(printf %q "$folder") && npm run -s lab -- worker --queue $(printf %q "$GROVE_QUEUE")" \
    </dev/null 2>&1 | sed -u "s|^|$machine: |" &
done
wait
