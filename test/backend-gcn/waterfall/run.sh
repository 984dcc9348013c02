#!/usr/bin/env bash
# Handles of images and samplers that differ between lanes, from IR to values.   run.sh BUILD TARGET...
set -eu
build=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$build/bin/ir-opt" -lower_images -lower_loops -lower_waterfall -lower_divergence \
    "$here/handles.oir" >lowered.oir
# 4 texels: 0.5 1 2 4; 5 texels: 8 16 32 64 128
printf '\0\0\0\x3f\0\0\x80\x3f\0\0\0\x40\0\0\x80\x40' >a
printf '\0\0\0\x41\0\0\x80\x41\0\0\0\x42\0\0\x80\x42\0\0\0\x43' >b
# loaded, sampled, width, coordinate; lanes with bit 0 read b, those with bit 1 filter
cat >want <<'END'
argument 4 out: 16 f32x4
    0: (0.5,0.5,4,0) (8,8,5,0)
    2: (0.5,0.5,4,0) (8,8,5,0)
    4: (1,1,4,1) (16,16,5,1)
    6: (1,0.75,4,1) (16,12,5,1)
    8: (2,2,4,2) (32,32,5,2)
   10: (2,1.5,4,2) (32,24,5,2)
   12: (4,4,4,3) (64,64,5,3)
   14: (4,3,4,3) (64,48,5,3)
END
for target; do
    "$build/bin/test-mir-text" -show object lowered.oir "$target" >handles.co
    "$build/bin/gcnsim" run handles.co --global 16 --local 16 --arg image:4x1,R,FLOAT=a \
        --arg image:5x1,R,FLOAT=b --arg sampler:unnormalized,clamp_to_edge,nearest \
        --arg sampler:unnormalized,clamp_to_edge,linear --arg buf:256@print=f32x4 >got
    diff want got
done
