/* Numbers of the DWARF standard (version 4, section 7), as far as they are written here. */
#ifndef OCC_GCN_DWARF_DWARF_CONSTANT_H
#define OCC_GCN_DWARF_DWARF_CONSTANT_H

enum dwarf_tag {
    DW_TAG_array_type = 0x01,
    DW_TAG_enumeration_type = 0x04,
    DW_TAG_formal_parameter = 0x05,
    DW_TAG_lexical_block = 0x0b,
    DW_TAG_member = 0x0d,
    DW_TAG_pointer_type = 0x0f,
    DW_TAG_compile_unit = 0x11,
    DW_TAG_structure_type = 0x13,
    DW_TAG_typedef = 0x16,
    DW_TAG_union_type = 0x17,
    DW_TAG_inlined_subroutine = 0x1d,
    DW_TAG_subrange_type = 0x21,
    DW_TAG_base_type = 0x24,
    DW_TAG_const_type = 0x26,
    DW_TAG_enumerator = 0x28,
    DW_TAG_subprogram = 0x2e,
    DW_TAG_variable = 0x34,
    DW_TAG_volatile_type = 0x35,
    DW_TAG_restrict_type = 0x37 /* from version 3 on */
};

enum dwarf_attribute_name {
    DW_AT_location = 0x02,
    DW_AT_name = 0x03,
    DW_AT_byte_size = 0x0b,
    DW_AT_bit_offset = 0x0c, /* until version 3 */
    DW_AT_bit_size = 0x0d,
    DW_AT_stmt_list = 0x10,
    DW_AT_low_pc = 0x11,
    DW_AT_high_pc = 0x12,
    DW_AT_language = 0x13,
    DW_AT_comp_dir = 0x1b,
    DW_AT_const_value = 0x1c,
    DW_AT_inline = 0x20,
    DW_AT_producer = 0x25,
    DW_AT_prototyped = 0x27,
    DW_AT_upper_bound = 0x2f,
    DW_AT_count = 0x37, /* from version 3 on */
    DW_AT_abstract_origin = 0x31,
    DW_AT_address_class = 0x33,
    DW_AT_data_member_location = 0x38,
    DW_AT_decl_file = 0x3a,
    DW_AT_decl_line = 0x3b,
    DW_AT_declaration = 0x3c,
    DW_AT_encoding = 0x3e,
    DW_AT_external = 0x3f,
    DW_AT_frame_base = 0x40,
    DW_AT_type = 0x49,
    DW_AT_ranges = 0x55,    /* from version 3 on */
    DW_AT_call_file = 0x58, /* from version 3 on, as the next */
    DW_AT_call_line = 0x59,
    DW_AT_data_bit_offset = 0x6b,  /* from version 4 on */
    DW_AT_linkage_name = 0x6e,     /* from version 4 on */
    DW_AT_str_offsets_base = 0x72, /* from version 5 on, as the next three */
    DW_AT_addr_base = 0x73,
    DW_AT_rnglists_base = 0x74,
    DW_AT_loclists_base = 0x8c,
    DW_AT_MIPS_linkage_name = 0x2007,
    DW_AT_GNU_vector = 0x2107
};

enum dwarf_form {
    DW_FORM_addr = 0x01,
    DW_FORM_data2 = 0x05,
    DW_FORM_data4 = 0x06,
    DW_FORM_block1 = 0x0a,
    DW_FORM_data1 = 0x0b,
    DW_FORM_flag = 0x0c,
    DW_FORM_sdata = 0x0d,
    DW_FORM_strp = 0x0e,
    DW_FORM_udata = 0x0f,
    DW_FORM_ref4 = 0x13,
    DW_FORM_sec_offset = 0x17, /* from version 4 on, as what follows */
    DW_FORM_exprloc = 0x18,
    DW_FORM_flag_present = 0x19
};

enum dwarf_operation {
    DW_OP_addr = 0x03,
    DW_OP_swap = 0x16,
    DW_OP_xderef = 0x18,
    DW_OP_and = 0x1a,
    DW_OP_or = 0x21,
    DW_OP_plus_uconst = 0x23,
    DW_OP_shl = 0x24,
    DW_OP_constu = 0x10,
    DW_OP_lit0 = 0x30,
    DW_OP_regx = 0x90,
    DW_OP_bregx = 0x92,
    DW_OP_piece = 0x93,
    DW_OP_xderef_size = 0x95,
    DW_OP_stack_value = 0x9f, /* from version 4 on */
    DW_OP_GNU_entry_value =
        0xf3 /* version 5 has it as 0xa3; gcc and clang write it in earlier ones */
};

enum dwarf_encoding {
    DW_ATE_boolean = 0x02,
    DW_ATE_float = 0x04,
    DW_ATE_signed = 0x05,
    DW_ATE_signed_char = 0x06,
    DW_ATE_unsigned = 0x07,
    DW_ATE_unsigned_char = 0x08
};

enum dwarf_language {
    DW_LANG_C99 = 0x0c,   /* version 2 has no later one than C89; readers know this one */
    DW_LANG_OpenCL = 0x15 /* of version 5; clang writes it in 4, too */
};

enum dwarf_line_operation {
    DW_LNS_copy = 1,
    DW_LNS_advance_pc = 2,
    DW_LNS_advance_line = 3,
    DW_LNS_set_file = 4,
    DW_LNS_set_column = 5,
    DW_LNS_negate_stmt = 6,
    DW_LNS_set_basic_block = 7,
    DW_LNS_fixed_advance_pc = 9,
    DW_LNS_set_prologue_end = 10, /* from version 3 on, as what follows */
    DW_LNS_set_epilogue_begin = 11,
    DW_LNS_set_isa = 12,
    DW_LNE_end_sequence = 1,
    DW_LNE_set_address = 2,
    DW_LNE_set_discriminator = 4 /* from version 4 on */
};

/* What an entry of version 5 holds, and the forms of that. */
enum dwarf_line_content { DW_LNCT_path = 1, DW_LNCT_directory_index = 2, DW_LNCT_MD5 = 5 };
enum dwarf_line_form {
    DW_FORM_line_string = 0x08,
    DW_FORM_line_udata = 0x0f,
    DW_FORM_line_data16 = 0x1e
};

enum { DW_CHILDREN_no = 0, DW_CHILDREN_yes = 1 };

#endif
