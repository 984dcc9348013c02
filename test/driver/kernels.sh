#!/usr/bin/env bash
# occ_add_kernels: an example project is built by ninja and by make, again when a header changes, and by
# way of ccache, which compiles nothing in a second build folder, nor on a second machine with the same
# remote storage.
#   kernels.sh BUILD CC
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 compiler=$2
work=$(mktemp -d)
redis=
clean_up() {
    [ -z "$redis" ] || { kill "$redis" && wait "$redis"; } 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
cmake --install "$build" --prefix "$work/occ" >/dev/null
cp -r "$root/examples/kernels" "$work/project"

configure() { # FOLDER GENERATOR SWITCH...
    cmake -S "$work/project" -B "$work/$1" -G "$2" -DCMAKE_PREFIX_PATH="$work/occ" \
        -DCMAKE_C_COMPILER="$compiler" "${@:3}" >"$work/log" || { cat "$work/log"; exit 1; }
}
make_all() { cmake --build "$work/$1" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
fail() {
    echo "FAIL: $*"
    cat "$work/log"
    exit 1
}

value=11 # 2 * (5 + 0.5)
for generator in Ninja "Unix Makefiles"; do
    folder=build-${generator// /-}
    configure "$folder" "$generator"
    make_all "$folder"
    "$work/$folder/uses-kernels" | grep -q 'scale takes [0-9]* bytes for gfx900' || fail "uses-kernels"
    loose=$work/$folder/kernels/loose-kernels/scale-gfx900.co
    ran=$("$build/bin/gcnsim" run "$loose" --global 1 --arg buf:f32=2@print=f32 2>/dev/null | tail -n 1)
    [ "$ran" = "    0: $value" ] || fail "scale-gfx900.co gives $ran"
    value=13 # 2 * (5 + 1.5), with the header that is written now
    make_all "$folder"
    ! grep -q Compiling "$work/log" || fail "built again for nothing"
    sleep 1.1 # make counts seconds
    echo '#define OFFSET 1.5f' >"$work/project/scale.h"
    make_all "$folder"
    [ "$(grep -c Compiling "$work/log")" -ge 3 ] || fail "a header has changed"
done

# Names, switches and folders that want quotes; an error leaves no output and is told once.
mkdir -p "$work/odd project/sub dir"
cp -r "$work/odd project/sub dir" "$work/odd project/a"
cat >"$work/odd project/CMakeLists.txt" <<'X'
cmake_minimum_required(VERSION 3.25)
project(odd LANGUAGES C)
find_package(occ 0.1 REQUIRED)
add_executable(odd main.c)
occ_add_kernels(odd FILES "sub dir/my kernel.cl" "${CMAKE_CURRENT_SOURCE_DIR}/a+b (2).cl" TARGETS gfx900 gfx803
    OPTIONS "-DTEXT=\"a $b\"" "-DSET(x)=x;" "-I${CMAKE_CURRENT_SOURCE_DIR}/sub dir" EMBED)
if(TWICE)
    occ_add_kernels(twice FILES a/k.cl "sub dir/k.cl")
endif()
X
printf '#include "of it.h"\nconstant char t[] = TEXT; kernel void k(global char *x) { SET(x[0] = t[x[1]]) }\n' |
    tee "$work/odd project/a+b (2).cl" >"$work/odd project/sub dir/my kernel.cl"
echo '#define HEADER' >"$work/odd project/sub dir/of it.h"
printf '#include "odd_kernels.h"\nint main(void) { return my_kernel_gfx900[0] + a_b__2__gfx803[0] != 0xFE; }\n' \
    >"$work/odd project/main.c"
configure_odd() {
    cmake -S "$work/odd project" -B "$work/odd $1" -G "$1" -DCMAKE_PREFIX_PATH="$work/occ" \
        -DCMAKE_C_COMPILER="$compiler" "${@:2}" >"$work/log" 2>&1
}
for generator in Ninja "Unix Makefiles"; do
    folder="odd $generator" object="$work/odd $generator/kernels/odd/my kernel-gfx900.o"
    configure_odd "$generator" || fail "$generator: odd names"
    make_all "$folder"
    "$work/$folder/odd" || fail "$generator: odd names in a program"
    make_all "$folder"
    ! grep -q Compiling "$work/log" || fail "$generator: built again for nothing"
    sleep 1.1
    rm "$work/odd project/sub dir/of it.h" # which nothing includes any more
    sed -i '/#include/d' "$work/odd project/sub dir/my kernel.cl" "$work/odd project/a+b (2).cl"
    make_all "$folder"
    sleep 1.1
    echo 'kernel void k(global char *x) { y = 1; }' >"$work/odd project/sub dir/my kernel.cl"
    ! cmake --build "$work/$folder" >"$work/log" 2>&1 || fail "$generator: a wrong kernel is built"
    grep -q "my kernel.cl:1:33: error: use of undeclared identifier 'y'" "$work/log" || fail "$generator: no error"
    [ ! -e "$object" ] || fail "$generator: an object of a wrong kernel"
    printf '#include "of it.h"\nconstant char t[] = TEXT; kernel void k(global char *x) { SET(x[0] = t[x[1]]) }\n' |
        tee "$work/odd project/a+b (2).cl" >"$work/odd project/sub dir/my kernel.cl"
    echo '#define HEADER' >"$work/odd project/sub dir/of it.h"
    make_all "$folder"
    cmake --build "$work/$folder" --target clean >"$work/log" 2>&1 && [ ! -e "$object" ] || fail "$generator: clean"
done
! configure_odd Ninja -DTWICE=ON || fail "two files of one name"
grep -q 'two files would be k-gfx900.co' "$work/log" || fail "two files of one name: the message"

# Targets with features, files that rules of make have no plain names for, several calls for one target, a
# project of C++ alone.
mkdir "$work/many project"
cat >"$work/many project/CMakeLists.txt" <<'X'
cmake_minimum_required(VERSION 3.25)
project(many LANGUAGES CXX)
find_package(occ 0.1 REQUIRED)
add_executable(many main.cc)
occ_add_kernels(many FILES k.cl TARGETS gfx906:xnack+ gfx906:xnack- EMBED)
occ_add_kernels(many FILES other.cl EMBED)
occ_add_kernels(many FILES loose.cl)
occ_add_kernels(many FILES loose.cl TARGETS gfx906:sramecc+:xnack-)
occ_add_kernels(alone FILES k.cl)
occ_add_kernels(alone FILES "it's $1.cl")
occ_add_kernels(alone FILES other.cl "lone'.cl")
if(TWICE)
    occ_add_kernels(many FILES "sub/k.cl" TARGETS gfx906:xnack+)
endif()
X
cat >"$work/many project/main.cc" <<'X'
#include "many_kernels.h"
int main() { return k_gfx906_xnack_on[0] + k_gfx906_xnack_off[0] + other_gfx900[0] != 3 * 0x7F || other_gfx900_size < 99; }
X
for name in k other loose "it's \$1"; do
    printf '#include "quoted.h"\nkernel void k(global char *x) { x[0] = 1; }\n' >"$work/many project/$name.cl"
done
echo 'kernel void k(global char *x) { x[0] = 1; }' >"$work/many project/lone'.cl" # without a header
touch "$work/many project/quoted.h"
many() { # CMake's words
    CXX=c++ cmake -S "$work/many project" -B "$work/many $1" -G "$1" -DCMAKE_PREFIX_PATH="$work/occ" "${@:2}" >"$work/log" 2>&1
}
for generator in Ninja "Unix Makefiles"; do
    many "$generator" || fail "$generator: a project of C++"
    make_all "many $generator"
    "$work/many $generator/many" || fail "$generator: arrays in C++"
    kernels=$work/many\ $generator/kernels
    for object in many/loose-gfx900 many/loose-gfx906_sramecc+_xnack- alone/k-gfx900 "alone/it_s _1-gfx900" alone/other-gfx900; do
        [ -s "$kernels/$object.co" ] || fail "$generator: no $object"
    done
    make_all "many $generator"
    ! grep -qE 'Compiling|Linking' "$work/log" || fail "$generator: built again for nothing"
    sleep 1.1
    echo '#define QUOTED' >"$work/many project/quoted.h"
    make_all "many $generator"
    [ "$(grep -c Compiling "$work/log")" = 8 ] || fail "$generator: a header of eight has changed"
    : >"$work/many project/quoted.h"
done
! many Ninja -DTWICE=ON || fail "two calls for one output"
grep -q 'two files would be k-gfx906_xnack+.co' "$work/log" || fail "two calls for one output: the message"

# A project of an older CMake is no reason to compile again; names with several dots; generator expressions, of
# nothing, of several, beside what looks like a list; a call where the package is not known.
mkdir -p "$work/old project/sub"
cat >"$work/old project/CMakeLists.txt" <<'X'
cmake_minimum_required(VERSION 3.16)
project(old C)
if(ELSEWHERE)
    add_subdirectory(sub)
else()
    find_package(occ 0.1 REQUIRED)
endif()
occ_add_kernels(old FILES k.f32.cl k.f16.cl TARGETS gfx900 OPTIONS $<$<CONFIG:Debug>:-g> "$<$<CONFIG:Release>:-DA=1;-DB=2>"
    "-DC(x)=x;" "-D$<JOIN:D=4;E=5,;-D>")
X
echo 'find_package(occ 0.1 REQUIRED)' >"$work/old project/sub/CMakeLists.txt"
for name in k.f32 k.f16; do
    printf '#include "of.h"\nkernel void k(global char *x) { C(x[0] = A + B + D + E) }\n' >"$work/old project/$name.cl"
done
touch "$work/old project/of.h"
old() {
    cmake -S "$work/old project" -B "$work/old $1" -G "$1" -DCMAKE_PREFIX_PATH="$work/occ" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$compiler" "${@:2}" >"$work/log" 2>&1
}
for generator in Ninja "Unix Makefiles"; do
    old "$generator" || fail "$generator: an old project"
    make_all "old $generator"
    for name in f32 f16; do
        [ -s "$work/old $generator/kernels/old/k.$name-gfx900.co" ] || fail "$generator: no k.$name-gfx900.co"
    done
    make_all "old $generator"
    ! grep -qE 'Compiling|Linking' "$work/log" || fail "$generator: an old project is built again for nothing"
done
! old Ninja -DELSEWHERE=ON || fail "occ is known outside of its folder"
grep -q 'occ_add_kernels(old): occ::occ is not known in this folder' "$work/log" || fail "occ elsewhere: the message"

# compiles MACHINE FOLDER GENERATOR: the numbers of misses and of hits of that build
compiles() {
    export CCACHE_DIR=$work/$1
    ccache -z >/dev/null
    configure "$2" "$3" -DOCC_COMPILER_LAUNCHER=ccache
    make_all "$2"
    ccache --print-stats >"$work/log"
    awk '$1 == "cache_miss" { misses = $2 } $1 ~ /^(direct|preprocessed)_cache_hit$/ { hits += $2 }
        END { print misses + 0, hits + 0 }' "$work/log"
}
same_object() { cmp "$work"/{"$1","$2"}/kernels/loose-kernels/scale-gfx900.co; }

# One on a free port of this machine alone, which keeps nothing: redis-server is a name of the program that
# redis-tools calls redis-check-rdb, and the package of that name would start a service.
start_redis() {
    for _ in {1..20}; do
        port=$((20000 + RANDOM % 12000))
        (exec -a redis-server redis-check-rdb --bind 127.0.0.1 --port "$port" --save '' --appendonly no --dir "$work" \
            >"$work/redis.log" 2>&1) &
        redis=$!
        for _ in {1..50}; do
            kill -0 "$redis" 2>/dev/null || break
            ! grep -q 'Ready to accept connections' "$work/redis.log" || return 0
            sleep 0.1
        done
        wait "$redis" || true
        redis=
    done
    return 1
}

export CCACHE_CONFIGPATH=/dev/null CCACHE_NODEPEND=1
unset CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_DISABLE CCACHE_RECACHE CCACHE_READONLY CCACHE_REMOTE_STORAGE
[ "$(compiles machine first Ninja)" = '3 0' ] || fail "the first folder compiles three kernels"
[ "$(compiles machine second Ninja)" = '0 3' ] || fail "the second folder compiles"
same_object first second
start_redis || fail "redis-server: $(cat "$work/redis.log")"
export CCACHE_REMOTE_STORAGE=redis://127.0.0.1:$port
[ "$(compiles one shared Ninja)" = '3 0' ] || fail "the first machine compiles three kernels"
[ "$(compiles other taken 'Unix Makefiles')" = '0 3' ] || fail "the second machine compiles"
grep -qE '^remote_storage_hit.[1-9]' "$work/log" || fail "no hits of the remote storage"
same_object shared taken
same_object first taken
