#!/usr/bin/env bash
# The libraries have no writable globals: every object file's data is read-only.
# globals.sh LIBRARIES...
set -euo pipefail
# The System V format names the section: .data.rel.ro is written by the loader only.
writable=$(nm -A --defined-only --format=sysv "$@" 2>/dev/null |
    grep -E '\|(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.[^r][^|]*)?$' || true)
if [ -n "$writable" ]; then
    echo "writable globals:"
    echo "$writable"
    exit 1
fi
echo "1 passed, 0 failed"
