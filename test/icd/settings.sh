#!/usr/bin/env bash
# Settings that cannot be are told, once, and the default is taken.
#   settings.sh BUILD FOLDER
set -uo pipefail
build=$1 folder=$2
export OCL_ICD_VENDORS=$build/icd
failures=0

fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

# expect SETTING TEXT: a program that works says so once; "": it says nothing of settings.
expect() {
    local text
    text=$(env "$1" "$build/bin/test_icd_errors" 2>&1 >/dev/null | grep '^occ: OCC_')
    [ "$text" = "${2:+occ: $2}" ] || fail "$1: $text"
}

mkdir -p "$folder"
: >"$folder/file"
nowhere="OCC_ICD_DEVICES: no processor:"
expect OCC_ICD_DEVICES=gfx999 "$nowhere 'gfx999'; gfx900 is taken"
expect OCC_ICD_DEVICES=gfx999,gfx803,nosuch "$nowhere 'gfx999', 'nosuch'"
expect OCC_ICD_DEVICES=gfx803:xnack+,gfx900 "$nowhere 'gfx803:xnack+'"
expect "OCC_ICD_DEVICES= , " "$nowhere  , ; gfx900 is taken"
expect OCC_ICD_DEVICES= ""
expect OCC_ICD_DEVICES=gfx900,,gfx803, ""
many=$(printf 'gfx900,%.0s' {1..16})
expect "OCC_ICD_DEVICES=$many, gfx803" "OCC_ICD_DEVICES: ' gfx803' is no part of the first 16 devices"
for devices in fiji gfx906:xnack+ gfx908 gfx901,gfx900:xnack- "gfx906:sramecc-:xnack+,tahiti"; do
    expect OCC_ICD_DEVICES=$devices ""
    OCC_ICD_DEVICES=$devices "$build/bin/test_icd_programs" >"$folder/log" 2>&1 ||
        fail "$devices: $(grep -c FAILED "$folder/log")"
done
# Features reach the compiler: an object of version 2 counts XNACK as another stepping.
rm -rf "$folder/xnack"
OCC_ICD_DEVICES=gfx906:xnack+ OCC_ICD_RECORD=$folder/xnack "$build/bin/test_icd_programs" >"$folder/log" 2>&1
/usr/lib/llvm-16/bin/llvm-readelf -n "$(find "$folder/xnack" -name object.co | head -n 1)" >"$folder/notes"
grep -q 'Stepping: 7' "$folder/notes" ||
    fail "gfx906:xnack+: $(cat "$folder/notes")"
names=$(OCC_ICD_DEVICES=" fiji,nope,, gfx906:xnack+ " clinfo -l 2>/dev/null | grep -c ' gfx')
[ "$names" = 2 ] || fail "devices beside one that is none: $names"
[ -e /dev/kfd ] || OCC_ICD_DEVICES=gpu clinfo -l 2>&1 >"$folder/log" | grep -q '; gfx900 is taken, simulated$' ||
    fail "no device but a GPU that is not there: $(cat "$folder/log")"
expect OCC_ICD_VERSION=2.0 "OCC_ICD_VERSION: '2.0' is no version of OpenCL: 1.2, 3.0"
expect OCC_ICD_CHECK=some "OCC_ICD_CHECK: 'some' is no check: fast, memory, all, api, all,api"
expect OCC_ICD_VENDOR=nobody "OCC_ICD_VENDOR: 'nobody' is no vendor: occ, amd"
expect OCC_ICD_COMPUTE_UNITS=0 "OCC_ICD_COMPUTE_UNITS: '0' is no number from 1 to 1024"
# Of a GPU they are at most what it has.
if [ -e "$build/lib/occ/rocm/libhsakmt.so.1" ]; then
    for row in 3:3 1024:64; do
        units=$(OCC_ICD_COMPUTE_UNITS=${row%:*} OCC_ICD_DEVICES=gpu OCC_KFD_DEVICES=gfx900 \
            LD_LIBRARY_PATH=$build/lib/occ/rocm clinfo --raw | sed -n 's/.*CL_DEVICE_MAX_COMPUTE_UNITS *//p')
        [ "$units" = "${row#*:}" ] || fail "$row compute units of a GPU: $units"
    done
fi
expect OCC_ICD_SECONDS=soon "OCC_ICD_SECONDS: 'soon' is no number from 0 to 1000000"
expect OCC_ICD_SECONDS=0 ""
expect OCC_ICD_RECORD= "OCC_ICD_RECORD: '' is no name of a folder"
expect OCC_ICD_RECORD="$folder/file/in" "OCC_ICD_RECORD: $folder/file/in: Not a directory"
expect OCC_ICD_REPORT=r.txt "OCC_ICD_REPORT: 'r.txt' is no name of a .html or .json file"
expect OCC_ICD_REPORT="$folder/no/r.json" "OCC_ICD_REPORT: $folder/no/r.json cannot be written"
exit $((failures != 0))
