#!/usr/bin/env bash
# Each line of test/peers.txt names a test, each of test/quick.txt one that wants no peer.
#   peers.sh BUILD
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
names=$(ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p')
bad=0 peers='^$'
while read -r line; do
    peers+="|$line"
    grep -qE "$line" <<<"$names" || { echo "test/peers.txt: no test is called $line"; bad=1; }
done < <(sed -n 's/^ *\^/^/p' "$root/test/peers.txt")
wanting=$(grep -v '^#' "$root/test/quick.txt" | grep -E "$peers") || true
[ -z "$wanting" ] || { echo "test/quick.txt has tests that want a peer:" $wanting; bad=1; }
[ $bad = 0 ] && echo "1 passed, 0 failed"
exit $bad
