#!/usr/bin/env bash
# Variables that no unit defines are left to the loader, as clang-16 and lld-16 leave them: undefined in .dynsym, a
# slot in .got, ABS64 in .rela.dyn.  In one step, with -c and a link, by assembly, and as clang has them.
#   external.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$build/bin/occ" "$build/bin/gcnsim" "$build/bin/occ-obj" "$work"
cp "$root/test/driver/external.cl" "$work"
cd "$work" || exit 1
failed=0
cases=0
fail() {
    echo "FAIL: $1"
    failed=$((failed + 1))
}
# What a loader reads of the variables; slots in the order of their names.
seen() { # OBJECT
    llvm-readelf-16 -r --dyn-syms "$1" | awk '
        /R_AMDGPU_ABS64/ { print $3, $5, $6, $7 }
        / UND [a-z]/ { print $3, $4, $5, $6, $7, $8 }' | sort
    llvm-readelf-16 -S "$1" | awk '{ sub(/^ *\[ *[0-9]+\] /, "") } $1 == ".got" { print $1, $2, $5, $7, $10 }'
}
gives() { # OBJECT TEXT
    ./gcnsim run "$1" --global 1 --local 1 --arg buf:4@print=i32 --variable counter=i32=100@print=i32 \
        --variable table=i32=7,8,9,10 >out 2>&1
    printf '%s\n' '    0: 110' '    0: 101' | cmp -s - <(grep '^ ' out) || { fail "$1 ($2)"; head -n 5 out; }
    cases=$((cases + 1))
}
lacks() { # TEXT COMMAND...
    "${@:2}" >out 2>&1
    [ $? = 1 ] && grep -qF -- "$1" out || { fail "no '$1': ${*:2}"; head -n 5 out; }
    cases=$((cases + 1))
}

clang="/usr/lib/llvm-16/bin/clang -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -O2 -nogpulib"
for version in 2 3 4 5; do
    $clang -mcpu=gfx900:xnack- -mcode-object-version=$version external.cl -o clang.co || fail "clang-16"
    seen clang.co >wanted
    gives clang.co "clang-16, version $version"
    flags="-cl-std=CL2.0 -mcpu=gfx900 -mcode-object-version=$version"
    ./occ $flags external.cl -o x.co && ./occ $flags -c external.cl -o x.o && ./occ $flags x.o -o y.co || fail "$flags"
    cmp -s x.co y.co || fail "$flags: in two steps it is another object"
    seen x.co | diff wanted - || fail "$flags: not as lld-16 has it"
    ./occ $flags -S external.cl -o x.s && ./occ $flags x.s -o y.co || fail "$flags -S"
    seen y.co | diff wanted - || fail "$flags -S: not as lld-16 has it"
    gives y.co "-S, version $version"
    $clang -mcpu=gfx900:xnack- -mcode-object-version=$version -c external.cl -o c.o && ./occ c.o -o y.co || fail "clang's"
    seen y.co | diff wanted - || fail "clang's object by occ's linker: not as lld-16 has it"
    gives y.co "clang-16's object by occ's linker, version $version"
done
for target in gfx600 gfx701 gfx803 gfx900 gfx90a; do
    for version in 2 2d 3 4 5 6; do
        flags="-cl-std=CL2.0 -mcpu=$target -mcode-object-version=$version"
        case $target-$version in gfx90a-2*) continue ;; esac
        for level in -O0 -O2; do
            ./occ $flags $level external.cl -o x.co || fail "$flags $level"
            gives x.co "$flags $level"
        done
        [ $version = 2d ] || ./occ-obj verify x.co || fail "$flags: verify"
    done
done

# Definitions of visibility default are there for others, though nobody uses them here; clang keeps them, too.
cat >alone.cl <<'END'
#define SEEN __attribute__((visibility("default")))
SEEN global int counter = 5;
SEEN constant int table[4] = {1, 2, 3, 4};
extern SEEN global int declared_first;
global int declared_first;
extern SEEN global int used_nowhere;
global int for_nobody;
static SEEN global int for_nobody_else;
END
exported() { # OBJECT
    llvm-readelf-16 --dyn-syms "$1" | awk '$4 == "OBJECT" { print $3, $5, $8 }' | sort
}
for version in 2 2d 3 4 5 6; do
    flags="-cl-std=CL2.0 -mcpu=gfx900 -mcode-object-version=$version"
    ./occ $flags alone.cl -o x.co && ./occ $flags -c alone.cl -o x.o && ./occ $flags x.o -o y.co || fail "$flags alone"
    printf '%s\n' '16 GLOBAL table' '4 GLOBAL counter' '4 GLOBAL declared_first' | diff - <(exported x.co) ||
        fail "$flags: what the object exports"
    # a unit of IR has what others may use: for_nobody, too
    exported x.co | diff - <(exported y.co | grep -v for_nobody) || fail "$flags: in two steps it exports others"
    cases=$((cases + 1))
