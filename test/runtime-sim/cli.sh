#!/usr/bin/env bash
# Exit statuses and manners of gcnsim.
#   cli.sh GCNSIM OBJECT COMMAND2 COMMAND5 ONE    vadd of kernels.cl; command.cl as version 2 and 5;
#                                                 command_one.cl
set -u
sim=$1 object=$2 command=("$3" "$4") one=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
handler=$(dirname "$object")/trap_handler-gfx803.co
undefined=$(dirname "$object")/undefined.co
cp "$object" "$work/vadd.co" # the build's path may have spaces
object=$work/vadd.co
failures=0

expect() { # expect STATUS TEXT ARGUMENTS...
    local status=$1 text=$2
    shift 2
    "$sim" "$@" >"$work/out" 2>&1
    local got=$?
    [ $status = 2 ] && [ "$(wc -l <"$work/out")" != 1 ] && got=long
    if [ $got != "$status" ] || { [ "$text" ] && ! grep -q -e "$text" "$work/out"; }; then
        echo "gcnsim $*: status $got, not $status, or no '$text' in:"
        cat "$work/out"
        failures=$((failures + 1))
    fi
}

run="run $object --kernel vadd --global 64 --local 64 --arg buf:256 --arg buf:256"
expect 2 'the first word is run, profile, debug, replay or list'
expect 2 'the first word is run, profile, debug, replay or list: walk' walk
expect 2 'no code object' run
expect 2 'list takes one code object' list "$object" "$object"
expect 2 'unknown switch: --frobnicate ' run "$object" --frobnicate
expect 2 'one code object, then switches: ' run "$object" "$object" --kernel vadd
expect 2 'did you mean --kernel?' run "$object" --kernle vadd
expect 2 'the switch needs a value: --kernel' run "$object" --kernel
expect 2 'the switch takes no value: --own=1' run "$object" --own=1
expect 2 'the switch needs a value: --stats=' run "$object" --stats=
expect 2 'bad value for --stats: xml' run "$object" --stats=xml
expect 2 'bad value for --device: card: gpu or gpu:N' run "$object" --device=card
expect 2 '--trace is for the simulator, not for --device=gpu:1' run "$object" --device=gpu:1 --trace --global 64
expect 2 'a GPU only runs and replays' debug "$object" --device=gpu --global 64
expect 2 'global is needed' run "$object" --kernel vadd
expect 2 'bad value' run "$object" --kernel vadd --global 1x --local 1
expect 2 'bad value' $run --arg i33:4
expect 2 'bad value' $run --arg i32:four
for bad in often '' -1 1x; do
    expect 2 'bad value' $run --rounding "$bad"
done
expect 2 'dimensions' run "$object" --kernel vadd --global 64 --offset 1,2
expect 2 'dimensions' run "$object" --kernel vadd --global 64,1 --local 64
expect 0 usage --help
expect 1 'No such file' run "$work/nothing.co" --kernel vadd --global 64 --local 64
expect 1 'a device, not a file' list /dev/zero
printf 'not an object' >"$work/bad.co"
expect 1 'not an ELF' run "$work/bad.co" --kernel vadd --global 64 --local 64
expect 1 'undefined.co: the object uses elsewhere, which neither it nor the host defines$' run "$undefined" --global 1
expect 1 'undefined.co has no kernel' run "$undefined" --global 1 --variable elsewhere=8
expect 0 'variable elsewhere: used, not defined' list "$undefined"
expect 1 'no kernel' run "$object" --kernel nothing --global 64 --local 64
expect 1 'takes 4 arguments' $run
expect 1 'No such file' $run --arg buf:"$work/nothing" --arg i32:64
expect 0 '' $run --arg buf:256 --arg i32:64
expect 0 usage run --help
expect 0 '' run "$object" --kernel=vadd --global=64 --local=64 --arg=buf:256 --arg=buf:256 --arg=buf:256 \
    --arg=i32:64
expect 1 '^gcnsim: kernel vadd takes 4 arguments, not 0$' run "$object" --kernel vadd --global 1000
expect 0 'local is 250$' run "$object" --kernel vadd --global 1000 --arg buf:4000 --arg buf:4000 \
    --arg buf:4000 --arg i32:1000
