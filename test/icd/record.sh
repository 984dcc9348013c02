#!/usr/bin/env bash
# OCC_ICD_RECORD and OCC_ICD_REPORT: launches of a host program are recorded, run again by gcnsim replay
# and counted.
#   record.sh BUILD FOLDER
set -uo pipefail
build=$1 folder=$2
gcnsim=$build/bin/gcnsim
export OCL_ICD_VENDORS=$build/icd
failures=0

fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

rm -rf "$folder"
mkdir -p "$folder"
OCC_ICD_RECORD=$folder/launches OCC_ICD_REPORT=$folder/report.json \
    "$build/bin/test_icd_commands" >"$folder/log" 2>&1 || fail "the program: $(tail -n 3 "$folder/log")"

# Every launch gives what it gave; of images and buffers.
count=0
for launch in "$folder"/launches/*; do
    count=$((count + 1))
    text=$("$gcnsim" replay "$launch" 2>&1) || fail "$launch: $text"
    [ "$text" = "the same" ] || fail "$launch: $text"
done
[ "$count" -ge 3 ] || fail "only $count launches"

# Mipmaps, bounds of the level of detail, images of images.
OCC_ICD_VERSION=3.0 OCC_ICD_RECORD=$folder/textures "$build/bin/test_icd_textures" >"$folder/log" 2>&1 ||
    fail "the program: $(tail -n 3 "$folder/log")"
for launch in "$folder"/textures/*; do
    text=$("$gcnsim" replay "$launch" 2>&1) || fail "$launch: $text"
done
grep -q 'levels:5' "$folder"/textures/*/launch || fail "no mipmap is recorded"
grep -q 'mip_linear,lod:1.5:3' "$folder"/textures/*/launch || fail "no bounds are recorded"

# Kernels that enqueue, with a queue as large as they had; without one the simulator makes one.
OCC_ICD_VERSION=3.0 OCC_ICD_RECORD=$folder/enqueue "$build/bin/test_icd_enqueue" >"$folder/log" 2>&1 ||
    fail "the program: $(tail -n 3 "$folder/log")"
for launch in "$folder"/enqueue/*-root "$folder"/enqueue/*-chain "$folder"/enqueue/*-good "$folder"/enqueue/*-sizes; do
    text=$("$gcnsim" replay "$launch" 2>&1) || fail "$launch: $text"
    [ "$text" = "the same" ] || fail "$launch: $text"
done

# The same launch as a run; another compiler's object; another result.
twice=$(echo "$folder"/launches/*-twice)
# shellcheck disable=SC2046
(cd "$twice" && "$gcnsim" run object.co $(cat launch)) || fail "launch is no command line"
/usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx900:xnack- \
    -mcode-object-version=4 -Xclang -finclude-default-header -O2 \
    --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode --rocm-path=/usr \
    "$twice/source.cl" -o "$folder/clang.co" 2>"$folder/log" || fail "clang: $(cat "$folder/log")"
(cd "$folder" && "$gcnsim" replay "$twice" --object clang.co --stats >stats) || fail "clang's object"
grep -q cycles "$folder/stats" || fail "no statistics"
[ -s "$twice/source.i" ] || fail "no preprocessed source"
printf '\377' | dd of="$twice/arg0.out" bs=1 conv=notrunc status=none
text=$("$gcnsim" replay "$twice" 2>&1) && fail "another result goes unnoticed"
case $text in
*"argument 0 (a) differs from arg0.out in 1 of 1 dwords, first at byte 0: 0x"*) ;;
*) fail "another result: $text" ;;
esac
text=$("$gcnsim" replay "$twice" --stats 2>/dev/null)
case $text in *cycles*) ;; *) fail "no statistics of another result" ;; esac
text=$("$gcnsim" replay "$folder" 2>&1) && fail "a folder without a launch"

# Where there is no room for a launch, there is no folder, and each one is told, once.
(trap '' XFSZ; ulimit -f 2; OCC_ICD_RECORD=$folder/limited "$build/bin/test_icd_commands" 2>&1) | cat >"$folder/log"
[ -z "$(ls "$folder/limited")" ] || fail "unfinished folders: $(ls "$folder/limited")"
told=$(grep -c "^occ: OCC_ICD_RECORD: $folder/limited/0.*: File too large" "$folder/log")
[ "$told" = "$count" ] || fail "$told failures told of $count: $(grep OCC_ICD "$folder/log")"
[ "$(grep -o "limited/[0-9]*" "$folder/log" | sort -u | wc -l)" = "$count" ] || fail "failures told twice"
[ -z "$(find "$folder/launches" -name '*.part')" ] || fail "folders that are not finished"

# A program that was linked, or loaded from a binary, has the sources of its parts.
OCC_ICD_RECORD=$folder/programs "$build/bin/test_icd_programs" >"$folder/log" 2>&1 ||
    fail "the other program: $(tail -n 3 "$folder/log")"
linked=$(echo "$folder"/programs/*-k)
grep -q 'thrice(uint x);' "$linked/source.i" || fail "no header in $linked/source.i"
grep -q '3 \* x' "$linked/source2.cl" || fail "no library in $linked/source2.cl"
for launch in "$folder"/programs/*; do
    [ -s "$launch/source.i" ] || fail "$launch: no source"
done

# Shared memory and variables are as they were, in a folder that lies in others; what did not end well says
# so and ends again.
OCC_ICD_RECORD=$folder/in/another/one OCC_ICD_VERSION=3.0 OCC_ICD_SECONDS=1 "$build/bin/icd-recorded" \
    >"$folder/log" 2>&1 || fail "icd-recorded: $(tail -n 3 "$folder/log")"
again() { # STATUS TEXT NAME SWITCH...: a replay of that launch
    local text status
    text=$("$gcnsim" replay "$folder/in/another/one/"*-"$3" "${@:4}" 2>&1)
    status=$?
    case $status:$text in
    "$1:"*"$2"*) ;;
    *) fail "$3: $text" ;;
    esac
}
again 0 "the same" follow
for launch in "$folder"/in/another/one/*-count; do
    text=$("$gcnsim" replay "$launch" 2>&1)
    [ "$text" = "the same" ] || fail "$launch: $text"
done
again 0 "the same" borrow
grep -q '^--variable=total=.*@expect=' "$folder/in/another/one/"*-borrow/launch || fail "another program's variable"
again 1 "the launch ended with: stopped after" endless
again 1 ", the variable 4" follow --variable "total=object.co"
again 3 "the launch ended with: out of bounds: write of 4 bytes" far
last=$(printf '%s\n' "$folder"/in/another/one/*-count | tail -n 1)
printf '\377' | dd of="$(find "$last" -name 'variable*.out' | sort | head -n 1)" bs=1 conv=notrunc status=none
text=$("$gcnsim" replay "$last" 2>&1) && fail "another variable goes unnoticed"
case $text in "gcnsim: variable total differs from variable"*) ;; *) fail "another variable: $text" ;; esac
follow=$(echo "$folder"/in/another/one/*-follow)
printf '\377' | dd of="$follow/shared0.out" seek=8 bs=1 conv=notrunc status=none
text=$("$gcnsim" replay "$follow" 2>&1) && fail "other shared memory goes unnoticed"
case $text in "gcnsim: memory at 0x"*" differs from shared0.out in 1 of"*) ;; *) fail "other shared memory: $text" ;; esac
text=$("$gcnsim" replay "$follow" --memory "4096=$twice/arg0.in" 2>&1) && fail "memory where none can be"
case $text in *"memory at 4096: memory at 0x1000 cannot be shared at its address") ;; *) fail "$text" ;; esac

# What was launched, by kernel.
python3 - "$folder/report.json" <<'END' || fail "report.json"
import json, sys
kernels = {k["name"]: k for k in json.load(open(sys.argv[1]))["kernels"]}
assert kernels["add"]["launches"] == 2 and kernels["add"]["work_items"] == 2, kernels["add"]
assert kernels["left"]["work_items"] == 64 and kernels["left"]["cycles"] > 100
for kernel in kernels.values():
    assert kernel["vgprs"] and kernel["occupancy"] and not kernel["failures"]
    rows = kernel["hottest"]
    assert rows and sum(row["cycles"] for row in rows) <= kernel["wave_cycles"]
    assert all(row["source"].startswith("<source>:") for row in rows), rows
    assert all(a["cycles"] >= b["cycles"] for a, b in zip(rows, rows[1:]))
END
OCC_ICD_REPORT=$folder/report.html "$build/bin/test_icd_commands" >/dev/null 2>&1
grep -q '<td class="code">s_waitcnt.*<td class="code">&#60;source&#62;:[0-9]' "$folder/report.html" ||
    fail "report.html"
text=$(OCC_ICD_REPORT=$folder/report.txt "$build/bin/test_icd_commands" 2>&1 >/dev/null)
case $text in *"is no name of a .html or .json file"*) ;; *) fail "report.txt: $text" ;; esac
exit $((failures != 0))
