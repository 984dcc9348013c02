#!/usr/bin/env bash
# gcnsim's pipes suit the kernels that clang links with the device libraries.   pipe.sh GCNSIM OBJECTS...
set -u
sim=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

expect() { # expect TEXT ARGUMENTS...: lines that the output must have, separated by |
    local text=$1 line lines
    shift
    "$sim" run "$object" "$@" >"$work/out" 2>&1
    IFS='|' read -ra lines <<<"$text"
    for line in "${lines[@]}"; do
        grep -qxF -e "$line" "$work/out" && continue
        echo "$object $*: no line '$line' in:"
        cat "$work/out"
        failures=$((failures + 1))
    done
}

for object; do
    expect 'argument 1 out: 4 i32|    0: 5 6 7 8|argument 2 status: 4 i32|    0: 0 0 0 0' --kernel put --global 4 \
        --local 4 --arg buf:i32=5,6,7,8 --arg pipe:4x4@print=i32 --arg buf:16@print=i32
    # Full: the wave cannot have all its places at once, and each lane then tries for itself.
    expect 'argument 1 out: 3 i32|    0: 5 6 7|    0: 0 0 0 -1' --kernel put --global 4 --local 4 \
        --arg buf:i32=5,6,7,8 --arg pipe:3x4@print=i32 --arg buf:16@print=i32
    expect 'argument 0 in: 1 i32|    0: 9|argument 1 values: 2 i32|    0: 7 8|    0: 0 0' --kernel take \
        --global 2 --local 2 --arg pipe:4x4=i32=7,8,9@print=i32 --arg buf:8@print=i32 --arg buf:8@print=i32
    # Emptied, it begins at its start again.
    expect 'argument 0 in: 0 i32|    0: 7 8 -1|    0: 0 0 -1' --kernel take --global 3 --local 3 \
        --arg pipe:2x4=i32=7,8@print=i32 --arg buf:12@print=i32 --arg buf:12@print=i32
    expect '    0: 2 5' --kernel counts --global 1 --local 1 --arg pipe:5x16=f32=1,2,3,4,5,6,7,8 \
        --arg buf:8@print=i32
    expect 'argument 0 out: 3 i16|    0: 12 11 10|argument 1 status: 1 i32|    0: 1' --kernel reserve --global 1 \
        --local 1 --arg pipe:4x2@print=i16 --arg buf:4@print=i32
    "$sim" run "$object" --kernel put --global 2 --local 2 --arg buf:i32=5,6 --arg pipe:4x4@out="$work/raw" \
        --arg buf:8 && [ "$(od -An -td4 "$work/raw")" = '           5           6' ] ||
        { echo "$object: @out="; failures=$((failures + 1)); }
    for bad in 4 4x 0x4 4x0 x4 4x4x 4x4=i32 4x4=i32=1x 4x4=i16=1 1x4=i32=1,2 4x4@print=i33 99999999x4 4x-1; do
        "$sim" run "$object" --kernel put --global 1 --arg "pipe:$bad" >"$work/out" 2>&1
        [ $? = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] || { echo "pipe:$bad"; failures=$((failures + 1)); }
    done
done
[ $failures = 0 ] && echo "pipes: ok"
exit $((failures != 0))
