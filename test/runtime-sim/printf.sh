#!/usr/bin/env bash
# gcnsim prints what the kernels of printf.cl print.   printf.sh GCNSIM OBJECTS...
set -u
sim=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

check() { # check WHAT, with the expected text on standard input
    cat >"$work/expected"
    sed -i 's/^argument 1 [a-z]*:/argument 1:/' "$work/out" # where the object names arguments
    cmp -s "$work/expected" "$work/out" && return
    echo "$object: $1"
    diff "$work/expected" "$work/out"
    failures=$((failures + 1))
}

for object; do
    run=("$sim" run "$object" --global 1 --local 1)
    "${run[@]}" --kernel forms --arg buf:i32=42 --arg buf:f32=1.5 >"$work/all" 2>&1
    sed -E 's/0x1[0-9a-f]{8} /ADDRESS /' "$work/all" >"$work/out"
    check forms <<'END'
nothing to convert, 100%
42 -42 42 52 2a 2A|   42|42   |00042|+42| 42|0x2a|052|042
-1 -1 -1 255 65535 18446744073709551615
1.500000 1.500000e+00 1.5 0x1.8p+0 1.500000E+00 1.5|   1.500|1.5     |+2
1.500000 inf nan
ok|  x|words|   ab|ab   |ab
a string longer than eight colons: a:b::c	"quoted" back\slash 
ADDRESS 0x0
END
    "${run[@]}" --kernel vectors --arg buf:i32=42 --arg buf:f32=1.5 >"$work/out" 2>&1
    check vectors <<'END'
1.500000,1.000000,2.000000,3.000000 1.500000,-1.500000 1.500000,0.000000
42,-42,0,1 42,2,3 42,-42
-1,1 -1,2,3 ff,2,3,4 255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255
-1,1 -1,2,3 ffff,ffff,ffff,ffff,ffff,ffff,ffff,ffff
|   42,    1|42 ,1  |1.5,1.0|
END
    run=("$sim" run "$object" --kernel results --global 4 --local 4 --arg buf:4*i32=iota)
    "${run[@]}" --arg buf:16@print=i32 --printf-size 32 >"$work/out" 2>"$work/err"
    check 'a full buffer' <<'END'
item 0
item 1
item 2
argument 1: 4 i32
    0: 0 0 0 -1
END
    grep -q '^gcnsim: the printf buffer (--printf-size=32) has 0 bytes left after 3 calls: ' "$work/err" ||
        { cat "$work/err"; failures=$((failures + 1)); }
    "${run[@]}" --arg buf:16@print=i32 --printf-size 8 >"$work/out" 2>"$work/err"
    check 'a buffer without room' <<'END'
argument 1: 4 i32
    0: -1 -1 -1 -1
END
    # What was printed before a fault is shown; uninitialised data are not printed unseen.
    "$sim" run "$object" --kernel results --global 4 --local 4 --arg buf:4*i32=iota --arg buf:8 \
        >"$work/out" 2>"$work/err"
    [ $? = 3 ] && [ "$(wc -l <"$work/out")" = 4 ] || { echo "$object: fault"; failures=$((failures + 1)); }
    "$sim" run "$object" --kernel results --global 4 --local 4 --arg buf:16=undefined --arg buf:16 \
        >"$work/out" 2>"$work/err"
    [ $? = 3 ] && grep -q 'printf prints uninitialised data: argument 0 of "item %d' "$work/err" ||
        { echo "$object: uninitialised"; cat "$work/err"; failures=$((failures + 1)); }
done
[ $failures = 0 ] && echo "printf: ok"
exit $((failures != 0))
