#!/usr/bin/env bash
# Built programs on disk: what is found again is what would be built, and what must not be found is not.
#   cache.sh BUILD FOLDER PROCESSES
# PROCESSES are at one cache at once, of which one in five is killed.
set -uo pipefail
build=$1 folder=$2 processes=$3
host=$build/bin/icd-cached
export OCL_ICD_VENDORS=$build/icd
unset OCC_CACHE_SIZE XDG_CACHE_HOME
failures=0 checks=0

fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

check() { # check WHAT CONDITION...: a command that must succeed
    checks=$((checks + 1))
    "${@:2}" || fail "$1"
}

[ "${OCC_CACHE_DIR:-none}" = none ] || fail "other tests use the cache $OCC_CACHE_DIR"
rm -rf "$folder"
mkdir -p "$folder"/{home,none,with,without,first,second}
cd "$folder" || exit 1
export HOME=$folder/home
export OCC_CACHE_DIR=$folder/cache

# A hash whose rounds are unrolled takes more than 20 ms, also on a faster machine.
cat >long.cl <<'EOF'
#define ROUND(n) \
    a = rotate(a + (b ^ c ^ d) + w[(n) & 15] + n, (uint)(n % 31 + 1)); \
    { uint t = a; a = d; d = c; c = b; b = t + c; } \
    w[(n) & 15] += a * (n + 3);
#define R4(n) ROUND(n) ROUND(n + 1) ROUND(n + 2) ROUND(n + 3)
#define R16(n) R4(n) R4(n + 4) R4(n + 8) R4(n + 12)
#define R64(n) R16(n) R16(n + 16) R16(n + 32) R16(n + 48)
#define R256(n) R64(n) R64(n + 64) R64(n + 128) R64(n + 192)
#ifndef N
#define N 1
#endif
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void hash(global uint *out, global const uint *in)
{
    uint w[16], a = 1, b = 2, c = 3, d = 4, unused;
    for (int i = 0; i < 16; i++)
        w[i] = in[get_global_id(0) * 16 + i];
    R256(0) R256(256) R256(512)
    out[get_global_id(0)] = a ^ b ^ c ^ d;
}
kernel void add(global uint *x) { x[get_global_id(0)] += N; }
EOF
sed '/^#ifndef N$/,/^#endif$/d' long.cl >body
{ echo '#include "n.h"' && cat body; } >included.cl
{ printf '#if __has_include("maybe.h")\n#define N 30\n#else\n#define N 31\n#endif\n' && cat body; } >asks.cl
{ cat long.cl && echo 'constant char when[] = __TIME__; kernel void tell(global char *x) { x[0] = when[x[1]]; }'; } >time.cl
# what is wrong with it is found at its end
{ seq -f 'int f%.0f(int a) { return (a * 3 + 4) / (a ^ 5) - 6; }' 16000 && echo 'kernel void wrong(global int *x) { x[0] = nothing; }'; } >wrong.cl
sed 's/c = 3/c = 5/' long.cl >other.cl
echo 'kernel void add(global uint *x) { x[get_global_id(0)] += 7; }' >short.cl
echo '#define N 10' | tee with/n.h >second/n.h
echo '#define N 11' | tee without/n.h >n11.h
echo '#define N 12' >n12.h
echo >with/maybe.h
sleep 3 # what has just been written may change while it is read: that is not kept

count() { find cache -type f 2>/dev/null | wc -l; }
run() { "$host" "$@" 2>&1; }
# same WHAT WORDS...: what a build gives with the cache is what it gives without.
same() {
    local what=$1
    shift
    OCC_CACHE_DIR=none run "$@" >plain
    run "$@" >cached
    check "$what: another result" cmp -s plain cached
}
# new WHAT NUMBER WORDS...: so many entries more.
new() {
    local before what=$1 number=$2
    before=$(count)
    shift 2
    same "$what" "$@"
    check "$what: $(($(count) - before)) entries more" [ $(($(count) - before)) = "$number" ]
}
# hit WHAT WORDS...: the entry is used, not written.
hit() {
    local what=$1 before after
    find cache -type f -exec touch -d '1 hour ago' {} +
    before=$(find cache -type f -printf '%i %s\n' | sort)
    new "$1" 0 "${@:2}"
    after=$(find cache -type f -printf '%i %s\n' | sort)
    check "$what: entries were written" [ "$before" = "$after" ]
    check "$what: no entry was used" [ -n "$(find cache -type f -mmin -30)" ]
}

