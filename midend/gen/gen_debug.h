/* Debug information of the source, gathered while it is lowered (midend/ir/debug_info.h).  All of it
 * does nothing unless the module asks: module->debug. */
#ifndef OCC_MIDEND_GEN_GEN_DEBUG_H
#define OCC_MIDEND_GEN_GEN_DEBUG_H

#include "midend/ir/debug_info.h"
#include "midend/gen/gen_internal.h"

struct gen_debug_pair {
    struct type *type;
    struct debug_type *made;
};

/* A variable that has been described, and what tells where it is once lowering has ended. */
struct gen_debug_seen {
    struct decl *decl;
    struct debug_scope *scope; /* NULL: of program scope */
    uint32_t index;
    ir_id home; /* of a kernel's parameter: its alloca; 0: something else */
};

struct gen_debug {
    struct arena *arena;
    struct debug_info *info;
    struct map types;                      /* type, with qualifiers, or typedef -> debug_type */
    VEC(struct gen_debug_pair) incomplete; /* types whose parts are to be described */
    VEC(struct gen_debug_seen) seen;       /* of this function; of program scope at the end */
    struct map numbers;                    /* decl -> its number */
    struct debug_scope *scope;             /* the innermost one */
    VEC(struct debug_scope *) outer;
};

/* gen_debug_type.c: the description, complete, of the type of a declared object and of what a function returns, by
 * the names that the declaration has for it; NULL: void. */
struct debug_type *gen_debug_result(struct gen_debug *d, const struct decl *decl);
struct debug_type *gen_debug_declared(struct gen_debug *d, const struct decl *decl);

/* gen_debug.c */
/* Before and after the body of a function is lowered. */
void gen_debug_function(struct gen *g, struct decl *decl);
void gen_debug_function_end(struct gen *g);
/* Before and after what a block, or a for statement that declares something, holds. */
void gen_debug_open(struct gen *g, loc_t start, loc_t end);
void gen_debug_close(struct gen *g);
/* A parameter or variable, once it has its place; home: its alloca, or 0. */
void gen_debug_variable(struct gen *g, struct decl *decl, ir_id home);
/* Variables of program scope, once everything is lowered. */
void gen_debug_unit(struct gen *g, const struct translation_unit *unit);

#endif
