#!/usr/bin/env bash
# occ run, gcnsim, occ selftest and occ devices with GPUs, on the stand-in for the kernel driver: gfx900 and gfx803.
#   gpu.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
occ=$build/bin/occ sim=$build/bin/gcnsim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0 failed=0
gpu() { # on a machine with these two
    LD_LIBRARY_PATH=$build/lib/occ/rocm OCC_DEVICES=gfx900,gfx803 "$@"
}
fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}
# expect STATUS 'text' words...
expect() {
    local status
    "${@:3}" >out 2>&1
    status=$?
    checks=$((checks + 1))
    if [ $status != "$1" ] || ! grep -qF -- "$2" out; then
        fail "status $status, not $1, or no '$2': ${*:3}"
        head -n 5 out
    fi
}
# same words...: occ run with them gives the same on both GPUs as on the simulator, and something.
same() {
    local chip index=0 status
    for chip in gfx900 gfx803; do
        "$occ" run "-mcpu=$chip" -w "$@" >sim 2>sim.err
        status=$?
        gpu "$occ" run "--device=gpu:$index" -w "$@" >gpu 2>gpu.err
        checks=$((checks + 1))
        { [ $? = $status ] && [ -s gpu ] && cmp -s sim gpu && cmp -s sim.err gpu.err; } || {
            fail "$chip: $*"
            diff sim gpu | head -n 4
            diff sim.err gpu.err | head -n 4
        }
        index=$((index + 1))
    done
}

# What printf prints; a buffer that is too small; what returns -1 then.
printf=$root/test/language/printf
same "$printf/values.cl" --global 1 --local 1 --arg buf:f32=1.5,-2.25,3e10,0.1,1e-30,0,-0,100 \
    --arg buf:i32=42,-42,0,2147483647,-2147483648,7,255,65536 \
    --arg buf:f64=1.5,3.141592653589793,-1e300,1e-5 --arg buf:22*i32=7@print=i32
same -cl-std=CL2.0 "$printf/odd.cl" --global 1 --local 1 --arg buf:i32=0 --arg buf:i8=78,0
same "$printf/waves.cl" waves --global 160 --local 80 --arg buf:160*i32@print=i32
same "$printf/waves.cl" full --global 64 --local 64 --printf-size 212 --arg buf:64*i32@print=i32,64

# Buffers of every kind, files, one buffer twice, local memory, by value, offsets, partial groups, variables, pipes.
cat >k.cl <<'X'
kernel void kinds(global int *a, global const float *b, local int *l, global uchar *c, int4 v, global int *again)
{
    size_t i = get_global_id(0), at = get_local_id(0);
    l[at] = v.s1 + (int)b[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = l[get_local_size(0) - 1 - at] + c[i] * v.s3;
    again[i] += 1;
}
kernel void sizes(global int *r)
{
    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    r[i] = (int)(get_local_size(0) * 10000 + get_group_id(0) * 100 + get_global_id(0));
}
kernel void far(global int *p) { p[get_global_id(0) << 24] = 1; }
kernel void lasting(global volatile int *p) { while (p[0] == 0) {} }
X
for i in 1 2 3 4 5 6 7 8; do printf "%b" "\\x0$i"; done >bytes
same k.cl kinds --global 8 --local 4 --arg buf:8*i32@print=i32@out=written --arg buf:8*f32=iota,5 --arg local:16 \
    --arg buf:bytes@print=x8 --arg i32x4:1,20,3,2 --arg same:0
same -cl-std=CL2.0 k.cl sizes --global 6,2 --local 4,2 --offset 3,0 --arg buf:12*i32@print=i32,6
same k.cl kinds --global 8 --local 4 --arg buf:8*i32@print=i32 --arg buf:8*f32=random,7@print=f32 --arg local:16 \
    --arg buf:8*u8=3@print=u8 --arg i32x4:1,20,3,2 --arg buf:100*i32=iota@at=40@print=i32,20
# More than is copied at once; what version 5 passes as hidden arguments: the queue, where LDS and scratch begin.
cat >large.cl <<'X'
kernel void large(global uint *a) { a[get_global_id(0)] ^= get_global_id(0) * 2654435761u; }
X
"$occ" run large.cl --global 700160 --local 256 --arg buf:700160*u32=iota@out=large.sim --fast 2>/dev/null
gpu "$occ" run --device=gpu:1 large.cl --global 700160 --local 256 --arg buf:700160*u32=iota@out=large.gpu 2>/dev/null
checks=$((checks + 1))
cmp large.sim large.gpu || fail "2.8 MB of results"
cat >generic.cl <<'X'
int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
kernel void anywhere(global int *r, local int *l)
{
    int own[4], i = (int)get_local_id(0);
    l[i] = i;
    own[i & 3] = 100; own[(i + 1) & 3] = 200; own[(i + 2) & 3] = 300; own[(i + 3) & 3] = r[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = i % 3 == 0 ? (int *)own : i % 3 == 1 ? (int *)l : (int *)r;
    r[i + 8] = sum(p, 4);
}
X
for version in 2 3 4 5; do
    same -cl-std=CL2.0 -mcode-object-version=$version -O0 generic.cl --global 8 --local 8 --arg buf:16*i32=7@print=i32 \
        --arg local:32
done
cat >variables.cl <<'X'
global int counter = 5;
global float table[4] = {1, 2, 3, 4};
kernel void v(global float *r) { r[get_global_id(0)] = table[get_global_id(0)] + counter; if (!get_global_id(0)) counter = 9; }
X
same -cl-std=CL2.0 variables.cl --global 4 --arg buf:4*f32@print=f32
same -cl-std=CL2.0 variables.cl --global 4 --arg buf:4*f32@print=f32 --variable counter=i32=100@print=i32
cat >pipes.cl <<'X'
kernel void p(read_only pipe int in, write_only pipe int out)
{
    int x;
    if (read_pipe(in, &x) == 0) { x *= 3; write_pipe(out, &x); }
}
X
same -cl-std=CL2.0 pipes.cl --global 1 --arg pipe:8x4=i32=5,6,7@print=i32 --arg pipe:8x4@print=i32

# Images: opaque on the GPU, the same texels.
cat >images.cl <<'X'
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void flip(read_only image2d_t from, write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, s, (int2)(get_image_width(from) - 1 - at.x, at.y)).zyxw);
}
kernel void sampled(read_only image2d_t from, sampler_t s, global float4 *to)
{
    to[get_global_id(0)] = read_imagef(from, s, (float2)(get_global_id(0) / 8.0f, 0.3f));
}
X
same images.cl flip --global 13,7 --local 13,7 --arg image:13x7=gradient --arg image:13x7@print=u8
same images.cl flip --global 70,33 --local 7,3 --arg image:70x33,RGBA,FLOAT=random,3 \
    --arg image:70x33,RGBA,HALF_FLOAT@print=f16