expect 1 'has [0-9]* kernels, --kernel says which: .* and [0-9]* more$' run "$object" --global 64
expect 1 'has no kernel kind, but kinds, typed$' run "${command[0]}" --kernel kind --global 64
for bad in hex:-1 'hex: 1' hex: hex:0 hex:0x12 'i32: 4' 'f32: 1' u64:-7 u32:-1 u32:0x100000000 \
    i32:0x100000000 i32:-0x80000001 i64:0x8000000000000000 local:-1 local:4x 'local: 4' \
    local:99999999999999999999 buf:16@out= buf:@out=x buf: f64: f16:99999 f32:1e999 f64:1e999 f64:1x; do
    expect 2 'bad value' $run --arg "$bad" --arg i32:64
done
expect 1 'No such file' $run --arg buf:-8 --arg i32:64
expect 1 'memory\|too large' $run --arg buf:0x3000000000 --arg i32:64
if [ -c /dev/full ]; then
    for words in "$run --arg buf:256 --arg i32:64 --stats" "list $object"; do
        "$sim" $words >/dev/full 2>"$work/out"
        [ $? = 1 ] && grep -q 'No space' "$work/out" || { echo "full: $words"; failures=1; }
    done
fi
expect 0 '^cycles [0-9]' $run --arg buf:256 --arg i32:64 --stats
expect 0 '"cycles":[0-9]*,' $run --arg buf:256 --arg i32:64 --stats=json
python3 -c 'import json, sys; s = json.load(open(sys.argv[1]))
sys.exit(not set(s) - {"units"} == set(s["units"]))' "$work/out" || { echo "stats as JSON"; failures=1; }
expect 0 's_endpgm' $run --arg buf:256 --arg i32:64 --trace
expect 1 'limit of instructions is 5, of seconds 50 (0 lifts either)' $run --arg buf:256 --arg i32:64 \
    --max-instructions 5
expect 0 '' $run --arg buf:256 --arg i32:64 --max-instructions 0 --max-seconds 0 --uniform
expect 1 '70000 bytes of dynamic local memory are too many' $run --arg buf:256 --arg i32:64 --dynamic-local 70000
expect 2 'bad value' $run --dynamic-local 4294967296
expect 1 'the launch is uniform' $run --arg buf:256 --arg i32:64 --global 65 --uniform
expect 1 'bad.co: not an ELF' $run --arg buf:256 --arg i32:64 --trap-handler "$work/bad.co"
expect 1 'No such file' $run --arg buf:256 --arg i32:64 --trap-handler "$work/nothing.co"
expect 0 '' $run --arg buf:256 --arg i32:64 --trap-handler "$handler"
expect 2 'bad value' $run --max-seconds 4294967296
printf 12345678 >"$work/eight"
good="$run --arg buf:256 --arg i32:64"
for bad in '' = 0x20000000000 0x20000000000= =file 0x20000000000=@expect=x word=file 1x=file; do
    expect 2 '--memory' $run --memory "$bad"
done
expect 2 '--variable' $run --variable =file
expect 1 'No such file' $good --memory "0x20000000000=$work/nothing"
expect 0 '' $good --memory "0x20000000000=$work/eight@expect=$work/eight"
expect 1 'bytes; there are 8$' $good --memory "0x20000000000=$work/eight@expect=$work/bad.co"
printf 12345679 >"$work/other"
expect 1 'memory at 0x20000000000 differs from .* in 1 of 2 dwords, first at byte 7' $good \
    --memory "0x20000000000=$work/eight@expect=$work/other"
expect 1 'cannot be shared at its address' $good --memory "0x1000000000000=$work/eight"
expect 1 'too near to what is mapped there' $good --memory "0x20000000000=$work/eight" \
    --memory "0x20000001000=$work/eight"
expect 0 'has no variable none: it is left out' $good --variable "none=$work/eight@expect=$work/nothing"
for bad in =4 none= none=i32=x none=8@at=4 none=8@print=i33; do
    expect 2 '--variable' $run --variable "$bad"
