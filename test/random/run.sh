#!/usr/bin/env bash
# Random kernels through occ in several modes and through clang; what they compute must agree.
#   run.sh BUILD FIRST NUMBER [BATCH]    seeds FIRST ... FIRST + NUMBER - 1, BATCH kernels a file,
#                                        on all processors (JOBS=N: on N), a line for each file
#   run.sh BUILD cases                   the programs of cases/, against the hashes that they hold
#   run.sh BUILD FILE.cl...              one program again, with the words that differ
# OCC_POINTERS=1: programs of pointers.py; OCC_INDICES=1: of indices.py.
# OCC_SHAPES=1: of shapes.py.  OCC_LOOPS=1: of loops.py.  OCC_BYTES=1: of bytes.py.
# KEEP=DIR keeps the programs in DIR; NO_CLANG=1 compares occ with itself only; MODE="SWITCHES"
# is one mode more; OCC_MADE=DIR has the programs and clang's objects of all seeds (CMakeLists.txt).
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
modes=(-mode "-mcpu=gfx900 -fverify-passes" -mode "-mcpu=gfx803" -mode "-mcpu=gfx900 -O0"
    -mode "-mcpu=gfx900 -fspill-everything" -mode "-mcpu=gfx803 -O0 -fspill-everything"
    -mode "-mcpu=gfx900 -fno-sched -fwait-everything" -mode "-mcpu=gfx900 -cl-std=CL2.0"
    -mode "-mcpu=gfx803 -cl-std=CL2.0 -O1")
how=() standard=CL1.2
if [ -n "${OCC_POINTERS:-}" ]; then # pointers.py: program-scope variables want CL2.0
    how=(-pointers) standard=CL2.0
    modes=(-mode "-mcpu=gfx900 -cl-std=CL2.0 -O0" -mode "-mcpu=gfx900 -cl-std=CL2.0 -O1"
        -mode "-mcpu=gfx900 -cl-std=CL2.0 -O3 -fverify-passes" -mode "-mcpu=gfx803 -cl-std=CL2.0"
        -mode "-mcpu=gfx90a -cl-std=CL2.0 -fno-sched")
fi
if [ -n "${OCC_LOOPS:-}" ]; then
    modes+=(-mode "-mcpu=gfx900 -cl-finite-math-only -cl-no-signed-zeros -cl-strict-aliasing"
        -mode "-mcpu=gfx803 -cl-finite-math-only -cl-strict-aliasing -fverify-passes")
fi
[ -z "${MODE:-}" ] || modes+=(-mode "$MODE")

peer() { OCC_STANDARD=$standard "$here/peer.sh" "$@"; }

run_file() {
    local source=$1 object=${work:-$(dirname "$1")}/$(basename "$1" .cl) objects=() text
    shift
    if [ -z "${NO_CLANG:-}" ]; then
        if [ -n "${OCC_MADE:-}" ]; then
            objects=(-object "${source%.cl}.co")
        elif peer "$source" -o "$object.co" 2>"$object.err"; then
            objects=(-object "$object.co")
        elif grep -q "PLEASE submit a bug report" "$object.err"; then
            echo "note: clang crashes on $source"
        else
            echo "FAIL $source: clang refuses it"
            return 1
        fi
    fi
    text=$(timeout 600 "$build/bin/random-run" "${how[@]}" "$@" "${objects[@]}" "${modes[@]}" "$source") &&
        { echo "$text"; return 0; }
    # Where clang stands alone, it has two more votes.
    if [ ${#objects[@]} -gt 0 ] && peer "$source" -o "$object.O3.co" -O3 &&
        peer "$source" -o "$object.gfx803.co" -O2 -mcpu=gfx803; then
        timeout 600 "$build/bin/random-run" "${how[@]}" -peers -known "$here/peer_wrong.txt" "$@" "${objects[@]}" -object "$object.O3.co" \
            -object "$object.gfx803.co" "${modes[@]}" "$source"
        return
    fi
    echo "$text"
    return 1
}

status=0
if [ "$1" = batch ]; then # run.sh BUILD batch SEED NUMBER, in $work
    source=${OCC_MADE:-$work}/r$2.cl
    if [ -n "${OCC_MADE:-}" ]; then
        [ -s "$source" ] || status=1
    elif [ -n "${OCC_POINTERS:-}" ]; then
        python3 "$here/pointers.py" "$2" "$3" >"$source"
    elif [ -n "${OCC_INDICES:-}" ]; then
        python3 "$here/indices.py" "$2" "$3" >"$source"
    elif [ -n "${OCC_SHAPES:-}" ]; then
        python3 "$here/shapes.py" "$2" "$3" >"$source"
    elif [ -n "${OCC_BYTES:-}" ]; then
        python3 "$here/bytes.py" "$2" "$3" >"$source"
    elif [ -n "${OCC_LOOPS:-}" ]; then
        python3 "$here/loops.py" "$2" "$3" >"$source"
    else
        python3 "$here/generate.py" ${OCC_GENERATE:-} "$2" "$3" >"$source"
    fi
    run_file "$source" >"$work/r$2.txt" || status=1
    cat "$work/r$2.txt"
    exit $status
fi
export work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
if [ "$1" = cases ]; then
    for file in "$here"/cases/*.cl; do
        "$build/bin/random-run" -expect "${modes[@]}" "$file" || status=1
    done
    exit $status
fi
if [[ $1 == *.cl ]]; then
    for file in "$@"; do
        run_file "$file" -v || status=1
    done
    exit $status
fi
first=$1 number=$2 batch=${3:-10}
for ((seed = first; seed < first + number; seed += batch)); do
    ((size = first + number - seed < batch ? first + number - seed : batch))
    echo "$seed $size"
done | xargs -P "${JOBS:-$(nproc)}" -L 1 "$here/run.sh" "$build" batch
