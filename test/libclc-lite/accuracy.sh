#!/bin/sh
# accuracy.sh CLANG SOURCE_DIR WORK_DIR FILE.c: compiles the library's functions for the host and
# measures them, with approximations of the hardware that are good and as bad as documented.
# Contraction off, as in the library.
set -e
program=$3/$(basename "$4" .c)
for worst in "" -DWORST; do
    "$1" -O2 -w -mfma -fno-builtin -ffp-contract=off $worst -I "$2" -o "$program" "$4" -lm
    "$program"
done
