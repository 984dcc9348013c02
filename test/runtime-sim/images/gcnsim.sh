#!/usr/bin/env bash
# Images and samplers on gcnsim's command line.   gcnsim.sh GCNSIM OBJECT (clang's of kernels.cl)
set -u
sim=$1 object=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 passed=0

check() { # check WHAT COMMAND...: the command succeeds
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "$what: $*"
        failures=$((failures + 1))
    fi
}

expect() { # expect STATUS TEXT ARGUMENTS...: an error is one line
    local status=$1 text=$2
    shift 2
    "$sim" run "$object" "$@" >"$work/out" 2>&1
    local got=$?
    [[ $status = [12] ]] && [ "$(wc -l <"$work/out")" != 1 ] && got=long
    if [ $got != "$status" ] || { [ "$text" ] && ! grep -q -e "$text" "$work/out"; }; then
        echo "gcnsim $*: status $got, not $status, or no '$text' in:"
        cat "$work/out"
        failures=$((failures + 1))
    else
        passed=$((passed + 1))
    fi
}

invert="--kernel invert --global 8,4 --local 8,4"

# Red grows to the right, green downwards; inverted, alpha stays.
expect 0 '^    0: (255,255,255,255) (219,255,255,255)' $invert --arg "image:8x4=gradient@out=$work/a.png" \
    --arg "image:8x4@out=$work/b.png@print=u8x4"
check signature [ "$(head -c 4 "$work/b.png" | tail -c 3)" = PNG ]
# Twice inverted is what it was: through PNG of 8 bits, PPM, raw files and PNG of 16 bits.
expect 0 '' $invert --arg "image:$work/b.png" --arg "image:8x4@out=$work/c.png"
check 'PNG' cmp "$work/a.png" "$work/c.png"
expect 0 '' $invert --arg "image:$work/b.png@out=$work/b.ppm" --arg "image:8x4@out=$work/c.ppm"
expect 0 '' $invert --arg "image:8x4=$work/c.ppm" --arg "image:8x4@out=$work/d.ppm"
check 'PPM' cmp "$work/b.ppm" "$work/d.ppm"
expect 0 '' $invert --arg "image:8x4,BGRA=$work/b.png" --arg "image:8x4,ARGB@out=$work/raw"
expect 0 '' $invert --arg "image:8x4,ARGB=$work/raw" --arg "image:8x4,RGBA,UNORM_INT16@out=$work/w.png"
expect 0 '' $invert --arg "image:RGBA,FLOAT=$work/w.png" --arg "image:8x4@out=$work/c.png"
check '16 bits' cmp "$work/a.png" "$work/c.png"
expect 0 '' $invert --arg "image:R,UNORM_INT8=$work/b.png@out=$work/grey.pgm" --arg image:8x4
printf 'P5\n# red of a row\n8 4\n255\n' >"$work/head"
check 'PGM' cmp -n 23 "$work/grey.pgm" <(printf 'P5\n8 4\n255\n\377\333\267\222\156\111\045\000\377\333\267\222')
cat "$work/head" <(tail -c 32 "$work/grey.pgm") >"$work/comment.pgm"
expect 0 '^    0: 255 219 183 146' $invert --arg "image:R=$work/comment.pgm@print=u8" --arg image:8x4
printf "not a picture" >"$work/bad.png"
# The values of a picture are the bits of an sRGB image.
expect 0 '' $invert --arg "image:sRGBA=$work/b.png@out=$work/c.png" --arg image:8x4
check 'sRGB' cmp "$work/b.png" "$work/c.png"

expect 0 '' --kernel sample_2d --global 64 --local 64 --arg image:16x8,FLOAT=random,7 \
    --arg sampler:normalized,repeat,linear --arg f32x2:1,1 --arg 'buf:128*f32=random' \
    --arg buf:1024
expect 0 '0: 17 4272' --kernel query --global 1 --local 1 --arg image:17,R,FLOAT --arg image:9,array:5 \
    --arg image:40,R,SIGNED_INT32,buffer --arg image:7x11 --arg image:5x3,array:4,HALF_FLOAT \
    --arg image:6x5x4,levels:3 --arg 'buf:76@print=i32'

expect 1 'argument 0 (from): .*nothing.png: No such file' $invert --arg "image:$work/nothing.png" --arg image:8x4
expect 1 'bad.png: Not a PNG file' $invert --arg "image:$work/bad.png" --arg image:8x4
head -c 60 "$work/a.png" >"$work/short.png"
expect 1 'short.png: .*[Rr]ead' $invert --arg "image:$work/short.png" --arg image:8x4
head -c 30 "$work/grey.pgm" >"$work/short.pgm"
expect 1 'short.pgm: it ends too early' $invert --arg "image:$work/short.pgm" --arg image:8x4
printf 'P5\n8 0\n255\n' >"$work/none.pgm"
expect 1 'none.pgm: its head is damaged' $invert --arg "image:$work/none.pgm" --arg image:8x4
expect 1 'has 8 x 4 pixels, the image 4 x 4' $invert --arg "image:4x4=$work/a.png" --arg image:8x4
expect 1 'has 128 bytes, the image 64' $invert --arg "image:4x4=$work/raw" --arg image:8x4
expect 1 'order RGB with channel type FLOAT' $invert --arg image:8x4,RGB,FLOAT --arg image:8x4
expect 1 'too large' $invert --arg image:20000x4 --arg image:8x4
expect 1 'the kernel takes an image here' $invert --arg buf:64 --arg image:8x4
expect 1 'the kernel takes an image here' $invert --arg sampler:linear --arg image:8x4
expect 1 'the kernel takes something else here' --kernel texel_buffer --global 8 --local 8 \
    --arg image:8,buffer --arg sampler:linear
expect 3 'uninitialised' $invert --arg image:8x4=undefined --arg "image:8x4@out=$work/c.png"
for bad in image: image:8x image:0x4 image:8x4x2x2 image:8x4x2x image:RGBA image:8x4,buffer image:8,buffer,levels:2 \
    image:8x4x2,array:2 image:8x4,levels:0 image:8,samples:2 image:8x4= image:8x4,red image:8x4=random,x \
    image:8x4@print=texel sampler:sharp sampler:lod:2 sampler:repeat sampler:; do
    expect 2 'bad value' $invert --arg "$bad" --arg image:8x4
done

echo "$passed passed, $failures failed"
[ $failures = 0 ]
