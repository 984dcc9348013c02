// options: -c -o /dev/null -mcpu=gfx600
image_atomic_fcmpswap v[0:1], v8, s[0:7] dmask:0x3 unorm glc
image_atomic_fcmpswap v[0:3], v8, s[0:7] dmask:0xf unorm glc
image_atomic_fcmpswap v0, v8, s[0:7] dmask:0x1 unorm glc // error: dmask must be 3 or 15
image_atomic_cmpswap v0, v8, s[0:7] dmask:0x1 unorm glc // error: dmask must be 3 or 15