done
$clang -mcpu=gfx900:xnack- alone.cl -o clang.co && ./occ -cl-std=CL2.0 -mcpu=gfx900 alone.cl -o x.co || fail "clang-16"
exported x.co | diff <(exported clang.co) - || fail "not as clang-16 has it"
# Weak ones: undefined and WEAK, at address 0 if the host has none; hidden ones are at 0 for good.  By name, by an
# address in memory, and with a number added.
cat >weak.cl <<'X'
extern HOW global int x[2];
global int *global moved = &x[1];
global int *constant same = x;
kernel void k(global int *o) {
    o[0] = x ? x[0] : -1;
    o[1] = same == x && moved == x + 1;
    o[2] = (ulong)moved == 4;
}
X
weak_gives() { # OBJECT A B C [SWITCH...]
    ./gcnsim run "$1" --global 1 --local 1 --arg buf:12@print=i32 "${@:5}" >out 2>&1
    [ "$(grep '^ ' out)" = "    0: $2 $3 $4" ] || { fail "$1 is not $2 $3 $4 ${*:5}"; head -n 5 out; }
    cases=$((cases + 1))
}
weak_runs() { # OBJECT: as the attributes in $how say
    weak_gives "$1" -1 1 1
    case $how in *default*) weak_gives "$1" 70 1 0 --variable x=i32=70,71 ;; esac
    case $version-$1 in
    2d-* | 2-peer.co | 2-of-clang.co) ;; # verify does not take the guide's form, nor clang-16's arguments of version 2
    *) ./occ-obj verify "$1" || fail "$1, $how, $version: verify" ;;
    esac
}
for how in weak 'weak,visibility("default")'; do
    for version in 2 3 4 5; do
        peer="$clang -DHOW=__attribute__((${how})) -mcpu=gfx900:xnack- -mcode-object-version=$version"
        $peer weak.cl -o peer.co && $peer -c weak.cl -o c.o || fail "clang-16"
        seen peer.co | grep -v HIDDEN >wanted
        ./occ c.o -o of-clang.co || fail "clang's object, $how"
        weak_runs of-clang.co
        seen of-clang.co | diff wanted - || fail "clang's object by occ's linker, $how, $version: not as lld-16 has it"
        weak_runs peer.co
        ./occ -DHOW="__attribute__((${how}))" -cl-std=CL2.0 -mcode-object-version=$version weak.cl -o x.co
        [ "$how" = weak ] || seen x.co | diff wanted - || fail "$how, $version: not as lld-16 has it"
    done
    for target in gfx600 gfx803 gfx900; do
        for version in 2 2d 3 4 5 6; do
            flags="-cl-std=CL2.0 -mcpu=$target -mcode-object-version=$version"
            ./occ $flags -DHOW="__attribute__((${how}))" weak.cl -o x.co || fail "$flags $how"
            weak_runs x.co
            ./occ $flags -DHOW="__attribute__((${how}))" -c weak.cl -o x.o && ./occ $flags x.o -o y.co || fail "$flags -c"
            weak_runs y.co
            ./occ $flags -DHOW="__attribute__((${how}))" -S weak.cl -o x.s && ./occ $flags x.s -o y.co || fail "$flags -S"
            weak_runs y.co
        done
    done
done
# One use that is not weak makes all not weak; a hidden one hides it from the loader.
default='__attribute__((visibility("default")))'
how="-cl-std=CL2.0 -DHOW=__attribute__((weak,visibility(\"default\")))"
echo "extern $default global int x[2]; kernel void b(global int *o) { *o = x[1]; }" >strong.cl
echo 'extern __attribute__((weak)) global int x[2]; kernel void b(global int *o) { *o = 3; if (x) *o = x[1]; }' >hidden.cl
for other in strong hidden; do
    ./occ $how weak.cl $other.cl -o x.co && ./occ $how -c weak.cl -o weak.o && ./occ $how -c $other.cl -o $other.o &&
        ./occ weak.o $other.o -o y.co && cmp x.co y.co || fail "weak and $other"
done
weak_gives y.co -1 1 1 --kernel k --variable x=i32=70,71
[ -z "$(seen y.co)" ] || fail "a variable that is hidden is left to the loader"
./occ weak.o strong.o -o x.co
weak_gives x.co 70 1 0 --kernel k --variable x=i32=70,71
lacks "the object uses x" ./gcnsim run x.co --kernel k --global 1 --arg buf:12
# One declared twice, in two functions too, is one.
cat >twice.cl <<X
extern $default global int x;
kernel void a(global int *o) { o[0] = x; }
extern $default global int x;
kernel void b(global int *o) { extern $default global int y; o[0] = x + y; }
kernel void c(global int *o) { extern $default global int y; o[0] = y; }
X
./occ -cl-std=CL2.0 twice.cl -o x.co && ./occ -cl-std=CL2.0 -c twice.cl -o x.o && ./occ x.o -o y.co && cmp x.co y.co ||
    fail "variables that are declared twice"
[ "$(llvm-readelf-16 --dyn-syms x.co | grep -c 'UND [xy]$')" = 2 ] || fail "variables that are declared twice: symbols"

# Another unit defines them: no symbol is left.
printf 'global int counter = 100; constant int table[4] = {7, 8, 9, 10};\n' >defines.cl
./occ -cl-std=CL2.0 external.cl defines.cl -o x.co || fail "two units"
[ -z "$(seen x.co)" ] || fail "a variable that is defined is left to the loader"
$clang -mcpu=gfx900:xnack- external.cl -o clang.co || fail "clang-16"
lacks "the object uses counter, which neither it nor the host defines" \
    ./gcnsim run clang.co --global 1 --arg buf:4 --variable table=16
lacks "variable 'x' is used but not defined" ./occ -cl-std=CL2.0 -x cl - -o x.co \
    < <(echo 'extern global int x; kernel void k(global int *a) { *a = x; }')
lacks "function 'f'" ./occ -cl-std=CL2.0 -x cl - -o x.co \
    < <(echo '__attribute__((visibility("default"))) void f(void); kernel void k(void) { f(); }')
./gcnsim list clang.co | grep -q 'variable table: used, not defined' || fail "gcnsim list"
echo "external variables: $cases cases, $failed failed"
[ $failed = 0 ]
