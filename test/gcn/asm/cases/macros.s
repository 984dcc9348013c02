; gfx900
        .text
        .macro load reg, offset=0, more:vararg
        s_load_dword \reg, s[0:1], \offset
        .ifnb \more
        s_nop 7
        .endif
        .endm
        load s4
        load s5, 16
        load reg=s6, offset=32
        load s7, 4+4, x, y
        .macro nested n
        .if \n
        s_nop \n
        nested "(\n-1)"
        .else
.Lend\@:
        s_branch .Lend\@
        .exitm
        s_endpgm
        .endif
        .endm
        nested 3
        nested 0
        .rept 3
        .rept 2
        s_nop 1
        .endr
        s_nop 2
        .endr
        .irp reg, s1, s2, s3
        s_mov_b32 \reg, \reg\()0
        .endr
        .irpc digit, 123
        s_mov_b32 s\digit, \digit
        .endr
        .ifdef undefined
        s_endpgm
        .else
        s_nop 3
        .endif
defined = 1
        .ifndef defined
        s_endpgm
        .elseif defined == 1
        s_nop 4
        .else
        s_endpgm
        .endif
        .if 0
        .if 1
        this is no statement at all (
        .endif
        .elseif 0
        .else
        s_nop 5
        .endif
        .ifeq defined-1
        s_nop 6
        .endif
        .ifgt defined
        s_nop 6
        .endif
        .ifc abc, abc
        s_nop 8
        .endif
        .ifnc abc, abd
        s_nop 9
        .endif
        .ifeqs "x", "x"
        s_nop 10
        .endif
        .ifb
        s_nop 11
        .endif
        .purgem load
        .macro load
        s_nop 12
        .endm
        load
        .altmacro
        .macro alternate reg, value
        s_mov_b32 \reg, \value
        .endm
        alternate s1, 5
        alternate s2, %(2+3)*2
        .noaltmacro
/* a comment
   over lines */ s_nop 13 /* another */
        s_nop 14 // and one
        s_nop 15 ; and one
        .end
        what is behind the end counts for nothing