# ---- what is kept ----
new "first" 1 long.cl "-Wall -cl-kernel-arg-info"
hit "second" long.cl "-Wall -cl-kernel-arg-info"
check "no warning in the log" grep -q "unused variable 'unused'" cached
check "no attributes" grep -q "attributes 'reqd_work_group_size(64,1,1)', argument 'out'" cached
check "no launch" grep -q "^add: 1 1$" cached
[ "$(grep -ac "$(grep -o '[0-9a-f]\{64\}' "$build/driver/build_id.c")" cache/*)" = 1 ] || fail "which build it was is not in the key"
[ "$(stat -c %a cache)" = 700 ] || fail "the folder's permissions"
[ "$(stat -c %a cache/*)" = 600 ] || fail "a file's permissions"

# ---- what differs ----
new "an option" 1 long.cl "-Wall -cl-kernel-arg-info -DN=2"
new "another value" 1 long.cl "-Wall -cl-kernel-arg-info -DN=3"
new "other messages" 1 long.cl "-cl-kernel-arg-info"
new "no options" 1 long.cl ""
new "another source" 1 other.cl ""
OCC_ICD_DEVICES=gfx803 new "another chip" 1 long.cl ""
OCC_ICD_DEVICES=gfx906:xnack+ new "a feature" 1 long.cl ""
OCC_ICD_DEVICES=gfx906:xnack- new "none" 1 long.cl ""
OCC_ICD_CHECK=all new "OCC_ICD_CHECK=all" 1 long.cl ""
OCC_ICD_VERSION=1.2 new "OCC_ICD_VERSION=1.2" 1 long.cl ""
OCC_ICD_CHECK=fast hit "OCC_ICD_CHECK=fast" long.cl ""

# ---- headers that the program gives; of the unit and of what is linked of it ----
same "a header" included.cl "" n11.h
before=$(count)
hit "the header again" included.cl "" n11.h
same "another header" included.cl "" n12.h
check "another header: no more entries" [ "$(count)" -gt "$before" ]
check "another header: $(tail -n 1 cached)" grep -q "^add: 12 12$" cached

# ---- headers on disk: n.h is in `inc`, and then another one before it ----
ln -sfn with inc
ln -sfn none sooner
new "on disk" 1 included.cl "-Isooner -Iinc"
hit "on disk again" included.cl "-Isooner -Iinc"
ln -sfn without inc
new "its contents" 0 included.cl "-Isooner -Iinc"
check "its contents: $(tail -n 1 cached)" grep -q "^add: 11 11$" cached
hit "new contents again" included.cl "-Isooner -Iinc"
ln -sfn second sooner
new "found sooner" 0 included.cl "-Isooner -Iinc"
check "found sooner: $(tail -n 1 cached)" grep -q "^add: 10 10$" cached
rm inc
hit "not needed any more" included.cl "-Isooner -Iinc"
ln -sfn none sooner
new "gone" 0 included.cl "-Isooner -Iinc"
check "gone" grep -q "'n.h' file not found" cached
ln -sfn without inc
new "not there" 1 asks.cl "-Iinc"
hit "not there, again" asks.cl "-Iinc"
ln -sfn with inc
new "there now" 0 asks.cl "-Iinc"
check "there now: $(tail -n 1 cached)" grep -q "^add: 30 30$" cached

# ---- what is not kept ----
new "a wrong program" 0 wrong.cl ""
new "a short program" 0 short.cl ""
before=$(count)
run time.cl "" >/dev/null
check "the time" [ "$(count)" = "$before" ]

