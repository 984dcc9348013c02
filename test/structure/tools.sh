#!/usr/bin/env bash
# Each command of tools/ answers --help with its usage and status 0, an option that it does not know with its usage
# on standard error and status 2, and does nothing else.
set -euo pipefail
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/work"
cd "$folder/work"
cases=0 failed=0

# ask TOOL OPTION STATUS STREAM    STREAM is where the usage goes; the other one stays empty
ask() {
    local status=0 other=out
    [ "$4" = err ] || other=err
    timeout 10 "$tools/$1" "$2" >../out 2>../err </dev/null || status=$?
    cases=$((cases + 1))
    if [ $status != "$3" ] || ! grep -q "^ *tools/$1\b" "../$4" || [ -s ../$other ] || [ "$(ls -A)" ]; then
        echo "tools/$1 $2: status $status"
        head -3 ../out ../err
        failed=$((failed + 1))
    fi
}

for tool in "$tools"/*; do
    [ -x "$tool" ] || continue
    ask "$(basename "$tool")" --help 0 out
    ask "$(basename "$tool")" --no-such-option 2 err
done
echo "$cases cases, $failed failed"
[ $failed = 0 ] && [ $cases -ge 16 ]
