# A global offset table's entry for a symbol that nobody defines, and one for a weak symbol.
.weak perhaps
.text
.globl entry
.p2align 8
entry:
    s_getpc_b64 s[0:1]
    s_add_u32 s0, s0, perhaps@gotpcrel32@lo+4
    s_addc_u32 s1, s1, perhaps@gotpcrel32@hi+12
    s_add_u32 s0, s0, elsewhere@gotpcrel32@lo+4
    s_addc_u32 s1, s1, elsewhere@gotpcrel32@hi+12
    s_endpgm
