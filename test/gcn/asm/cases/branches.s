; gfx600 gfx701 gfx803 gfx900
        .text
        .globl entry
        .p2align 8
        .type entry,@function
entry:
        s_branch .Lend
1:      s_cbranch_scc0 1b
        s_cbranch_scc1 1f
        s_cbranch_vccz 2f
1:
        s_branch 1b
2:      s_branch entry
        s_branch local
        s_cbranch_execz -3
        s_branch 65533
local:  s_branch 1b
        s_getpc_b64 s[0:1]
.Lpc:   s_add_u32 s0, s0, target-.Lpc
        s_add_u32 s0, s0, (target-.Lpc)&4294967295
        s_addc_u32 s1, s1, (target-.Lpc)>>32
        s_add_u32 s0, s0, .Lpc-entry
        v_mov_b32 v0, target-entry
        v_mov_b32 v0, .Lend
        v_mov_b32 v0, pool
        .amdgpu_lds pool, 256, 16
        v_mov_b32 v0, outside
        v_mov_b32 v0, outside+16
        s_add_u32 s2, s2, object@rel32@lo+4
        s_addc_u32 s3, s3, object@rel32@hi+12
        s_add_u32 s2, s2, outside@gotpcrel32@lo+4
        s_addc_u32 s3, s3, outside@gotpcrel32@hi+12
        s_add_u32 s2, s2, .Lhidden@rel32@lo+4
        s_mov_b32 s4, entry
        s_mov_b32 s5, entry@rel32@lo
        s_mov_b32 s6, .number.1@abs32@lo
        .globl .number.1
        .hidden .number.1
        .set .number.1, 1
target: s_nop 0
.Lend:  s_endpgm
        .size entry, .-entry
late = 7
        .section .rodata,"a",@progbits
        .p2align 3
object: .quad entry, outside, object, object+8, entry+4
        .long outside, object
        .long 1f-object
        .quad target-entry
1:      .quad entry@rel64
        .size object, .-object
.Lhidden: .long 5
        v_illegal
