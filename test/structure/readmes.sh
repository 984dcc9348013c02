#!/usr/bin/env bash
# A folder's README.md names every file of it: by name, by that of its header, or by a pattern.
set -euo pipefail
cd "$(dirname "$0")/../.."
bad=0
mapfile -t folders < <(git ls-files support frontend sema midend gcn backend-gcn libclc-lite/build driver runtime |
    grep -E '\.(c|h|y|l|def)$' | xargs -n 1 dirname | sort -u)
for folder in "${folders[@]}"; do
    if [ ! -e "$folder/README.md" ]; then
        echo "$folder has no README.md"
        bad=1
        continue
    fi
    mapfile -t patterns < <(grep -oE '[A-Za-z0-9_*]+\.(c|h|y|l|def)\b' "$folder/README.md" |
        sed -E 's/\.[a-z]+$//; s/^_/*_/')
    for file in "$folder"/*.[chyl] "$folder"/*.def; do
        [ -e "$file" ] || continue
        name=${file##*/} ok=
        name=${name%.*}
        for pattern in "${patterns[@]}"; do
            # shellcheck disable=SC2053
            [[ $name == $pattern ]] && ok=1
        done
        if [ -z "$ok" ]; then
            echo "$folder/README.md does not name ${file##*/}"
            bad=1
        fi
    done
done
[ $bad = 0 ] && echo "1 passed, 0 failed"
exit $bad
