#!/usr/bin/env bash
# A random program through clang, for gfx900 at -O1 unless the switches say otherwise.
#   peer.sh SOURCE -o OBJECT [SWITCH]...      OCC_STANDARD: CL1.2 unless given
exec timeout 200 /usr/lib/llvm-16/bin/clang -x cl -cl-std="${OCC_STANDARD:-CL1.2}" -target amdgcn-amd-amdhsa \
    -mcpu=gfx900:xnack- -O1 -mcode-object-version=4 -DPEER -w -fno-strict-aliasing -ferror-limit=1 \
    -cl-fp32-correctly-rounded-divide-sqrt --rocm-path=/usr \
    --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode "$@"
