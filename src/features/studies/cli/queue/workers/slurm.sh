#!/usr/bin/env bash
#SBATCH --job-name=grove-worker
#SBATCH --array=0-7
#SBATCH --gres=gpu:1
#SBATCH --cpus-per-task=4
#SBATCH --time=08:00:00
#SBATCH --requeue
# SIGTERM two minutes before the time is over: the worker puts back what it does.
#SBATCH --signal=B:TERM@120
# A worker for each task of the array; it leaves when the queue was empty for ten minutes.
set -euo pipefail

: "${GROVE_QUEUE:?is the address of the queue: sbatch --export=ALL,GROVE_QUEUE=redis://HOST:6379 slurm.sh}"
cd "${GROVE_FOLDER:-${SLURM_SUBMIT_DIR:-.}}"
echo "worker ${SLURM_ARRAY_TASK_ID:-0} of job ${SLURM_ARRAY_JOB_ID:-none} on $(hostname)"

# dist/headless/lab.mjs is what `npm run lab` builds: once, before, so that eight do not build it at once.
node dist/headless/lab.mjs worker --queue "$GROVE_QUEUE" --leave-after 600 &
worker=$!
trap 'kill -TERM "$worker" 2>/dev/null || true' TERM
wait "$worker" || wait "$worker"
