#!/usr/bin/env bash
# OCC_ICD_CHECK=api: what a program does wrong with the API is told, and nothing of one that does not.
#   misuse.sh BUILD
set -uo pipefail
build=$1
export OCL_ICD_VENDORS=$build/icd
failures=0

# expect CHECK HOW TEXT: what is told.
expect() {
    local text
    text=$(OCC_ICD_CHECK=$1 "$build/bin/icd-misuse" "$2" 2>&1 >/dev/null | grep '^occ: api:')
    [ "$text" = "${3:+occ: api: $3}" ] || {
        echo "FAIL $1 $2: $text"
        failures=$((failures + 1))
    }
}

for check in api all,api api,all; do
    expect $check right ""
    expect $check leak "1 memory object was not released when the process ends"
    expect $check argument "kernel twice is launched with argument 0, a memory object that the program has released"
    expect $check buffer "a memory object is used that the program has released"
    expect $check event "an event is used that the program has released"
    expect $check restrict "kernel add is launched with memory that arguments 0 and 1 share, and that is written, though one of the two is restrict"
    for how in image view; do
        expect $check $how "kernel paint is launched with memory that arguments 0 and 1 share, and that is an image, which the kernel reads and writes"
    done
    expect $check pixels "kernel dump is launched with memory that arguments 0 and 1 share, and that is an image, which the kernel reads and writes"
    expect $check queue "a command queue is used that the program has released"
done
expect all leak ""
expect memory restrict ""

# What -fsanitize-recover makes a warning of is told, once.
for check in all memory; do
    told=$(OCC_ICD_CHECK=$check "$build/bin/icd-misuse" recover 2>&1 | grep -c '^occ: warning: uninitialised value')
    [ "$told" = $([ $check = all ] && echo 1 || echo 0) ] || {
        echo "FAIL $check recover: $told warnings"
        failures=$((failures + 1))
    }
done
exit $((failures != 0))
