#!/usr/bin/env bash
# The programs in each environment, set before the platform is made or before the build.   program.sh PROGRAM...
set -euo pipefail
cases=0 bad=0
for program in "$@"; do
    for what in none up down zero ftz traps; do
        for when in early late; do
            cases=$((cases + 1))
            if ! "$program" $what $when; then
                echo "$(basename "$program") $what $when"
                bad=$((bad + 1))
            fi
        done
    done
done
echo "$cases cases, $bad failed"
[ $bad = 0 ]
