#!/bin/sh
# cases.sh OCC GCNSIM FOLDER some|all: programs of this folder, whose results are known.
# all: on each generation; a kernel enqueues itself a thousand times.  some: on three; two hundred times.
occ=$1 gcnsim=$2 folder=$3 amount=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# expect WHAT WANTED COMMAND...: the output, without what --local is chosen to be, has this text
expect() {
    what=$1 wanted=$2
    shift 2
    output=$("$@" 2>&1)
    case $output in
    *"$wanted"*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); printf 'FAIL %s: no "%s" in\n%s\n' "$what" "$wanted" "$output" ;;
    esac
}

compile() {
    "$occ" "-mcpu=$target" "$@" || { failed=$((failed + 1)); echo "FAIL $target: $*"; }
}

# From the start of `o` on: what touch leaves for each of five orders.
one='5 5 -2 -3 10 11 10 40 0 40 375 42 42 42 42'
all="$one $one $one $one $one"

ranges='6 15 0 6 15 211 6 45 211 12 138 0 12 138 211 12 390 211 24 3852 0 24 3852 132 24 6324 132'

[ "$amount" = all ] && others="gfx803 gfx90a" || others=
for target in gfx600 gfx701 gfx900 $others; do
    compile -cl-std=CL2.0 "$folder/parent.cl" -o "$work/parent.co"
    expect "$target parent" '48: 144 147 150 153 156 159 162 165 168 171 174 177 180 183 186 189' \
        "$gcnsim" run "$work/parent.co" --kernel=parent --global=64 --local=64 --arg=buf:64*i32=0@print=i32,16 --arg=i32:3
    compile -cl-std=CL2.0 "$folder/chain.cl" -o "$work/chain.co"
    case $amount.$target in
    all.gfx701 | all.gfx900) length=1000 bytes=131072 ;;
    some.gfx900) length=200 bytes=32768 ;;
    *) length= ;;
    esac
    [ -z "$length" ] || expect "$target chain" " $((length + 1)) 0 0 0" "$gcnsim" run "$work/chain.co" --fast --kernel=k --global=1 \
        --arg=buf:4*i32=0@print=i32 "--arg=i32:$length" "--arg=queue:$bytes"
    expect "$target, every schedule" 'of kernels that enqueue no others' \
        "$gcnsim" run "$work/chain.co" --schedule=all --kernel=k --global=1 --arg=buf:4*i32=0 --arg=i32:1
    expect "$target chain, small" ' 129 -101 872 0' \
        "$gcnsim" run "$work/chain.co" --kernel=k --global=1 --arg=buf:4*i32=0@print=i32 --arg=i32:1000 --arg=queue:16384
    compile -cl-std=CL3.0 "$folder/events.cl" -o "$work/events.co"
    for schedule in order round 5; do
        expect "$target events $schedule" ' 1 0 0 0 0 0 256 64 2 10 1 3272 3 0 0 0 0 0 0 0 4 0 0 0' \
            "$gcnsim" run "$work/events.co" --schedule=$schedule --kernel=k --global=1 --arg=buf:24*i32=0@print=i32,24 \
            --arg=buf:2*u64=0
    done
    case $target in gfx600) large='-101 0' ;; *) large='0 1' ;; esac # LDS of 40,000 bytes
    compile -cl-std=CL2.0 "$folder/failures.cl" -o "$work/failures.co"
    expect "$target failures" " 0 30000 $large -101 0 -101 0 -101 0 -101 0 -101 0 0 0" \
        "$gcnsim" run "$work/failures.co" --kernel=k --global=1 --arg=buf:16*i32=0@print=i32,16
    expect "$target printf of a child" 'child of -101' \
        "$gcnsim" run "$work/failures.co" --kernel=k --global=1 --arg=buf:16*i32=0
    compile -cl-std=CL2.0 "$folder/many.cl" -o "$work/many.co"
    for schedule in round 3 4; do # 3 * (1 + ... + 200)
        expect "$target many $schedule" ' 200 0 60300 0' \
            "$gcnsim" run "$work/many.co" --schedule=$schedule --kernel=k --global=200 --local=100 \
            --arg=buf:4*i32=0@print=i32 --arg=queue:32768
    done
    compile -cl-std=CL2.0 "$folder/ranges.cl" -o "$work/ranges.co"
    expect "$target ranges" " $ranges" "$gcnsim" run "$work/ranges.co" --kernel=k --global=1 --arg=buf:27*i32=0@print=i32,27
    compile -cl-std=CL2.0 "$folder/above.cl" -o "$work/above.co"
    expect "$target above" ' 0 0 6 1823 1844 1844 1844 1844' \
        "$gcnsim" run "$work/above.co" --kernel=k --global=1 --arg=buf:8*i32=0@print=i32,8
    expect "$target above, of the host" 'work-groups of 2 work-items are larger than the grid of 1' \
        "$gcnsim" run "$work/above.co" --kernel=k --global=1 --local=2 --arg=buf:8*i32=0
    compile -cl-std=CL2.0 "$folder/locals.cl" -o "$work/locals.co"
    expect "$target locals" ' 0 0 2 32 0 16 0 0 561543 451032 340521 230010' \
        "$gcnsim" run "$work/locals.co" --kernel=k --global=1 --arg=buf:12*i32=0@print=i32,12
    expect "$target locals, metadata" "TypeName: 'double16*'" "$occ" -mcpu=gfx900 -mcode-object-version=2 -cl-std=CL2.0 -S "$folder/locals.cl" -o -
    expect "$target locals, metadata" 'ValueType: F64
    PointeeAlign: 128' "$occ" -mcpu=gfx900 -mcode-object-version=2 -cl-std=CL2.0 -S "$folder/locals.cl" -o -
    for debug in -O2 -g; do
        case $debug in -g) named='-57 -57 -57 -57 -57 -57 -57 -5 -160 -102 -5' ;; *) named='-101 -101 -101 -101 -101 -101 -101 -101 -101 -101 -101' ;; esac
        compile -cl-std=CL2.0 $debug "$folder/named.cl" -o "$work/named.co"
        expect "$target failures, $debug" " $named 0 0 1" \
            "$gcnsim" run "$work/named.co" --kernel=k --global=1 --arg=buf:14*i32=0@print=i32,14
    done
    uniform='0 50 0 7 6 0 1 3 2 0 50 0' # what is picked for 100, 14 x 6 and 7 x 9 x 10; 50 of 100
    for debug in -O2 -g; do
        case $debug in -g) refused=-160 ;; *) refused=-101 ;; esac
        compile -cl-std=CL2.0 $debug -cl-uniform-work-group-size "$folder/uniform.cl" -o "$work/uniform.co"
        expect "$target uniform, $debug" " $refused $refused $refused $uniform" \
            "$gcnsim" run "$work/uniform.co" --kernel=k --global=1 --arg=buf:15*i32=0@print=i32,15
    done
    compile -cl-std=CL2.0 "$folder/signals.cl" -o "$work/signals.co"
    expect "$target signals" " $all" \
        "$gcnsim" run "$work/signals.co" --kernel=touch --global=1 --arg=buf:64 --arg=buf:75*i64=0@print=i64,75 --arg=buf:8
    expect "$target a wave that waits" ' 64 0' \
        "$gcnsim" run "$work/signals.co" --kernel=meet --schedule=round --global=128 --local=128 --arg=buf:8*u64=1,0,0,0,0,0,0,0 \
        --arg=buf:2*i64=0@print=i64
    compile -cl-std=CL1.2 "$folder/doorbell.cl" -o "$work/doorbell.co"
    expect "$target doorbells" ' 301' \
        "$gcnsim" run "$work/doorbell.co" --kernel=again --global=1 --arg=buf:602*u32=0@print=u32,602 --arg=buf:1*u32=0@print=u32
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