same images.cl sampled --global 8 --arg image:16x16,R,FLOAT=random --arg sampler:normalized,linear,repeat \
    --arg buf:8*f32x4@print=f32

# Failures: a fault, a kernel that never ends, and the next run; what makes no sense.
expect 3 "memory" gpu "$occ" run --device=gpu k.cl far --global 64 --arg buf:64
expect 1 "the kernel has not ended after 1 seconds" gpu "$occ" run --device=gpu:1 k.cl lasting --global 64 \
    --max-seconds 1 --arg buf:64
expect 1 "takes 1 arguments, not 2" gpu "$occ" run --device=gpu k.cl far --global 64 --arg buf:64 --arg buf:64
expect 1 "there is no GPU 2; there are 2: gfx900:xnack-, gfx803" gpu "$occ" run --device=gpu:2 k.cl far --global 1
expect 1 "--device=gpu is a gfx900, no gfx803" gpu "$occ" run --device=gpu -mcpu=gfx803 k.cl far --global 1
expect 2 "--trace is for the simulator, not for --device=gpu" gpu "$occ" run --device gpu k.cl far --trace --global 1
expect 2 "--memory is for the simulator" gpu "$occ" run --device gpu k.cl far --memory=0x30000000000=bytes --global 1
expect 2 "bad value for --device: gpu:x: gpu or gpu:N" gpu "$occ" run --device=gpu:x k.cl far --global 1
"$occ" -mcpu=gfx803 -o k.co k.cl
expect 1 "gfx803" gpu "$sim" run k.co --device=gpu --kernel far --global 1 --arg buf:8
expect 0 "0: 10000 10101 10202 10303" gpu "$sim" run k.co --device=gpu:1 --kernel sizes --global 4 --local 1 --arg buf:4*i32@print=i32

# What the platform recorded on the simulator, the GPU gives, too.
replayed=0
OCL_ICD_VENDORS=$build/icd OCC_ICD_RECORD=$work/recorded "$build/bin/test_icd_images" >/dev/null 2>&1
for launch in recorded/*/; do
    expect 0 "the same" gpu "$sim" replay "$launch" --device=gpu
    replayed=$((replayed + 1))
done
[ $replayed -ge 20 ] || fail "only $replayed recordings"
echo "--memory=0x30000000000=object.co" >>"recorded/00001-k/launch"
echo "--max-instructions=0" >>"recorded/00001-k/launch"
expect 2 "--memory is for the simulator" gpu "$sim" replay recorded/00001-k --device=gpu
expect 2 "--trace is for the simulator" gpu "$sim" replay recorded/00002-k --device=gpu --trace

# occ devices: both; none; no library.
expect 0 "gpu:1   gfx803, " gpu "$occ" devices
grep -q '^gpu:0   gfx900:xnack-, .*' out && grep -q 'compute units' out && grep -q '^ROCr ' out || fail "occ devices: $(cat out)"
expect 1 "no GPU: /dev/kfd: No such file or directory" "$occ" devices
mkdir broken
: >broken/libhsa-runtime64.so.1
expect 1 "libhsa-runtime64.so.1: file too short" env LD_LIBRARY_PATH="$work/broken" "$occ" devices
expect 2 "is a gfx900, no gfx803" gpu "$occ" selftest --device=gpu -mcpu=gfx803 math/sin
expect 0 "gfx900:xnack-    passed   failed  not run" gpu "$occ" selftest --device=gpu -mcpu=gfx900:xnack- math/sin
expect 3 "no GPU: /dev/kfd" "$occ" selftest --device=gpu math/sin
gpu "$root/test/selftest/words.sh" "$occ" --device=gpu:1 || fail "words.sh on a GPU"
echo "$checks checks, $failed failed"
[ $failed = 0 ]
