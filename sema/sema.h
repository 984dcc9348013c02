/* Semantic analysis: completes the AST in place (see frontend/ast.h for what "sema" fields hold).
 *
 * Enters: the parser's tree.  Leaves: every expression typed, conversions explicit, names resolved,
 * initialisers flat, kernels described (decl->kernel).  Errors go to diag in clang's wording. */
#ifndef OCC_SEMA_SEMA_H
#define OCC_SEMA_SEMA_H

#include "frontend/ast.h"
#include "frontend/frontend.h"
#include "sema/kernel_info.h"
#include "sema/type.h"
#include "support/map.h"

/* What the device and the command line allow the language to assume. */
struct sema;
struct sema_unit; /* sema_query.h */

/* Checks that only warn.  sema calls them once their argument is typed; they change only counts of assignments
 * (decl->assignments). */
struct sema_warnings {
    /* A definition; has_errors: expressions that are wrong are NULL. */
    void (*function)(struct sema *s, struct decl *function, bool has_errors);
    /* All functions together, and what is outside of them. */
    void (*unit)(struct sema *s, const struct sema_unit *unit);
};

struct sema_options {
    uint16_t cl_version;     /* 100, 110, 120, 200, 300 */
    bool has_fp64, has_fp16; /* double, half arithmetic */
    bool has_images, has_read_write_images, has_3d_image_writes;
    bool has_depth_images, has_msaa_images, has_mipmaps, has_mipmap_writes;
    struct feature_set features;    /* frontend_features() */
    uint32_t target_features;       /* set of 1 << enum target_feature (sema/builtin.h) */
    bool single_precision_constant; /* -cl-single-precision-constant */
    const uint8_t *spaces;         /* enum address_space that address_space(n) means, for n up to 5;
                                       NULL: n itself */
    const struct frontend *macros; /* whose macros are proposed for misspelt names; may be NULL */
    bool is_library;               /* libclc-lite: reserved names allowed, calls of undefined
                                       functions are the linker's matter */
    const struct sema_warnings *warnings; /* warn/warn.h; NULL: nothing is warned of */
    bool is_partial;                      /* other units may define what this one lacks */
    /* Does the device library define the function, for programs that declare it?  NULL: there is none. */
    bool (*library_defines)(const char *name);
};

/* Sets which images exist, as the macros that these options predefine tell the program. */
void sema_image_options(struct sema_options *sema, const struct frontend_options *frontend);

struct sema_state; /* scopes and the function at hand: sema/sema_internal.h */

struct sema {
    struct arena *arena; /* the AST's */
    struct arena *kept;  /* for what IR takes over: kernels' information; the same, unless it is
                            changed after sema_init */
    struct diag *diag;
    struct intern *intern;
    struct sema_options options;
    struct type_table *types;
    struct sema_state *state;
    uint32_t families;      /* of warnings, once asked: set of 1 << enum warn_family */
    bool lacks_definitions; /* of a partial unit: it uses something that it only declares */
};

/* Prepares; everything is taken from the arena.  intern is the parser's: names compare by pointer.
 */
void sema_init(struct sema *sema, struct arena *arena, struct diag *diag, struct intern *intern,
               const struct sema_options *options);
/* Checks and completes one external declaration, while the parser goes on: its tree is still in the
 * processor's caches.  What depends on declarations that follow waits for sema_finish. */
void sema_declared(struct sema *sema, struct decl *decl);
/* Ends a unit whose declarations have all been given to sema_declared, in order; false if it has
 * errors (reported to diag): the tree must not be lowered then. */
bool sema_finish(struct sema *sema, struct translation_unit *unit);
/* The same for a unit as a whole. */
bool sema_check(struct sema *sema, struct translation_unit *unit);

/* Would a use of the builtin or attribute of that name compile, in the program as far as it was read? */
bool sema_knows(struct sema *sema, enum frontend_question question, const char *name);

/* The block literal that a value of block type stands for; NULL: there is none, or it was
 * reported. */
struct closure *sema_block_of(const struct expr *expr);
/* The position of the block in a call of enqueue_kernel: one of these. */
enum {
    ENQUEUE_QUEUE,
    ENQUEUE_FLAGS,
    ENQUEUE_NDRANGE,
    ENQUEUE_BLOCK,
    ENQUEUE_BLOCK_AFTER_EVENTS = 6
};
uint32_t sema_enqueued_block(const struct expr_list *args);

/* The name of an overload in IR: name.t1.t2..., name.void without parameters.  Scalars are i1 i8 u8
 * i16 u16 i32 u32 i64 u64 f16 f32 f64 (size_t is u64, enums are their integer), vectors f32x4,
 * pointers p<space digit><pointee> (p5f32), void pointees p1void, records s<tag>, images
 * with their access (ro_image2d_t), others by name (event_t).  Qualifiers do not count. */
const char *sema_mangle(struct arena *arena, const char *name, struct type *const *params,
                        uint32_t count);
/* The overload of such a name as a program writes it: sq(float4, __global int *); NULL: it is no such name, or
 * one with types that it does not tell (arrays, functions, pipes).  In the arena. */
const char *sema_demangle(struct arena *arena, const char *name);

#endif
