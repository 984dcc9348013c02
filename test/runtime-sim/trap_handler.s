// A trap handler for test_trap.c.  By trap id (ttmp1[23:16]):
//   0x20: s10 = id, s11 = the dword at TMA, s12 = STATUS; goes on behind s_trap
//   0x21: sets STATUS.HALT and returns
//   0x22: a trap inside of the handler
//   0x24: only returns
//   0x23: returns to an address that nobody wrote
.p2align 8
.globl handler
handler:
    s_bfe_u32 ttmp2, ttmp1, 0x80010
    s_cmp_eq_u32 ttmp2, 0x21
    s_cbranch_scc1 halt
    s_cmp_eq_u32 ttmp2, 0x24
    s_cbranch_scc1 out
    s_cmp_eq_u32 ttmp2, 0x22
    s_cbranch_scc1 nested
    s_cmp_eq_u32 ttmp2, 0x23
    s_cbranch_scc1 lost
.if .amdgcn.gfx_generation_number == 9
    s_getreg_b32 ttmp4, hwreg(18)
    s_getreg_b32 ttmp5, hwreg(19)
.else
    s_mov_b64 ttmp[4:5], tma
.endif
    s_load_dword s11, ttmp[4:5], 0x0
    s_mov_b32 s10, ttmp2
    s_getreg_b32 s12, hwreg(HW_REG_STATUS)
    s_waitcnt lgkmcnt(0)
out:
    s_add_u32 ttmp0, ttmp0, 4
    s_addc_u32 ttmp1, ttmp1, 0
    s_rfe_b64 ttmp[0:1]
halt:
    s_getreg_b32 ttmp6, hwreg(HW_REG_STATUS)
    s_bitset1_b32 ttmp6, 13
    s_setreg_b32 hwreg(HW_REG_STATUS), ttmp6
    s_branch out
nested:
    s_trap 5
lost:
    s_rfe_b64 ttmp[8:9]
