/* Names of enumerators in the text form, shared by ir_print.c and ir_parse.c. */
#ifndef OCC_MIDEND_IR_NAMES_H
#define OCC_MIDEND_IR_NAMES_H

static const char *const ir_order_names[] = {"none",    "relaxed", "acquire",
                                             "release", "acq_rel", "seq_cst"};
static const char *const ir_scope_names[] = {"singlethread", "wavefront", "workgroup", "agent",
                                             "system"};
static const char *const ir_rmw_names[] = {"xchg", "add",  "sub",  "and", "or",  "xor", "smin",
                                           "smax", "umin", "umax", "inc", "dec", "fadd"};
static const char *const ir_hidden_names[] = {"global_offset_x", "global_offset_y",
                                              "global_offset_z", "printf_buffer",
                                              "default_queue",   "completion_action"};
static const char *const ir_arg_kind_names[] = {
    "by_value", "global_buffer", "dynamic_local", "sampler", "image", "pipe", "queue"};
static const char *const ir_value_type_names[] = {"struct", "i8",  "u8",  "i16", "u16", "f16",
                                                  "i32",    "u32", "f32", "i64", "u64", "f64"};
static const char *const ir_image_form_names[] = {"plain", "lod", "grad", "sample"};
static const char *const ir_image_query_names[] = {"width", "height",     "depth",  "data_type",
                                                   "order", "array_size", "levels", "samples"};
static const char *const ir_access_names[] = {"none", "read", "write", "read_write"};

#define IR_NAME_COUNT(names) (sizeof(names) / sizeof(names)[0])

#endif
