#!/usr/bin/env bash
# OCC_ICD_CHECK=all: commands that touch the same bytes without an order are told, and nothing of those with one.
#   unordered.sh BUILD
set -uo pipefail
build=$1
export OCL_ICD_VENDORS=$build/icd OCC_ICD_CHECK=all
failures=0

# check TEXT SCENARIO...: what is told.
check() {
    local text expected=$1
    shift
    text=$("$build/bin/icd-unordered" "$@" 2>&1 >/dev/null | sed "s/at 0x[0-9a-f]*/at A/")
    [ "$text" = "${expected:+occ: $expected}" ] || {
        echo "FAIL $*: $text"
        failures=$((failures + 1))
    }
}

# expect SCENARIO TEXT: that is told of the program, and nothing if it has an order.
expect() {
    check "" "$1" good
    check "$2" "$1"
}

apart() {
    echo "commands without an order: $1: no event, barrier or queue puts one of the two first"
}

expect kernels "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect barrier "$(apart "kernel sum reads byte 0 of a buffer of 256, which kernel put writes")"
expect marker "$(apart "kernel sum reads byte 0 of a buffer of 256, which kernel put writes")"
expect finish "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect blocking "$(apart "clEnqueueReadBuffer reads byte 0 of a buffer of 256, which kernel put writes")"
expect halves "$(apart "kernel put writes byte 124 of a buffer of 256, which kernel put writes")"
expect bytes "$(apart "clEnqueueReadBuffer reads byte 9 of a buffer of 256, which kernel nibble writes")"
expect reads "$(apart "clEnqueueFillBuffer writes byte 16 of a buffer of 256, which kernel sum reads")"
expect atomics "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel count changes atomically")"
expect user "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect poll "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect callback "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect mapped "mapped memory is used: kernel sum reads byte 0 of a buffer of 256, which is mapped for the host to write"
expect map-read "mapped memory is used: kernel twice writes byte 0 of a buffer of 256, which is mapped for the host to read"
expect unmapped "mapped memory is used: kernel twice reads byte 0 of a buffer of 256, which is mapped for the host to write"
expect parts "$(apart "kernel put writes byte 256 of a buffer of 1024, which kernel put writes")"
expect host "$(apart "clEnqueueReadBuffer writes the host's byte at A, which clEnqueueReadBuffer writes")"
expect around "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
expect behind "$(apart "kernel twice reads byte 0 of a buffer of 256, which kernel put writes")"
check "" again good
check "$(apart "kernel put writes byte 0 of a buffer of 256, which kernel put writes")" again
exit $((failures != 0))