# ---- damage ----
rm -rf cache
run long.cl "" >whole
entry=$(find cache -type f)
size=$(stat -c %s "$entry")
for ((i = 0; i < 12; i++)); do
    at=$((i * size / 12 + i))
    byte=$(od -An -tu1 -j$at -N1 "$entry")
    # shellcheck disable=SC2059
    printf "\\$(printf %03o $((byte ^ 64)))" | dd of="$entry" bs=1 seek=$at conv=notrunc status=none
    run long.cl "" >cached
    check "byte $at of $size: another result" cmp -s whole cached
    check "byte $at of $size: not built again" [ "$(od -An -tu1 -j$at -N1 "$entry")" = "$byte" ]
done
truncate -s 1000 "$entry"
run long.cl "" >cached
check "cut short: another result" cmp -s whole cached
check "cut short: not built again" [ "$(stat -c %s "$entry")" = "$size" ]

# ---- where it is ----
rm -rf cache home/.[!.]*
for off in none ""; do
    OCC_CACHE_DIR=$off run long.cl "" >cached
    check "'$off': another result" cmp -s whole cached
    check "'$off': files" [ -z "$(find home cache -type f 2>/dev/null)" ]
done
(unset OCC_CACHE_DIR && run long.cl "" >cached)
check "the home's: $(find home)" [ "$(find home/.cache/occ -type f | wc -l)" = 1 ]
(unset OCC_CACHE_DIR && XDG_CACHE_HOME=$folder/xdg run long.cl "" >cached)
check "XDG_CACHE_HOME" [ "$(find xdg/occ -type f | wc -l)" = 1 ]
for bad in /proc/occ "$folder/long.cl" "$folder/long.cl/cache" "$folder/a/b/c"; do
    OCC_CACHE_DIR=$bad run long.cl "" >cached
    check "$bad: another result" cmp -s whole cached
done
OCC_CACHE_SIZE=0 run long.cl "" >cached
check "size 0" [ "$(count)" = 0 ]
OCC_CACHE_SIZE=1G run long.cl "" >cached
check "size 1G" grep -qx "occ: OCC_CACHE_SIZE: '1G' is no number of megabytes from 0 to 1048576" cached
check "size 1G: the default" [ "$(count)" = 1 ]
check "files elsewhere: $(git -C "$folder" status --short 2>/dev/null | head -n 3)" [ ! -e a ]

# ---- records and reports of what was found ----
for i in 1 2; do
    OCC_ICD_RECORD=record$i OCC_ICD_REPORT=report$i.json run long.cl "" >cached
    check "recorded $i" cmp -s whole cached
    (cd "record$i"/*-add && find . -type f -exec sha256sum {} + | sort) >sums$i
    grep -v nanoseconds "report$i.json" >told$i
done
check "another record: $(diff sums1 sums2 | head -n 3)" cmp -s sums1 sums2
check "no source recorded" [ -s record2/*-add/source.cl ]
check "another report: $(diff told1 told2 | head -n 3)" cmp -s told1 told2

# ---- many processes ----
rm -rf cache many
mkdir many
for ((i = 0; i < 4; i++)); do
    OCC_CACHE_DIR=none run long.cl "-DN=$i" >many/wanted$i
done
started=()
for ((i = 0; i < processes; i++)); do
    "$host" long.cl "-DN=$((i % 4))" >many/$i 2>&1 &
    started+=($!)
    [ $((i % 5)) != 4 ] || { sleep 0.0$((RANDOM % 8)) && kill -KILL "${started[i]}"; }
done 2>/dev/null
whole=0
for ((i = 0; i < processes; i++)); do
    status=0
    wait "${started[i]}" 2>/dev/null || status=$?
    if [ $((i % 5)) = 4 ]; then
        continue # it may have ended before
    fi
    [ $status = 0 ] || fail "process $i: status $status"
    check "process $i: another result" cmp -s many/wanted$((i % 4)) many/$i
    whole=$((whole + 1))
done
for ((i = 0; i < 4; i++)); do
    hit "after all, $i" long.cl "-DN=$i"
done
echo "$checks checks; $processes processes at one cache, $((processes - whole)) killed"
echo "$((failures == 0)) passed, $((failures != 0)) failed"
exit $((failures != 0))
