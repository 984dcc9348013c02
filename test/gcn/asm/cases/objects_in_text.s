; gfx803 gfx900
        .text
f:      s_nop 0
        s_endpgm
        .type f, @function
        .type table, @object
table:  .long 0x11223344, 0x61626364, 0xbf810000
        .ascii "~ z\177"
        .size table, .-table
g:      s_endpgm
        .type g, @function
        .globl zeros
        .type zeros, @object
zeros:  .zero 40
        .long 1
h:      s_endpgm
