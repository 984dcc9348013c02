#!/usr/bin/env bash
# Target triples: what each environment makes of address_space(n), of hidden arguments, traps and the
# object; and which are refused.  Names of chips and what objects say of them.
#   triples.sh BUILD
set -uo pipefail
occ=$1/bin/occ
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

# says TEXT COMMAND...   the output contains the text; says_not: it does not
says() {
    local text=$1
    shift
    "$@" >out.txt 2>&1
    grep -qF -- "$text" out.txt || fail "'$*' does not say '$text': $(head -n 3 out.txt)"
}
says_not() {
    local text=$1
    shift
    "$@" >out.txt 2>&1 || fail "'$*' fails: $(head -n 3 out.txt)"
    ! grep -qF -- "$text" out.txt || fail "'$*' says '$text'"
}

# Both ways without a cast only if the number and the word mean the same.
cat >space.cl <<'P'
kernel void k(global int *r)
{
    NAMED int *named = 0;
    __attribute__((address_space(N))) int *numbered = named;
    named = numbered;
    r[0] = *named;
}
P
cat >offset.cl <<'P'
kernel void k(global int *r) { r[0] = get_global_offset(0); }
P
cat >traps.cl <<'P'
kernel void k(global int *r)
{
    if (r[0])
        __builtin_trap();
    __builtin_debugtrap();
}
P
cat >called.cl <<'P'
__attribute__((noinline)) void fails(int n)
{
    if (n == 7)
        __builtin_trap();
}
kernel void k(global int *r)
{
    fails(r[0] + 1);
    fails(r[0]);
}
P

# numbers TRIPLE SPACE...   in the order of their numbers; region: refused
numbers() {
    local triple=$1 n=0 space word
    shift
    for space; do
        if [ "$space" = region ]; then
            says "address space $n is region memory" "$occ" -target "$triple" -cl-std=CL2.0 -DN=$n \
                -DNAMED=global -fsyntax-only space.cl
        else
            for word in private global constant local generic; do
                "$occ" -target "$triple" -cl-std=CL2.0 -DN=$n -DNAMED=$word -fsyntax-only space.cl \
                    >out.txt 2>&1
                case $?$word in
                0$space) ;;
                0*) fail "$triple: address_space($n) is $word" ;;
                *$space) fail "$triple: address_space($n) is not $word: $(head -n 1 out.txt)" ;;
                esac
            done
        fi
        n=$((n + 1))
    done
}

for triple in amdgcn-amd-amdhsa amdgcn--amdhsa amdgcn-amd-amdhsa- amdgcn-amd-amdhsa-amdgizcl \
    amdgcn-amd-amdhsa-amdgiz amdgcn-amd-amdhsa-hcc; do
    numbers $triple generic global constant local region private
done
for triple in amdgcn-amd-amdhsa-opencl amdgcn-amd- amdgcn; do
    numbers $triple private global constant local generic region
done

for triple in amdgcn-amd-amdhsa amdgcn-amd-amdhsa-opencl amdgcn-amd-amdhsa-amdgizcl; do
    says HiddenGlobalOffsetX "$occ" --target=$triple offset.cl -S -o -
    says hidden_global_offset_x "$occ" --target=$triple -mcode-object-version=4 offset.cl -S -o -
done
for triple in amdgcn-amd-amdhsa-amdgiz amdgcn-amd-amdhsa-hcc; do
    says_not Hidden "$occ" --target=$triple offset.cl -S -o -
    says_not hidden_ "$occ" --target=$triple -mcode-object-version=4 offset.cl -S -o -
done

# An atomic of the OpenCL model orders its own space only: no wait for LDS before a release.
cat >order.cl <<'P'
kernel void k(global atomic_int *r, local int *l)
{
    l[get_local_id(0)] = 1;
    atomic_store_explicit(r, 1, memory_order_release, memory_scope_device);
}
P
for triple in amdgcn-amd-amdhsa: -opencl: -amdgizcl: -amdgiz:lgkmcnt -hcc:lgkmcnt amdgcn-amd-:; do
    environment=${triple%:*}
    case $environment in -*) environment=amdgcn-amd-amdhsa$environment ;; esac
    found=$("$occ" --target="$environment" -cl-std=CL2.0 -mcpu=gfx900 order.cl -S -o - |
        grep -B1 -E '(global|flat)_store' | grep -o lgkmcnt)
    [ "$found" = "${triple##*:}" ] || fail "$environment: release waits for '$found'"
done