done
expect 2 'none is given twice' $run --variable none=8 --variable none=i32=1
expect 2 '0x20000000 is given twice' $run --memory "0x10000000=$work/eight" --memory "536870912=$work/eight" \
    --memory "0x20000000=$work/eight"
expect 2 '1 to 65536 are possible' $run --gds-size 65537
expect 0 '' $run --arg buf:256 --arg i32:64 --gds-size 65536
expect 1 'takes 4 arguments, not 404$' $run --arg buf:256 --arg i32:64 $(yes -- '--arg i8:1' | head -400)
for small in i32:1 hex:00 hex:00000000000000; do
    expect 1 'takes 8 bytes' $run --arg $small --arg i32:64
done
expect 1 'argument 3 takes 4 bytes, not 8' $run --arg buf:256 --arg i64:64
expect 1 'argument 2 is no local pointer' $run --arg local:256 --arg i32:64
expect 1 'up to 256 work-items, not 512' run "$object" --kernel vadd --global 512 --local 512 \
    --arg buf:256 --arg buf:256 --arg buf:256 --arg i32:64
expect 3 'out of bounds' $run --arg buf:128 --arg i32:64
expect 3 'lane 32' $run --arg buf:128 --arg i32:64
expect 0 '' $run --arg buf:128 --arg i32:32
for schedule in many round,3 ''; do
    expect 2 '' $run --arg buf:256 --arg i32:64 --schedule "$schedule"
done
for schedule in order round 0 18446744073709551615 all; do
    expect 0 '' $run --arg buf:256 --arg i32:64 --schedule $schedule
done
expect 0 '1 outcome of ' $run --arg buf:256@print=i32 --arg i32:64 --schedule=all
expect 1 'at most 4 waves' run "$object" --kernel vadd --global 320 --local 64 --arg buf:1280 --arg buf:1280 \
    --arg buf:1280 --arg i32:320 --schedule=all
expect 2 'only runs a kernel' profile "$object" --schedule=all
expect 2 'bad value for --remove' $run --remove=0x
expect 2 'listed or guessed' $run --atomics all
for rounding in nearest worst 7; do
    expect 0 '' $run --arg buf:256 --arg i32:64 --rounding $rounding
