; gfx803 gfx900
        .text
        .type first,@function
first:  s_nop 1
        .zero 4
        s_nop 2
        .zero 8
        s_nop 3
        .zero 12
        s_nop 4
        .zero 64
second: s_nop 5
        .zero 7
        .byte 1
        s_branch second
        s_branch first
third:
        .long 0xffffffff
        s_mov_b32 s0, 0
        .byte 1, 2, 3
