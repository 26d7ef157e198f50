#!/usr/bin/env bash
# Goes on training one role with verl.
#   bash run_verl.sh ROLE [key=value …]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
role="${1:?name a role: $(cd "$here/verl" && ls | sed 's/[.]yaml$//' | tr '\n' ' ')}"
shift
export GROVE_FOLDER="$here"
exec python3 -m verl.trainer.main_ppo --config-path "$here/verl" --config-name "$role" "$@"
