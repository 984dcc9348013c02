"""One kernel that runs many instructions on the operands of all lanes and stores what they give.

In: 11 dwords of each lane and group (a, b of 64 bits, c of 128, old of 64, carry), each dword of all
lanes together.  Out: the same way, in the order of the steps."""

SLOTS = 11
A, B, C, OLD = "v[2:3]", "v[4:5]", "v[6:9]", "v[10:11]"
DWORDS = {"B128": 4, "F64": 2, "B64": 2, "U64": 2, "I64": 2, "PACKED32": 2}
BODY = """.amdgcn_target "amdgcn-amd-amdhsa--{target}"
.text
.globl k
.p2align 8
.type k,@function
k:
 s_load_dwordx4 s[4:7], s[0:1], 0x0
 s_waitcnt lgkmcnt(0)
 s_mov_b32 m0, -1
 s_mov_b32 s24, s6
 s_mov_b32 s25, s7
 s_mov_b32 s26, -1
 s_mov_b32 s27, 0x27000
 s_mov_b32 s8, s4
 s_mov_b32 s9, s5
 s_mov_b32 s10, -1
 s_mov_b32 s11, 0x27000
 s_mov_b32 s20, 0
 s_mov_b32 s22, {step}
 v_lshlrev_b32 v13, 3, v0
 s_lshl_b32 s3, s2, 6
 v_mov_b32 v1, s3
 v_or_b32 v1, v1, v0
 v_lshlrev_b32 v1, 2, v1
{code}
 s_endpgm
.size k, .-k
.rodata
.p2align 6
.amdhsa_kernel k
 .amdhsa_user_sgpr_kernarg_segment_ptr 1
 .amdhsa_system_sgpr_workgroup_id_x 1
 .amdhsa_next_free_vgpr 32
 .amdhsa_next_free_sgpr 64
 .amdhsa_group_segment_fixed_size 512
 .amdhsa_reserve_vcc 1
{accum}.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 64
    .vgpr_count: 32
    .max_flat_workgroup_size: 256
    .args:
      - {{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}}
      - {{.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}}
...
.end_amdgpu_metadata
"""


def part(register, dwords):
    """The first dwords of such a tuple."""
    first = int(register[2:].split(":")[0])
    return f"v{first}" if dwords == 1 else f"v[{first}:{first + dwords - 1}]"


class Kernel:
    def __init__(self, target, family, lanes):
        self.target, self.family, self.lanes = target, family, lanes
        self.lines, self.outputs, self.labels = [], 0, 0

    def put(self, text):
        self.lines.append(" " + text)

    def store(self, *registers):
        for register in registers:
            self.put(f"buffer_store_dword {register}, v1, s[24:27], s20 offen")
            self.put("s_add_u32 s20, s20, s22")
            self.outputs += 1
        self.put("s_waitcnt vmcnt(0) expcnt(0)")

    def load(self, group):
        """The operands of a group, and its carries in s[28:29]."""
        self.put(f"s_mov_b32 s21, {group * SLOTS * self.lanes * 4}")
        for k in range(SLOTS):
            self.put(f"buffer_load_dword v{2 + k}, v1, s[8:11], s21 offen")
            self.put("s_add_u32 s21, s21, s22")
        self.put("s_waitcnt vmcnt(0)")
        self.put("v_cmp_ne_u32 vcc, 0, v12")
        self.put("s_mov_b64 s[28:29], vcc")

    def mode(self, value):
        self.put(f"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 10), {value:#x}")
        self.put("s_nop 3")

    def vector(self, text, dwords, mask, exec_too, low_half):
        """A vector instruction; stores its result, its mask and EXEC where it writes them."""
        self.put("s_mov_b64 vcc, s[28:29]")
        self.put("v_mov_b32 v16, v10")
        self.put("v_mov_b32 v17, v11")
        self.put("s_nop 3")
        self.put(text)
        self.put("s_nop 4")
        out = [f"v{16 + k}" for k in range(dwords)]
        if exec_too:
            self.put("s_mov_b64 s[30:31], exec")
            self.put("s_mov_b64 exec, -1")
        if low_half:
            self.put("v_and_b32 v16, 0xffff, v16")
        if mask:
            self.put("v_cndmask_b32_e64 v20, 0, 1, vcc")
            out.append("v20")
        if exec_too:
            self.put("v_cndmask_b32_e64 v21, 0, 1, s[30:31]")
            out.append("v21")
        self.store(*out)

    def atomic(self, text, dwords, returns):
        """An LDS atomic on the old value; stores what it returns and what is there then."""
        self.put("ds_write_b64 v13, v[10:11]")
        self.put("s_waitcnt lgkmcnt(0)")
        self.put(text)
        self.put("s_waitcnt lgkmcnt(0)")
        self.put("ds_read_b64 v[18:19], v13")
        self.put("s_waitcnt lgkmcnt(0)")
        self.store(*([f"v{16 + k}" for k in range(dwords)] if returns else []), "v18", "v19")

    def lanes_begin(self):
        """The scalar instructions that follow run for each lane in turn: its a, b, c and old are in
        s[32:33], s[34:35], s[36:37] and s[38:39], its carry in s40."""
        self.labels += 1
        self.put("s_mov_b32 s44, 0")
        self.put("s_mov_b32 s45, s20")
        self.lines.append(f"loop{self.labels}:")
        self.put("s_mov_b32 s20, s45")
        for k, source in enumerate((2, 3, 4, 5, 6, 7, 10, 11, 12)):
            self.put(f"v_readlane_b32 s{32 + k}, v{source}, s44")
        self.put("s_lshl_b64 s[46:47], 1, s44")
        self.put("s_nop 4")

    def scalar(self, text, dwords, sets_exec):
        """Stores the result, SCC and the new EXEC of one instruction."""
        self.put("s_mov_b64 s[48:49], s[38:39]")
        if sets_exec:
            self.put("s_mov_b64 exec, s[36:37]")
        self.put("s_cmp_lg_u32 s40, 0")
        self.put(text)
        if sets_exec:
            self.put("s_mov_b64 s[50:51], exec")
        self.put("s_cselect_b32 s52, 1, 0")
        self.put("s_mov_b64 exec, s[46:47]")
        named = [f"s{48 + k}" for k in range(dwords)] + ["s52"] + (["s50", "s51"] if sets_exec else [])
        for k, register in enumerate(named):
            self.put(f"v_mov_b32 v{16 + k}, {register}")
        self.store(*(f"v{16 + k}" for k in range(len(named))))

    def lanes_end(self):
        self.put("s_mov_b64 exec, -1")
        self.put("s_add_u32 s44, s44, 1")
        self.put("s_cmp_lt_u32 s44, 64")
        self.put(f"s_cbranch_scc0 end{self.labels}")
        self.put("s_getpc_b64 s[54:55]")
        self.lines.append(f"here{self.labels}:")
        self.put(f"s_sub_u32 s54, s54, here{self.labels}-loop{self.labels}")
        self.put("s_subb_u32 s55, s55, 0")
        self.put("s_setpc_b64 s[54:55]")
        self.lines.append(f"end{self.labels}:")

    def text(self):
        accum = " .amdhsa_accum_offset 32\n" if self.family == "GFX90A" else ""
        return BODY.format(target=self.target, step=self.lanes * 4, code="\n".join(self.lines),
                           accum=accum)
