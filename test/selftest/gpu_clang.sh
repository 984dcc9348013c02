#!/usr/bin/env bash
# Objects of clang-16 give the same on a GPU: it has the apertures of LDS and scratch from hidden arguments of version 5,
# which occ's objects never ask for.
#   gpu_clang.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cat >k.cl <<'X'
__attribute__((noinline)) int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
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
passed=0 failed=0 hidden=0
for target in gfx803 gfx900:xnack-; do
    for version in 2 3 4 5; do
        /usr/lib/llvm-16/bin/clang -x cl -cl-std=CL2.0 -w -target amdgcn-amd-amdhsa -mcpu=$target --rocm-path=/usr \
            -mcode-object-version=$version --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode -O1 k.cl -o k.co
        run=("$build/bin/gcnsim" run k.co --global 8 --local 8 --arg "buf:16*i32=7@print=i32" --arg local:32)
        "$build/bin/gcnsim" list k.co | grep -q 'hidden .*local aperture' && hidden=$((hidden + 1))
        "${run[@]}" >sim 2>&1
        LD_LIBRARY_PATH=$build/lib/occ/rocm OCC_DEVICES=${target%:*} "${run[@]}" --device=gpu >gpu 2>&1
        if grep -q '607 6 28' gpu && cmp -s sim gpu; then
            passed=$((passed + 1))
        else
            echo "FAIL $target, version $version:"
            diff sim gpu | head -n 5
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed; $hidden with apertures as arguments"
[ $failed = 0 ] && [ $hidden -gt 0 ]
