#!/usr/bin/env bash
# The tree is as it says: dependencies between folders point one way (an include of a folder above its
# own is a fault), READMEs name the files, the library has no writable globals.
set -euo pipefail
cd "$(dirname "$0")/../.."
bad=0

# check FOLDER ALLOWED...: what files of FOLDER may include besides themselves
check() {
    local folder=$1 line include allowed ok
    shift
    while IFS= read -r line; do
        include=${line#*\"}
        include=${include%%\"*}
        ok=
        for allowed in "$folder/" "$@"; do
            case $include in "$allowed"*) ok=1 ;; esac
        done
        case $include in */*) ;; *) ok=1 ;; esac # generated or local
        if [ -z "$ok" ]; then
            echo "${line%%:*} includes $include"
            bad=1
        fi
    done < <(grep -Hn '^ *# *include "' "$folder"/*.[chly] "$folder"/*.def 2>/dev/null || true)
}

check support
check frontend support/
check sema support/ frontend/
check sema/warn support/ frontend/ sema/
# What sema says of images and kernels goes through IR; the AST ends in gen.
check midend support/ sema/image.h sema/kernel_info.h
check midend/gen support/ frontend/ sema/ midend/ libclc-lite/libclc.h
check backend-gcn support/ midend/
check backend-gcn/isa support/
check backend-gcn/isel support/ midend/ backend-gcn/
check backend-gcn/object support/ midend/ backend-gcn/
check driver support/ frontend/ sema/ midend/ backend-gcn/ libclc-lite/
check runtime/sim support/ backend-gcn/isa/
check libclc-lite support/ frontend/ sema/ midend/

# A folder's README.md names every file of it: by name, by that of its header, or by a pattern.
for folder in support frontend sema sema/warn midend midend/gen backend-gcn backend-gcn/isa backend-gcn/isel backend-gcn/object driver runtime/sim; do
    mapfile -t patterns < <(grep -oE '[A-Za-z0-9_*]+\.(c|h|y|l|def)\b' "$folder/README.md" |
        sed -E 's/\.[a-z]+$//; s/^_/*_/')
    for file in "$folder"/*.[cyl] "$folder"/*.def; do
        [ -e "$file" ] || continue
        name=$(basename "${file%.*}") ok=
        for pattern in "${patterns[@]}"; do
            # shellcheck disable=SC2053
            [[ $name == $pattern ]] && ok=1
        done
        if [ -z "$ok" ]; then
            echo "$folder/README.md does not name $(basename "$file")"
            bad=1
        fi
    done
done

# The library has no writable globals: every object file's data is read-only.
if [ $# -gt 0 ]; then
    # The System V format names the section: .data.rel.ro is written by the loader only.
    writable=$(nm -A --defined-only --format=sysv "$@" 2>/dev/null |
        grep -E '\|(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.[^r][^|]*)?$' || true)
    if [ -n "$writable" ]; then
        echo "writable globals:"
        echo "$writable"
        bad=1
    fi
fi
[ $bad = 0 ] && echo "1 passed, 0 failed"
exit $bad
