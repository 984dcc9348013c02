#!/usr/bin/env bash
# Two processes use the device at the same time: each has right results, and neither disturbs the other.
#   processes.sh ICD-STRESS [SECONDS]
set -uo pipefail
stress=$1 seconds=${2:-2}

"$stress" "$seconds" 4 &
first=$!
"$stress" "$seconds" 4 &
second=$!
# Both still run halfway: their times overlap.
sleep "$(awk "BEGIN { print $seconds / 2 }")"
status=0
kill -0 $first && kill -0 $second || status=1
wait $first || status=1
wait $second || status=1
exit $status
