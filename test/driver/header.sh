#!/usr/bin/env bash
# occ.h in C++17 and C99 against the shared library, which exports what it declares and nothing else.
#   header.sh SOURCE LIBRARY PROGRAM
set -euo pipefail
source=$1 library=$2 program=$3
flags=(-Wall -Wextra -Werror -pedantic -I "$source")
g++ -std=c++17 "${flags[@]}" "$source/test/driver/header.cc" "$library" -o "$program"
LD_LIBRARY_PATH=$(dirname "$library") "$program"
gcc -std=c99 "${flags[@]}" -fsyntax-only -x c "$source/driver/occ.h"

declared=$(grep -oE 'occ_[a-z_]+\(' <(grep -A1 '^OCC_API' "$source/driver/occ.h") | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sort -u)
if [ "$(sed 's/@@OCC_0.1$//' <<<"$exported")" != "$declared" ]; then
    diff <(echo "$declared") <(sed 's/@@OCC_0.1$//' <<<"$exported")
    exit 1
fi
if grep -v '@@OCC_0.1$' <<<"$exported"; then
    echo "without a version"
    exit 1
fi
