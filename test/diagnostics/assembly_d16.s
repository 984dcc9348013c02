// options: -c -o /dev/null -mcpu=gfx803
image_load v0, v1, s[0:7] dmask:0x1 unorm d16
image_load_pck v0, v1, s[0:7] dmask:0x1 unorm d16     // error: the instruction takes no d16
image_get_resinfo v0, v1, s[0:7] dmask:0x1 unorm d16  // error: the instruction takes no d16
image_atomic_add v0, v1, s[0:7] dmask:0x1 unorm glc d16 // error: the instruction takes no d16
