#!/usr/bin/env bash
# The C sources are as clang-format leaves them; `ninja style` makes them so.
set -euo pipefail
cd "$(dirname "$0")/../.."
mode=(--dry-run -Werror)
[ "${1:-}" = --mend ] && mode=(-i)
find support frontend sema midend gcn backend-gcn libclc-lite driver runtime test examples \
    -name '*.[ch]' -print0 | xargs -0 -n 40 -P 2 clang-format-14 "${mode[@]}"
