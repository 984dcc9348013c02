#!/bin/sh
# accuracy.sh CLANG SOURCE_DIR WORK_DIR FILE.c: compiles the library's functions for the host and
# measures them.  Contraction off, as in the library.
set -e
"$1" -O2 -w -mfma -fno-builtin -ffp-contract=off -I "$2" -o "$3/$(basename "$4" .c)" "$4" -lm
"$3/$(basename "$4" .c)"
