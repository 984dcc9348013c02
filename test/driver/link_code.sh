#!/usr/bin/env bash
# Objects with code: one alone becomes what the compiler writes itself; several, of occ, of clang and of assembly,
# become one program, with a GOT; what does not go together is refused.
#   link_code.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$build/bin/occ" "$build/bin/gcnsim" "$work"
cd "$work" || exit 1
failed=0

fail() {
    echo "FAIL: $1"
    failed=$((failed + 1))
}
refuses() { # 'text' command...
    echo old >x.co
    if "${@:2}" >out 2>&1 || ! grep -qF -- "$1" out || [ -e x.co ]; then
        fail "no '$1', or an output: ${*:2}"
        head -n 5 out
    fi
}
gives() { # OBJECT KERNEL VALUE [SWITCH...]
    ./gcnsim run "$1" --kernel "$2" --global 1 --arg buf:i32=14@print=i32 "${@:4}" >out 2>&1
    [ "$(tail -n 1 out)" = "    0: $3" ] || { fail "$2 of $1 does not give $3"; head -n 5 out; }
}

for version in 2 2d 3 4 5 6; do
    for source in "$root"/examples/*.cl "$root"/test/e2e/objects/*.cl; do
        ./occ -w -mcode-object-version=$version "$source" -o direct.co 2>/dev/null || continue
        ./occ -w -mcode-object-version=$version -c "$source" -o x.o
        ./occ -mcode-object-version=$version x.o -o x.co
        cmp -s direct.co x.co || fail "version $version: $(basename "$source") linked is another object"
    done
done

# Comments of nothing.
for name in one two; do
    printf '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"\n\t.globl %s\n%s: s_endpgm\n\t.section .comment,"MS",@progbits,1\n' \
        $name $name >$name.s
    ./occ -mcode-object-version=4 -c $name.s -o $name.o || fail "$name.s"
done
echo 'kernel void k(global int *a) { a[0] = 5; }' >k.cl
./occ -mcode-object-version=4 -c k.cl -o k.o
./occ -mcode-object-version=4 one.o two.o k.o -o x.co || fail "objects with empty comments"
gives x.co k 5

cat >a.s <<'X2'
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
	.text
	.p2align 8
	.globl from_got
	.protected from_got
	.type from_got,@function
from_got:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, number@gotpcrel32@lo+4
	s_addc_u32 s3, s3, number@gotpcrel32@hi+12
	s_load_dwordx2 s[2:3], s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	s_load_dword s2, s[2:3], 0x0
	v_mov_b32_e32 v0, 0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v1, s2
	global_store_dword v0, v1, s[4:5]
	s_endpgm
	.size from_got, .-from_got
	.rodata
	.p2align 6
	.amdhsa_kernel from_got
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space: global
        .offset: 0
        .size: 8
        .value_kind: global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 256
    .name: from_got
    .private_segment_fixed_size: 0
    .sgpr_count: 14
    .symbol: from_got.kd
    .vgpr_count: 4
    .wavefront_size: 64
amdhsa.target: 'amdgcn-amd-amdhsa--gfx900:xnack-'
amdhsa.version: [ 1, 1 ]
...
	.end_amdgpu_metadata
X2
cat >b.s <<'X2'
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
	.data
	.globl number
	.type number,@object
	.size number, 4
	.p2align 2
number:
	.long 23
X2
echo 'kernel void thrice(global int *a) { a[0] *= 3; }' >k.cl
echo 'kernel void twice(global int *a) { a[0] *= 2; }' >c.cl
/usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx900:xnack- -O2 \
    -mcode-object-version=4 -nogpulib -c c.cl -o c.o
./occ -mcode-object-version=4 -c a.s -o a.o && ./occ -mcode-object-version=4 -c b.s -o b.o || fail "assembly does not assemble"
./occ -mcode-object-version=4 a.o b.o c.o k.cl -o x.co || fail "four do not link"
gives x.co from_got 23
gives x.co twice 28
gives x.co thrice 42
./occ -mcode-object-version=4 a.s b.s -o x.co || fail "assembly does not link"
gives x.co from_got 23
cp x.co linked.co

# A variable that nobody defines is the loader's if it is visible, and an error if it is hidden or not reached
# through the GOT.
sed 's/^from_got:/\t.hidden number\n&/' a.s >hidden.s
sed '/number/s/gotpcrel32/rel32/' a.s >relative.s
for source in hidden relative; do
    ./occ -mcode-object-version=4 -c $source.s -o $source.o || fail "$source.s does not assemble"
    refuses "'number' is undefined; '$source.o' uses it at .text+0x10" ./occ $source.o -o x.co
done
if command -v /usr/lib/llvm-16/bin/llvm-mc >/dev/null; then # ours refuses a local symbol without definition
    sed 's/^from_got:/\t.local number\n&/; /\.amdgpu_metadata/,/end_amdgpu_metadata/d' a.s >local.s
    /usr/lib/llvm-16/bin/llvm-mc -triple amdgcn-amd-amdhsa -mcpu=gfx900 -mattr=-xnack -amdhsa-code-object-version=4 \
        -filetype=obj local.s -o local.o
    refuses "'number' is undefined and local; 'local.o' uses it at .text+0x10" ./occ local.o -o x.co
fi
./occ a.o -o x.co || fail "a.o does not link alone"
gives x.co from_got 29 --variable number=i32=29
refuses "'number' is defined in 'b.o' and in 'b.o'" ./occ a.o b.o b.o -o x.co
# With a line table of the object errors have places: of occ (DWARF 2 and 4), of assembly, of LLVM (5).
cat >use.s <<'X2'
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
	.text
	.file 1 "use.cl"
	.globl first
first:
	.loc 1 3 5
	s_nop 0
	.loc 1 4 7
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, number@rel32@lo+4
	s_endpgm
X2
./occ -mcode-object-version=4 -c use.s -o use.o
refuses "'number' is undefined; 'use.o' uses it at .text+0xc, use.cl:4:7" ./occ use.o -o x.co
printf '\nkernel void same(global int *x) {\n  x[0] = 1; }\n' >same.cl
for switch in -g '-g -gdwarf-4' -gline-tables-only; do
    ./occ -mcode-object-version=4 -c $switch same.cl -o same.o
    refuses "'same' is defined in 'same.o', same.cl:2:13 and in 'same.o', same.cl:2:13" ./occ same.o same.o -o x.co
done
./occ -mcode-object-version=4 -c same.cl -o plain.o
refuses "'same' is defined in 'plain.o' and in 'same.o', same.cl:2:13" ./occ plain.o same.o -o x.co
if command -v /usr/lib/llvm-16/bin/llvm-mc >/dev/null; then
    /usr/lib/llvm-16/bin/llvm-mc -triple amdgcn-amd-amdhsa -mcpu=gfx900 -mattr=-xnack -amdhsa-code-object-version=4 \
        -dwarf-version=5 -filetype=obj use.s -o use.o
    refuses "'number' is undefined; 'use.o' uses it at .text+0xc, use.cl:4:7" ./occ use.o -o x.co
fi
refuses "is of code object version" ./occ -mcode-object-version=5 b.o k.cl -o x.co
refuses "'b.o': it is for gfx900, not for gfx906" ./occ -mcpu=gfx906 -mcode-object-version=4 k.cl b.o -o x.co
# What switches say holds for objects alone, too; what they do not say is as the objects have it.
refuses "'b.o': it is for gfx900, not for gfx803" ./occ -mcpu=gfx803 b.o -o x.co
refuses "'b.o': it is of code object version 4, not of 5" ./occ -mcode-object-version=5 b.o -o x.co
echo 'kernel void own(global int *x) { x[0] = 3; }' >own.cl
echo 'kernel void other(global int *x) { x[0] = 3; }' >other.cl
./occ -mcpu=gfx803 own.cl -o direct.co
./occ -c -flto -mcpu=gfx701 other.cl -o other.o
for switch in '' -flto; do
    ./occ -c $switch -mcpu=gfx803 own.cl -o own.o && ./occ own.o -o x.co && cmp direct.co x.co ||
        fail "an object ($switch) is not linked for its own target"
    refuses "for gfx" ./occ own.o other.o -o x.co
    refuses "for gfx803" ./occ own.o other.cl -o x.co
    refuses "for gfx803" ./occ other.cl own.o -o x.co
done
refuses "is linked already" ./occ linked.co b.o -o x.co
refuses "holds code" ./occ -create-library b.o -o x.co
# Rows of printf are numbered anew; those whose numbers are in the code keep them, and the others make room.
echo 'kernel void p(int a) { printf("one %d\n", a); printf("uno %d\n", a); }' >p.cl
echo 'kernel void q(int a) { printf("two %d\n", a); }' >q.cl
prints() { # OBJECT KERNEL TEXT...
    ./gcnsim run "$1" --kernel "$2" --global 1 --local 1 --arg i32:7 >out 2>&1
    printf '%s 7\n' "${@:3}" | cmp -s - out || { fail "$2 of $1 does not print '${*:3}'"; head -n 5 out; }
}
for target in gfx600 gfx803 gfx900; do
    for version in 2 2d 3 4 5 6; do
        flags="-mcpu=$target -mcode-object-version=$version"
        ./occ $flags -c p.cl -o p.o && ./occ $flags -c q.cl -o q.o && ./occ $flags q.o p.o -o x.co ||
            fail "objects with printf do not link ($flags)"
        prints x.co p one uno
        prints x.co q two
    done
done
./occ -mcode-object-version=4 -c p.cl -o p.o && ./occ -mcode-object-version=4 -c q.cl -o q.o
./occ -mcode-object-version=4 -S q.cl -o q.s && ./occ -mcode-object-version=4 -c q.s -o text.o &&
    ./occ -mcode-object-version=4 p.o text.o -o x.co || fail "assembly with printf does not link"
prints x.co p one uno
prints x.co q two
sed 's/\.printf\.1@abs32@lo/1/; /\.printf\.1/d' q.s >fixed.s
sed 's/\<q\>/r/g; s/two/three/' fixed.s >clash.s
./occ -mcode-object-version=4 -c fixed.s -o fixed.o && ./occ -mcode-object-version=4 -c clash.s -o clash.o &&
    ./occ -mcode-object-version=4 p.o fixed.o -o x.co || fail "a fixed number does not link"
prints x.co p one uno
prints x.co q two
refuses "both have a printf number 1" ./occ -mcode-object-version=4 fixed.o clash.o -o x.co
# LLVM's linker knows the relocations.
/usr/lib/llvm-16/bin/ld.lld -shared p.o -o x.co || fail "ld.lld does not link printf"
prints x.co p one uno
[ $failed = 0 ] && echo "linked code: all as it should be"
[ $failed = 0 ]
