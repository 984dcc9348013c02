; gfx900
        .data
        .globl table
table:
        .byte 1, 2, 0xff, -128, 'x', (1 << 3) | 1, ~0 & 0xff
        .short 1, -1, 65535
        .2byte 7
        .long 1, 0xffffffff, -1
        .int 5 * 3 - 2 / 1 % 2
        .4byte 3
        .quad 0x123456789abcdef0, -1
        .8byte 1
        .octa 5
        .octa 0x123456789abcdef0fedcba9876543210, 18446744073709551616, 0xffffffffffffffff, 0b11
        .float 1.5, -2.0, 1e10
        .incbin "zeros.s", 2, 3
        .incbin "zeros.s", 1
        .float 3.4028235677973366e38, nan, -nan
        .single 3
        .double 1.5, -0.0, nan, -nan
        .ascii "abc\n\t\\\"", "d\0\101"
        .asciz "e", "f;g // h"
        .string "i"
        .ascii "\x41\x4142\X1", "\377\1234\0" "j" "k"
        .asciz "\"\\"
        .zero 3
        .skip 2, 0xab
        .space 5
        .fill 3
        .fill 2, 4, 0x11223344
        .fill 2, 8, 0x55
        .p2align 3
        .byte 1
        .balign 8, 0xcc
        .byte 1
        .p2align 4,,3
        .byte 0
        .balignw 4, 0x1122
        .align 16
        .org .+8
        .uleb128 5, 300, 0
        .sleb128 -5, 100, -300
a = 3
b = 4
        .set c, a + b
        .equ d, c * 2
a = 5
        .byte a, b, c, d
        .byte 1 == 1, 2 < 1, 1 != 2 , 3 >= 3, 1 && 2, 0 || 0, !0, !5
        .byte 1+2*3, 1|2+4, 6&3+1, 1<<2+1, 10-3-2
        .long end-table
end_known = 1
end:
        .size table, end-table
        .type table, @object
        .bss
        .globl buffer
        .p2align 4
buffer: .zero 64
        .size buffer, 64
        .local small
        .lcomm small, 8
        .comm shared, 16, 8
        .weak maybe
        .hidden secret
        .globl secret
secret = 42
        .protected guarded
        .globl guarded
        .text
guarded:
        s_endpgm
        .pushsection .extra,"aw",@progbits
        .long 1
        .section .other
        .long 2
        .popsection
        s_nop 1
        .section .extra
        .long 3
        .previous
        s_nop 2
