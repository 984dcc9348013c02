; gfx803 gfx900
        .text
base = 4
.set width, 2
        s_mov_b64 s[base:base+1], s[2*2+2:7]
        v_mov_b32 v[base], v[width*3]
        v_mov_b32 v[2*2], s[(1+2)<<1]
        s_mov_b64 [s4,s5], [s6,s7]
        s_mov_b64 [vcc_lo,vcc_hi], [exec_lo, exec_hi]
        v_mul_f64 [v4,v5], [v6,v7], s[1-1:2-1]
        s_load_dwordx8 s[8:15], s[2:3], base
        s_load_dword s1, s[2:3], base+0x10
        s_load_dword s1, s[2:3], 0x10
        s_load_dword s1, s[2:3], s4
        s_add_u32 s0, s1, base
        s_add_u32 s0, s1, base*100
        s_add_u32 s0, s1, -base
        s_add_u32 s0, s1, ~base
        s_add_u32 s0, s1, (base-5)
        s_add_u32 s0, s1, -1
        s_add_u32 s0, s1, 'a'
        s_movk_i32 s0, base*2
        s_movk_i32 s0, -3
        s_waitcnt vmcnt(base) & lgkmcnt(width)
        s_waitcnt vmcnt(base-1), expcnt(1)
        s_waitcnt vmcnt_sat(100) expcnt_sat(1)
        s_waitcnt base
        s_setreg_b32 hwreg(HW_REG_MODE, base, width), s0
        s_setreg_imm32_b32 hwreg(1, 0, 32), base+100
        s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, width-1)
        v_add_f32 v0, |v1|, -v2
        v_add_f32 v0, abs(v1), neg(v2)
        v_add_f32_e64 v0, -|v1|, 1.0 clamp mul:base
        v_add_f32_e64 v0, v1, |1.0|
        v_mul_f32 v0, 0.15915494, v1
        v_mul_f32 v0, 3.14159, v1
        v_mul_f32 v0, -2.5e-3, v1
        v_madmk_f32 v0, v1, base+0x100, v2
        v_madak_f32 v0, v1, v2, 0x42
        v_mov_b32_dpp v0, v1 quad_perm:[0,width,1,1] row_mask:0xa bank_mask:base
        v_mov_b32_sdwa v1, v2 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
        v_min_i32_sdwa v1, v2, sext(v3) dst_sel:WORD_1 src0_sel:BYTE_2 src1_sel:WORD_0
        ds_write2_b32 v0, v1, v2 offset0:base offset1:base+width
        ds_read_b32 v0, v1 offset:base*16
        buffer_load_dword v1, v2, s[8:11], 0 offen offset:base*2 glc slc
        buffer_load_dword v1, off, s[8:11], s4 offset:4095
        tbuffer_load_format_x v1, off, s[4:7], s0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]
        flat_load_dword v1, v[base-1:base]
        flat_atomic_cmpswap v1, v[3:4], v[5:6] glc
        image_sample v[0:3], v[4:5], s[8:15], s[16:19] dmask:0xf unorm
        exp mrt0 v0, v1, v2, v3 done vm
        s_nop width
        S_NOP 1
        V_MOV_B32_E32 v0, s1
        s_endpgm