# The handler's table, and that without an operating system.
for triple in amdgcn-amd-amdhsa amdgcn-amd-amdhsa-opencl amdgcn-amd-amdhsa-amdgizcl \
    amdgcn-amd-amdhsa-amdgiz amdgcn-amd-amdhsa-hcc; do
    says 's_trap 2' "$occ" --target=$triple traps.cl -S -o -
    says 's_trap 3' "$occ" --target=$triple traps.cl -S -o -
    says 'enable_sgpr_queue_ptr = 1' "$occ" --target=$triple traps.cl -S -o -
done
says_not 's_trap' "$occ" --target=amdgcn-amd- traps.cl -S -o -
says 'there is no trap handler' "$occ" --target=amdgcn-amd- traps.cl -S -o -
[ "$("$occ" --target=amdgcn-amd- traps.cl -S -w -o - | grep -c s_endpgm)" = 2 ] ||
    fail 'trap is s_endpgm without an operating system'

# Which versions and chips want the queue in s[0:1].
queue() {
    local chip=$1 version=$2 wanted=$3 count
    count=$("$occ" -mcpu="$chip" -mcode-object-version="$version" traps.cl -S -o - |
        grep -cE 'enable_sgpr_queue_ptr = 1|amdhsa_user_sgpr_queue_ptr 1')
    [ "$count" = "$wanted" ] || fail "$chip, version $version: queue $count"
}
queue gfx701 2 1
queue gfx803 2 1
queue gfx900 2 1
queue gfx701 4 1
queue gfx803 4 1
queue gfx900 4 0
queue gfx90a 4 0

# The simulator's handler wants it there.
for chip in gfx600 gfx701 gfx803 gfx810 gfx900; do
    for version in 2 4; do
        "$occ" -mcpu=$chip -mcode-object-version=$version traps.cl -o traps.co || fail "$chip"
        says 'trap 2 ends the kernel' "$1/bin/gcnsim" run traps.co --global 1 --arg buf:i32=1
        "$occ" -mcpu=$chip -mcode-object-version=$version called.cl -o called.co || fail "$chip: call"
        says 'trap 2 ends the kernel' "$1/bin/gcnsim" run called.co --global 1 --arg buf:i32=7
        says 'without a debugger' "$1/bin/gcnsim" run traps.co --global 1 --arg buf:i32=0
    done
done

# Nothing can load an object for no operating system: its target, and no metadata.
says '-c and -S only' "$occ" --target=amdgcn-amd- offset.cl
says 'no code object versions' "$occ" --target=amdgcn-amd- -mcode-object-version=2 -c offset.cl
"$occ" --target=amdgcn-amd- -mcpu=fiji -c offset.cl -o bare.o || fail 'object without an OS'
says 'OS/ABI:                            UNIX - System V' /usr/lib/llvm-16/bin/llvm-readelf -h bare.o
says 'amdgcn-amd-unknown--gfx803' /usr/lib/llvm-16/bin/llvm-readelf -n bare.o
says_not Kernels /usr/lib/llvm-16/bin/llvm-readelf -n bare.o
"$occ" --target=amdgcn-amd- -mcpu=fiji -S offset.cl -o bare.s
/usr/lib/llvm-16/bin/llvm-mc -triple=amdgcn-amd- -mcpu=fiji -filetype=obj bare.s -o made.o ||
    fail 'llvm-mc refuses what is for no OS'
"$occ" --target=amdgcn-amd- -c bare.s -o again.o || fail 'what is for no OS is not assembled'
for object in made again; do
    says 'amdgcn-amd-unknown--gfx803' /usr/lib/llvm-16/bin/llvm-readelf -n $object.o
done
"$occ" -mcpu=fiji -c offset.cl -o hsa.o
says "'bare.o' is for no operating system" "$occ" bare.o -o none.co
says "'bare.o' is for no operating system" "$occ" hsa.o bare.o -o none.co
test ! -e none.co || fail 'what is for no OS was linked'
for object in bare made again; do
    /usr/lib/llvm-16/bin/llvm-objcopy -O binary -j .text $object.o $object.text
done
cmp bare.text again.text || fail 'another .text for no OS'
cmp bare.text made.text || fail 'llvm-mc makes another .text for no OS'
echo 'kernel void k(global int *p) { p[0] = 1; }' >plain.cl
note() { /usr/lib/llvm-16/bin/llvm-readelf -n "$1" | grep -o 'amdgcn-.*'; }
for cpu in gfx803 gfx900 gfx900:xnack+ gfx906:sramecc+; do
    "$occ" --target=amdgcn-amd- -mcpu=$cpu -c offset.cl -o bare.o
    /usr/lib/llvm-16/bin/clang -x cl -target amdgcn-amd- -mcpu=$cpu -nogpulib -c plain.cl -o clang.o
    [ "$(note bare.o)" = "$(note clang.o)" ] || fail "$cpu without an OS is $(note bare.o), of clang $(note clang.o)"
