#!/usr/bin/env bash
# Mutations of objects of each version, and of bundles.
#   objects.sh BUILD COUNT | -write BUILD FOLDER
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ "$1" = -write ]; then
    build=$2 folder=$3
else
    build=$1 folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
ulimit -f 524288 # a file that grows without end is a finding, and must not take the machine with it
echo 'constant int t[] = {1, 2}; global int g = 3; int f(int x) __attribute__((noinline));
int f(int x) { return x * g; }
kernel void k(global int *a, local int *l, float4 v, read_only image2d_t i) {
    l[0] = t[a[1] & 1]; a[0] = f(l[0]); printf("%d %f", a[0], v.x); }' >"$folder/k.cl"
for version in 2 2d 3 4 5 6; do
    "$build/bin/occ" -w -cl-std=CL2.0 -mcode-object-version=$version "$folder/k.cl" -o "$folder/$version.co"
    "$build/bin/occ" -w -cl-std=CL2.0 -mcode-object-version=$version -g -c "$folder/k.cl" -o "$folder/$version.o"
done
"$build/bin/occ" -w "$root/examples/histogram.cl" -mcpu=gfx90a -o "$folder/late.co"
for version in 2 3 4 5; do
    /usr/lib/llvm-16/bin/clang -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900:xnack- -mcode-object-version=$version \
        -O2 --rocm-path=/usr --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode \
        "$root/examples/reduction.cl" -o "$folder/clang$version.co"
done
# Bundles: one, and two in a program of the host.
(
    cd "$folder"
    "$build/bin/occ" -w -cl-std=CL2.0 --offload-arch=gfx803,gfx906,gfx906:xnack+ --gpu-bundle-output k.cl
    for name in one two; do
        printf '.section .hip_fatbin,"a",@progbits\n.p2align 12\n.incbin "k.hipfb"\n' >$name.s
        as $name.s -o $name.o
    done
    ld -r one.o two.o -o host
    rm one.* two.*
)
rm "$folder/k.cl"
[ "$1" = -write ] || "$build/bin/mutate-objects" 1 "$2" "$folder"/*