done
expect 0 'kernel vadd' list "$object"
# Profiles: their switches, and no file when the run fails.
expect 2 'only gcnsim profile takes: --format' $run --format=text
expect 2 'only gcnsim profile takes: --output' $run --output=x
profile="profile ${run#run } --arg buf:256 --arg i32:64"
expect 2 'bad value for --format: xml: text, json or html' $profile --format=xml
expect 0 '^kernel vadd of .*: 1 work-group of 64, 1 wave$' $profile
expect 0 '^cycles [0-9]' $profile --stats
expect 3 'out of bounds' profile ${run#run } --arg buf:128 --arg i32:64 --output "$work/none"
[ ! -e "$work/none" ] || { echo 'a profile of a failed run'; failures=1; }
expect 1 'No such file' $profile --output "$work/no/profile"
expect 0 '' $profile --trace --format=json --output "$work/profile"
grep -q 's_endpgm' "$work/out" && python3 -m json.tool "$work/profile" /dev/null || { echo profile; failures=1; }
expect 0 '^gcnsim [0-9]*\.[0-9]' --version

# list in words; both spellings of the metadata say the same.
for file in "${command[@]}"; do
    for line in '^code object of version [25] for gfx900: 2 kernels' '^kernel kinds$' 'OpenCL C 1.2$' \
        '^  attribute   reqd_work_group_size(4, 2, 1)$' 'work_group_size_hint(64, 1, 1)$' \
        'vec_type_hint(float4)$' '^  limit       256 work-items' 'VGPRs, [0-9]* SGPRs a wave; spilled: 0, 0$' \
        '^  argument 0  input       buffer: const global float\* restrict, read only; 8 bytes at 0$' \
        'table       buffer: const constant int\*' 'scratch     local memory: local float\*; 4 bytes' \
        'four        value: float4; 16 bytes at 32' 'image: .*image2d_t, read only' 'sampler: .*sampler_t' \
        'output      buffer: volatile global uint\*' '^  hidden      global offset x; 8 bytes'; do
        expect 0 "$line" list "$file"
    done
    # reqd_work_group_size stands for --local; images and samplers are not looked at.
    none=hex:0000000000000000
    expect 0 ' 0: 9 10 11 12 13 14 15 16$' run "$file" --kernel kinds --global 4,2 --arg buf:4 --arg buf:i32=3 \
        --arg local:16 --arg f32x4:0,2,0,0 --arg i32:4 --arg $none --arg $none --arg buf:32@print=u32
    expect 1 'requires work-groups of (4,2,1)' run "$file" --kernel kinds --global 4,2 --local 4,1 \
        --arg buf:4 --arg buf:4 --arg local:16 --arg f32x4:0,2,0,0 --arg i32:4 --arg $none --arg $none --arg buf:32
    # The object's types are held against what is given.
    typed="run $file --kernel typed --global 1 --local 1 --arg f32:1.5"
    expect 0 ' 0: 6.5$' $typed --arg i32:2 --arg u32x3:1,2,3 --arg buf:4@print=f32
    expect 1 'argument 1 (i) is int, not f32' $typed --arg f32:2 --arg u32x3:1,2,3 --arg buf:4
    expect 1 'argument 2 (u) is uint3, not u32x4' $typed --arg i32:2 --arg u32x4:1,2,3,4 --arg buf:4
    expect 1 'argument 2 (u) takes 16 bytes, not 4' $typed --arg i32:2 --arg u32:1 --arg buf:4
    # What an image's or sampler's parameter is not given.
    kinds="run $file --kernel kinds --global 4,2 --arg buf:4 --arg buf:i32=3 --arg local:16 --arg f32x4:0,2,0,0 --arg i32:4"
    expect 1 '^gcnsim: argument 5 (.*): buf:32: the kernel takes an image here$' $kinds --arg buf:32 --arg sampler:none --arg buf:32
    expect 1 '^gcnsim: argument 6 (.*): image:4: the kernel takes a sampler here$' $kinds --arg $none --arg image:4 --arg buf:32
    expect 1 ': the kernel takes an image2d_t here, not an image1d_t$' $kinds --arg image:4 --arg sampler:none --arg buf:32
    expect 0 '' $kinds --arg image:4x4 --arg sampler:none --arg buf:32
done
# The debugger: comments and blank lines, the end of the commands, the launch's outputs.
expect 2 'only gcnsim debug takes: --script' $run --script=x
expect 1 'No such file' debug ${run#run } --arg buf:256 --arg i32:64 --script "$work/none"
debugged() { # debugged STATUS TEXT COMMANDS
    printf "$3" | "$sim" debug "$one" --global 64 --local 64 --arg buf:64*i32=iota@print=i32 --arg i32:2 >"$work/out" 2>&1
    local got=$?
    if [ $got != "$1" ] || ! grep -q -e "$2" "$work/out"; then
        echo "gcnsim debug, '$3': status $got, not $1, or no '$2' in:"
        cat "$work/out"
        failures=$((failures + 1))
    fi
}
debugged 0 '^(0,0,0) wave 0 0x[0-9a-f]* exec ffffffffffffffff: s_load' ''
debugged 0 '^    0: 2 3 4 5 6 7 8 9$' '# all\n\ncontinue # to the end\n'
debugged 0 '^argument 0 x: 64 i32$' 'run\nmemory arg0 1 i32\n'
debugged 0 '^v0$' 'print v0 # lanes\nquit'
debugged 2 '^gcnsim: standard input:3: unknown command: go ' '\n# comment\ngo\ncontinue\n'
grep -q 'argument 0' "$work/out" && { echo 'went on after a mistake'; failures=1; }
# A trace shows addresses and data, and only what is asked for.
traced() { # traced FILTER LINES TEXT
    "$sim" run "$one" --global 256 --local 128 --arg buf:256*i32=iota --arg i32:2 --trace"$1" >"$work/out" 2>&1
    if [ "$(wc -l <"$work/out")" != "$2" ] || ! grep -qE -e "$3" "$work/out"; then
        echo "--trace$1: not $2 lines or no '$3':"
        head -5 "$work/out"
        failures=$((failures + 1))
    fi
}
"$sim" run "$one" --global 256 --local 128 --arg buf:1024 --arg i32:2 --trace >"$work/all" 2>&1
all=$(wc -l <"$work/all")
load=$(sed -n 's/^(0,0,0) wave 0 \(0x[0-9a-f]*\) .*: global_load_dword .*/\1/p' "$work/all")
store=$(sed -n 's/^(0,0,0) wave 0 \(0x[0-9a-f]*\) .*: global_store_dword .*/\1/p' "$work/all")
traced '' "$all" "$load exec f{16}: global_load_dword .* v2=00000080 \| lane 0 reads 0x[0-9a-f]*: 80000000\$"
traced '' "$all" '\| the wave reads 0x[0-9a-f]*: ........ ........'
traced =wave:1 $((all / 2)) '^\(1,0,0\) wave 1 '
traced =group:1,0,0 $((all / 2)) '^\(1,0,0\) wave 0 '
traced =group:1,0,0,wave:1 $((all / 4)) '^\(1,0,0\) wave 1 '
traced =lane:5,pc:"$load" 4 'v2=000000c5 \| lane 5 reads 0x[0-9a-f]*14: c5000000$' # item 197, as it was
traced =pc:"$store",group:0,0,0,lane:63 2 '\| lane 63 writes 0x[0-9a-f]*: 81000000$'
traced "=pc:$load-$store" 16 'v_add_u32_e32 v2, s[0-9]*, v2 .* v2=00000002$'
for bad in x wave: wave:x lane:64 group:1,0 group:1 pc:5-3 pc:1, wave:1wave:2 ''; do
    expect 2 ': ' run "$one" --global 1 --arg buf:4 --arg i32:1 --trace="$bad"
done

# Faults say whose work-item and whose memory it was, what led to it, and what to look at.
at="run $one --local 4,2 --offset 10,0 --arg"
for text in 'fault: out of bounds: read of 4 bytes at 0x[0-9a-f]*, the last 2 of them behind the end of argument 0 (x), 62 bytes$' \
    'work-group (1,0,0), wave 0, lane 1, local id (1,0,0), global id (15,0,0)$' \
    '^  the last instructions, with what they read (vectors: lane 1):$' \
    '^    0x[0-9a-f]*  v_lshlrev_b64 v\[[0-9:]*\], 2, v' \
    '^    0x[0-9a-f]*  global_load_dword v[0-9]*, v.[0-9:]*., off  *v[0-9]=0x[0-9a-f]*3c v[0-9]=0x1$' \
    '^  look at: the index, '; do
    expect 3 "$text" $at buf:62 --arg i32:1 --global 8,2
done
expect 3 'fault: out of bounds' run $one --global 1 --local 1 --offset 8589934592 --arg buf:4 --arg i32:1
expect 2 'bad value' run $one --global 8589934592 --local 1 --arg buf:4 --arg i32:1
expect 3 ', 40 bytes behind the end of argument 0 (x), 0 bytes$' $at buf:0 --arg i32:1 --global 8,2
expect 3 'where nothing is: a null pointer$' $at u64:0 --arg i32:1 --global 8,2
expect 3 'fault: argument 0 (x): the host reads uninitialised data: byte 0 of an allocation of 64; first stored by kernel one' \
    run "$one" --global 8 --local 8 --arg buf:64=undefined@out="$work/x" --arg i32:1
# A damaged object: a required size of which one is 0.
echo 'kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eights(global int *x) { *x = 1; }' >"$work/eights.cl"
"${sim%gcnsim}occ" -mcode-object-version=2 "$work/eights.cl" -o "$work/eights.co"
sed -i 's/\[8, 1, 1\]/[8, 0, 1]/' "$work/eights.co"
expect 1 'kernel eights: it requires work-groups of 8 x 0 x 1' run "$work/eights.co" --global 8
expect 0 'argument 0 x: 4 i32' run "$one" --global 4 --arg buf:4*i32=iota@print=i32 --arg i32:40
grep -q ' 0: 40 41 42 43$' "$work/out" || { cat "$work/out"; failures=1; }
python3 -c 'import struct,sys; sys.stdout.buffer.write(struct.pack("64f", *range(64)))' >"$work/a"
expect 0 '' run "$object" --kernel vadd --global 64 --local 64 --arg buf:"$work/a" \
    --arg buf:"$work/a" --arg buf:256@out="$work/c" --arg i32:64
python3 - "$work/c" <<'END' || failures=$((failures + 1))
import struct, sys
sys.exit(list(struct.unpack("64f", open(sys.argv[1], "rb").read())) != [2 * i for i in range(64)])
END
# What is filled comes out as it is printed.
fill() { # fill SPEC EXPECTED
    expect 0 "$2" run "$object" --kernel vadd --global 4 --local 4 --arg buf:16 --arg buf:16 --arg "$1" \
        --arg i32:0
}
fill 'buf:4*i32=iota@print=i32' ' 0: 0 1 2 3$'
fill 'buf:4*i8=iota,-2,-126@print=i8' ' 0: -2 -128 2 -124$'
fill 'buf:3*f32=iota,0.5,0.25@print=f32' ' 0: 0.5 0.75 1$'
fill 'buf:f16=1,65504,-0,inf,6e-8@print=f16,2' ' 4: 6e-08$'
fill 'buf:f64=0.1,1e300@print=f64' ' 0: 0.1 1e+300$'
fill 'buf:5*u16=65535,7@print=x16' ' 0: 0xffff 0x0007 0xffff 0x0007 0xffff$'
fill 'buf:i32x3=1,2,3,4,5,6@print=u32x4' ' 0: (1,2,3,0) (4,5,6,0)$'
fill 'buf:i32x3=1,2,3@print=i32x3' '^argument 2: 1 i32x3'
fill 'buf:f32=250,-300,16777215,4e9,1e-9@print=f32' ' 0: 250 -300 16777215 4e+09 1e-09$'
fill 'buf:4*f32@print=f32' ' 0: 0 0 0 0$'
fill 'buf:2*u64=random,1@print=x64' '0x910a2dec89025cc1 0xbeeb8da1658eec67$' # as its authors' code gives
fill 'buf:2*f32=random@print=f32' ' 0: 0\.[0-9]* 0\.[0-9]*$'
fill 'buf:7@print=u32' '^3 bytes are left over$'
for bad in i8:256 i8:-129 u8:-1 i16:0x10000 f16:1x f32x4:1,2,3 f32x3:1,2,3,4 i32x5:1 u8x2:1, f8:1 \
    i32:1@print=i32 buf:4*i32=1,2, buf:i32=iota buf:i32x2=1,2,3 buf:16@print=i33 buf:16@print=i32,0 \
    buf:x*i32=1 buf:4*i32=iota,1,2,3 buf:16@out=a@out=b; do
    expect 2 'bad value' $run --arg "$bad" --arg i32:64
done
expect 1 'No such file' $run --arg buf:f32 --arg i32:64 # a file's name
expect 3 'uninitialised' run "$object" --kernel vadd --global 64 --local 64 --arg buf:256=undefined \
    --arg buf:256 --arg buf:256@print=f32 --arg i32:64
# What cannot be written whole is not left as a half.
(
    trap '' XFSZ
    ulimit -f 1
    for half in half.bin half.png half.ppm; do
        image=image:256x256=random buffer=buf:65536
        [ $half = half.bin ] && buffer+=@out=$work/$half || image+=@out=$work/$half
        "$sim" run "${command[0]}" --kernel kinds --global 4,2 --arg buf:4 --arg buf:i32=3 --arg local:16 \
            --arg f32x4:0,2,0,0 --arg i32:4 --arg "$image" --arg sampler:none --arg "$buffer" >/dev/null 2>"$work/err"
        [ $? = 1 ] && grep -q $half "$work/err" && [ ! -e "$work/$half" ] || exit 1
    done
) || { echo 'a half of a file'; failures=1; }
# Waves that end before a barrier
leaves="run $object --kernel leaves_before_barrier --global 192 --local 192 --arg buf:256"
expect 3 'barrier divergence: wave 0 waits at 0x[0-9a-f]*; waves 1, 2 have ended' $leaves
expect 0 '' $leaves --early-exit
[ $failures = 0 ] && echo "gcnsim's manners: ok"
exit $((failures != 0))
