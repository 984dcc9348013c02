#!/usr/bin/env bash
# checked.sh EXPECTED LOG PROGRAM [ARGUMENT...]: the program succeeds, and what is told of its calls is what the file
# EXPECTED has: each line once, in order, 0x... for addresses, N for the numbers of packets; those after "? " may be missing; - for
# nothing at all.
# With OCC_BLESS=1 the file is written.
set -euo pipefail
export LC_ALL=C
expected=$1 log=$2
shift 2
rm -f "$log"
OCC_TEST_HSA_LOG=$log OCC_TEST_HSA_STATUS=0 "$@" || { cat "$log"; exit 1; }
tail -n 1 "$log" | grep 'calls checked'
grep 'no hsa_shut_down' "$log" || true
told=$(sed -E '/calls checked|no hsa_shut_down/d; s/0x[0-9a-f]+/0x.../g; s/packet [0-9]+/packet N/g' "$log" | LC_ALL=C sort -u)
if [ "${OCC_BLESS:-}" = 1 ] && [ "$expected" != - ]; then
    grep -h '^[#?]' "$expected" > "$expected.new" || true
    grep -vxFf <(sed -n 's/^? //p' "$expected") <<< "$told" >> "$expected.new" || true
    mv "$expected.new" "$expected"
fi
[ "$expected" = - ] && expected=/dev/null
# What is wrong: lines of one side alone.
missing=$(comm -13 <(printf '%s\n' "$told") <(grep '^hsa-check' "$expected" | LC_ALL=C sort))
more=$(comm -23 <(printf '%s\n' "$told") <(sed -n 's/^? //p; /^hsa-check/p' "$expected" | LC_ALL=C sort) | sed '/^$/d')
printf '%s' "${missing:+not told: $missing
}${more:+told: $more
}"
[ -z "$missing$more" ]
