#!/usr/bin/env bash
# Random programs of expressions on occ and on pocl, on all processors, a line for each hundred.
#   run.sh BUILD FIRST NUMBER [SWITCH]...     seeds FIRST ... FIRST + NUMBER - 1
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1 first=$2 number=$3
shift 3
export POCL_CACHE_DIR OCL_ICD_VENDORS=libpocl.so.2
POCL_CACHE_DIR=$(mktemp -d)
trap 'rm -rf "$POCL_CACHE_DIR"' EXIT
for ((seed = first; seed < first + number; seed += 100)); do
    echo "$seed $((first + number - seed < 100 ? first + number - seed : 100))"
done | xargs -P "${JOBS:-$(nproc)}" -L 1 "$build/bin/expression-run" -peer \
    -known "$here/peer_wrong.txt" "$@"