done

says 'Target: amdgcn-amd-amdhsa-hcc gfx803' "$occ" -v --target=amdgcn--amdhsa-hcc -mcpu=fiji
says "environment in target triple" "$occ" --target=amdgcn-amd-amdhsa-musl offset.cl
says "'r600-amd--' is not a GCN target" "$occ" --target=r600-amd-- offset.cl
says "unknown target triple" "$occ" --target=amdgcn-amd-amdpal offset.cl
says "unknown target triple" "$occ" --target=amdgcn-amd-amdhsa-hcc-elf offset.cl
says 's_endpgm' "$occ" -Xclang -triple -Xclang amdgcn-amd-amdhsa offset.cl -S -o -

# Names of the 2017 guide: the chip that the object is for, and its ISA version.
chip() {
    local name=$1 version=$2 isa=$3 mach=$4
    says "AMD:AMDGPU:$isa" sh -c "'$occ' --list-targets | grep '^$name '"
    "$occ" -mcpu="$name" -mcode-object-version=2 offset.cl -o chip.co || fail "$name"
    says "$mach" /usr/lib/llvm-16/bin/llvm-readobj -h chip.co
    says "Major: ${isa%%:*}, Minor: $(echo "$isa" | cut -d: -f2), Stepping: ${isa##*:}" \
        /usr/lib/llvm-16/bin/llvm-readelf -n chip.co
    "$occ" -mcpu="$name" -mcode-object-version=4 offset.cl -o chip.co || fail "$name, version 4"
    says "amdgcn-amd-amdhsa--$version" /usr/lib/llvm-16/bin/llvm-readelf -n chip.co
}
chip bonaire gfx700 7:0:0 GFX700
chip kaveri gfx700 7:0:0 GFX700
chip hawaii gfx701 7:0:1 GFX701
chip kabini gfx703 7:0:3 GFX703
chip mullins gfx703 7:0:3 GFX703
chip iceland gfx802 8:0:0 GFX802
chip gfx800 gfx802 8:0:0 GFX802
chip carrizo gfx801:xnack+ 8:0:1 GFX801
chip tonga gfx802 8:0:2 GFX802
chip fiji gfx803 8:0:3 GFX803
chip polaris10 gfx803 8:0:3 GFX803
chip polaris11 gfx803 8:0:3 GFX803
chip gfx804 gfx803 8:0:4 GFX803
chip tongapro gfx805 8:0:5 GFX805
chip stoney gfx810:xnack+ 8:1:0 GFX810
chip gfx901 gfx900:xnack+ 9:0:1 GFX900
chip gfx903 gfx902:xnack+ 9:0:3 GFX902
chip gfx905 gfx904:xnack+ 9:0:5 GFX904
chip gfx907 gfx906:xnack+ 9:0:7 GFX906
for name in tahiti:6:0:0 pitcairn:6:0:1 verde:6:0:1 oland:6:0:1 hainan:6:0:1; do
    says "AMD:AMDGPU:${name#*:}" sh -c "'$occ' --list-targets | grep '^${name%%:*} '"
    says_not error "$occ" -mcpu="${name%%:*}" -fsyntax-only offset.cl
done
says 'gfx901 is gfx900 with XNACK on' "$occ" -mcpu=gfx901:xnack- offset.cl
says 'gfx903 is gfx902 with XNACK on' "$occ" -mcpu=gfx903:xnack- offset.cl
says_not error "$occ" -mcpu=gfx901:xnack+ offset.cl -o chip.co
says 'a feature is named twice' "$occ" -mcpu=gfx900:xnack+:xnack- offset.cl
says_not error "$occ" -mcpu=gfx906:xnack+:sramecc- offset.cl -o chip.co
says "no feature 'xnack+'" "$occ" -mcpu=fiji:xnack+ offset.cl
for name in r600 rs880 cedar juniper cypress barts turks caicos cayman aruba; do
    says "'$name' is not a GCN target" "$occ" -mcpu=$name offset.cl
done
# Code for gfx804 is that for its relative.
"$occ" -mcpu=gfx803 -mcode-object-version=4 offset.cl -c -o a.o
"$occ" -mcpu=gfx804 -mcode-object-version=4 offset.cl -c -o b.o
cmp a.o b.o || fail 'the object for gfx804 is not that for gfx803'

[ $failed = 0 ] && echo ok
exit $((failed > 0))
