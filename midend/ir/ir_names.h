/* The words of enumerators in the text form, shared by ir_print.c and ir_parse.c. */
#ifndef OCC_MIDEND_IR_IR_NAMES_H
#define OCC_MIDEND_IR_IR_NAMES_H

#include "midend/ir/ir.h"

static const char *const ir_order_names[] = {
#define ORDER(enumerator, word) word,
#include "midend/ir/ir_enum.def"
};
static const char *const ir_scope_names[] = {
#define SCOPE(enumerator, word) word,
#include "midend/ir/ir_enum.def"
};
static const char *const ir_rmw_names[] = {
#define RMW(enumerator, word) word,
#include "midend/ir/ir_enum.def"
};
static const char *const ir_hidden_names[] = {
#define HIDDEN(enumerator, word) word,
#include "midend/ir/ir_enum.def"
    "block", /* all of them */
};
static const char *const ir_image_form_names[] = {
#define IMAGE_FORM(enumerator, word) word,
#include "midend/ir/ir_enum.def"
};
static const char *const ir_image_query_names[] = {
#define IMAGE_QUERY(enumerator, word) word,
#include "midend/ir/ir_enum.def"
};

/* Of sema/kernel_info.h. */
static const char *const ir_arg_kind_names[] = {
    [KERNEL_ARG_BY_VALUE] = "by_value",
    [KERNEL_ARG_GLOBAL_BUFFER] = "global_buffer",
    [KERNEL_ARG_DYNAMIC_LOCAL] = "dynamic_local",
    [KERNEL_ARG_SAMPLER] = "sampler",
    [KERNEL_ARG_IMAGE] = "image",
    [KERNEL_ARG_PIPE] = "pipe",
    [KERNEL_ARG_QUEUE] = "queue",
};
static const char *const ir_value_type_names[] = {
    [KERNEL_VALUE_STRUCT] = "struct", [KERNEL_VALUE_I8] = "i8",   [KERNEL_VALUE_U8] = "u8",
    [KERNEL_VALUE_I16] = "i16",       [KERNEL_VALUE_U16] = "u16", [KERNEL_VALUE_F16] = "f16",
    [KERNEL_VALUE_I32] = "i32",       [KERNEL_VALUE_U32] = "u32", [KERNEL_VALUE_F32] = "f32",
    [KERNEL_VALUE_I64] = "i64",       [KERNEL_VALUE_U64] = "u64", [KERNEL_VALUE_F64] = "f64",
};
static const char *const ir_access_names[] = {
    [KERNEL_ACCESS_NONE] = "none",
    [KERNEL_ACCESS_READ] = "read",
    [KERNEL_ACCESS_WRITE] = "write",
    [KERNEL_ACCESS_READ_WRITE] = "read_write",
};

#define IR_NAME_COUNT(names) (sizeof(names) / sizeof(names)[0])

#endif
