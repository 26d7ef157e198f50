#!/usr/bin/env bash
# Puts this folder's configuration and problems into a checkout of PettingLLMs and starts its trainer.
#   PETTINGLLMS=/path/to/PettingLLMs GPUS=8 bash run.sh [key=value …]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
: "${PETTINGLLMS:?set PETTINGLLMS to a checkout of PettingLLMs}"
gpus="${GPUS:-8}"
per_model=$((gpus / 2))
[ -d "$PETTINGLLMS/pettingllms/config/ppo_trainer" ] || { echo "$PETTINGLLMS is no checkout of PettingLLMs" >&2; exit 2; }
[ "$per_model" -ge 1 ] || { echo "2 models need at least 2 GPUs, got $gpus" >&2; exit 2; }
case "$here" in *checkpoint*) echo "put this folder where its path has no \"checkpoint\": PettingLLMs takes such a path for a name" >&2; exit 2 ;; esac

# A file that is already there is kept beside the new one.
place() {
  if [ -e "$2" ] && ! cmp -s "$1" "$2"; then mv "$2" "$2.before-grove"; fi
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2"
}
place "$here/config/sokoban_seed_1.yaml" "$PETTINGLLMS/pettingllms/config/grove/sokoban_seed_1.yaml"
for folder in datasets data; do
  [ -d "$here/$folder" ] || continue
  (cd "$here/$folder" && find . -type f) | while read -r file; do place "$here/$folder/$file" "$PETTINGLLMS/$folder/$file"; done
done

export VLLM_USE_V1=1 HYDRA_FULL_ERROR=1
cd "$PETTINGLLMS"
exec python3 -m pettingllms.trainer.train --config-path ../config/grove --config-name sokoban_seed_1 \
  resource.n_gpus_per_node="$gpus" \
  base_models.policy_0.path="$here/models/tool" \
  models.model_0.ppo_trainer_config.trainer.n_gpus_per_node="$per_model" \
  models.model_0.ppo_trainer_config.trainer.n_training_gpus_per_node="$per_model" \
  base_models.policy_1.path="$here/models/plan" \
  models.model_1.ppo_trainer_config.trainer.n_gpus_per_node="$per_model" \
  models.model_1.ppo_trainer_config.trainer.n_training_gpus_per_node="$per_model" \
  "$@"
