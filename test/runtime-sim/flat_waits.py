#!/usr/bin/env python3
"""What each counter proves of a FLAT store whose lanes go to LDS and to memory, under every schedule.

  flat_waits.py GCNSIM OCC TARGET

One wave stores by FLAT, x in LDS and y in memory, waits, and then sets a flag; the other wave reads the
flag, x and y.  Ruling: docs/abi.md, "Memory model".
"""
import os
import re
import subprocess
import sys
import tempfile

SOURCE = """
.amdgcn_target "amdgcn-amd-amdhsa--{target}"
.text
.globl t
.p2align 8
.type t,@function
t:
s_load_dwordx4 s[8:11], s[4:5], 0x0
v_mov_b32 v10, 0
v_mov_b32 v1, 1
v_readfirstlane_b32 s6, v0
s_waitcnt lgkmcnt(0)
s_cmp_eq_u32 s6, 0
s_cbranch_scc0 arrive
s_mov_b64 exec, 1
ds_write_b32 v10, v10
ds_write_b32 v10, v10 offset:64
s_waitcnt lgkmcnt(0)
arrive:
s_barrier
s_cmp_eq_u32 s6, 0
s_cbranch_scc1 reads
s_mov_b64 exec, 3
v_cmp_eq_u32 vcc, 64, v0
v_mov_b32 v6, s8
v_mov_b32 v7, s9
v_mov_b32 v8, 0x10000
v_cndmask_b32 v4, v6, v10, vcc
v_cndmask_b32 v5, v7, v8, vcc
flat_store_dword v[4:5], v1
s_waitcnt {wait}
s_mov_b64 exec, 1
{store}
s_waitcnt vmcnt(0) lgkmcnt(0)
s_endpgm
reads:
s_mov_b64 exec, 1
{load}
s_waitcnt vmcnt(0) lgkmcnt(0)
ds_read_b32 v13, v10
global_load_dword v14, v10, s[8:9]
s_waitcnt vmcnt(0) lgkmcnt(0)
global_store_dwordx3 v10, v[12:14], s[10:11]
s_waitcnt vmcnt(0)
s_endpgm
.size t, .-t
.rodata
.p2align 6
.amdhsa_kernel t
 .amdhsa_user_sgpr_private_segment_buffer 1
 .amdhsa_user_sgpr_kernarg_segment_ptr 1
 .amdhsa_system_sgpr_workgroup_id_x 0
 .amdhsa_next_free_vgpr 16
 .amdhsa_next_free_sgpr 16
 .amdhsa_group_segment_fixed_size 128
 {more}
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: t
    .symbol: t.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 128
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 24
    .vgpr_count: 16
    .max_flat_workgroup_size: 256
    .args:
      - {{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}}
      - {{.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}}
...
.end_amdgpu_metadata
"""
FLAGS = {'memory': ('global_store_dword v10, v1, s[8:9] offset:256',
                    'global_load_dword v12, v10, s[8:9] offset:256 glc'),
         'LDS': ('ds_write_b32 v10, v1 offset:64', 'ds_read_b32 v12, v10 offset:64')}
# place of the flag, wait: what (x, y) may be once the flag is seen, all of it to be found.  LDS operations
# of a wave are in its order, whatever it waits for, and so are those of a compute unit to one line of
# memory: x shows where the flag does not follow it, y never.
CASES = [('memory', 'vmcnt(0) lgkmcnt(0)', {(1, 1)}),
         ('memory', 'lgkmcnt(0)', {(1, 1)}),
         ('memory', 'vmcnt(0)', {(1, 1), (0, 1)}),
         ('LDS', 'lgkmcnt(0)', {(1, 1)}),
         ('LDS', 'vmcnt(0)', {(1, 1)})]


def outcomes(gcnsim, occ, target, folder, flag, wait):
    store, load = FLAGS[flag]
    more = '.amdhsa_accum_offset 16' if target == 'gfx90a' else ''
    path = os.path.join(folder, 'flat')
    with open(path + '.s', 'w', encoding='ascii') as file:
        file.write(SOURCE.format(target=target, wait=wait, store=store, load=load, more=more))
    subprocess.run([occ, '-mcpu=' + target, '-c', path + '.s', '-o', path + '.o'], check=True)
    subprocess.run([occ, '-mcpu=' + target, path + '.o', '-o', path + '.co'], check=True)
    done = subprocess.run([gcnsim, 'run', path + '.co', '--global', '128', '--local', '128', '--no-races',
                           '--schedule=all', '--arg', 'buf:512', '--arg', 'buf:12@print=i32'],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.splitlines()[0]
    found = [tuple(int(word) for word in line.split())
             for line in re.findall(r'^ +0: (.*)$', done.stdout, re.M)]
    return {(x, y) for seen, x, y in found if seen}


def main():
    gcnsim, occ, target = sys.argv[1:]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for flag, wait, wanted in CASES:
            found = outcomes(gcnsim, occ, target, folder, flag, wait)
            if found != wanted:
                failures += 1
                print(f'FAIL {target}: flag in {flag}, s_waitcnt {wait}: {found}, not {wanted}')
    print(f'{len(CASES)} programs, {failures} failures')
    return failures > 0


sys.exit(main())
