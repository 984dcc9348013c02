/* The three services of this folder put together. */
#include "frontend/ast_build.h"
#include "frontend/parse.tab.h"
#include "frontend/parse_repair.h"

void
frontend_init(struct frontend *frontend, struct arena *arena, struct diag *diag,
              const struct frontend_options *options)
{
    *frontend = (struct frontend){.arena = arena, .tree = arena, .diag = diag, .options = *options};
    if (!frontend->options.cl_version)
        frontend->options.cl_version = 120;
    frontend->intern = intern_new(arena);
    frontend->is_input = map_new(arena);
    frontend->sources = sources_new(arena);
    diag->sources = frontend->sources;
    diag->resolve = source_resolve;
    diag->is_after = source_is_after;
    diag->backtrace = source_backtrace;
    frontend->pp = pp_new(frontend);
}

struct translation_unit *
frontend_parse(struct frontend *frontend, const char *name, const char *text, size_t length)
{
    struct parser *parser = ARENA_NEW(frontend->tree, struct parser);
    parser->frontend = frontend;
    parser->arena = frontend->tree;
    parser->diag = frontend->diag;
    parser->pp = frontend->pp;
    parser->lex.attribute_depth = -1;
    parser->pragmas.extensions = frontend->options.cl_version >= 120 ? EXTENSION_FP64 : 0;
    parser->errors.repair = parse_repair_new(frontend->tree);
    parser->unit = ARENA_NEW(frontend->tree, struct translation_unit);
    if (pp_start(frontend->pp, name, text, length))
        parse_parse(parser);
    return parser->unit;
}

const struct frontend_file *
frontend_files(const struct frontend *frontend, uint32_t *count)
{
    const struct pp *pp = frontend->pp;
    struct frontend_file *files =
        ARENA_ARRAY(pp->arena, pp->headers.count + 1u, struct frontend_file);
    *count = 0;
    for (uint32_t i = 0; i < pp->headers.count; i++)
        if (!pp->headers.at[i]->is_virtual)
            files[(*count)++] =
                (struct frontend_file){pp->headers.at[i]->name, pp->headers.at[i]->is_system};
    return files;
}

const struct frontend_input *
frontend_inputs(const struct frontend *frontend, uint32_t *count)
{
    *count = frontend->inputs.count;
    return frontend->inputs.at;
}

void
frontend_depends(struct frontend *frontend, enum frontend_input_kind kind, const char *name)
{
    name = intern_string(&frontend->intern, name);
    uint64_t key = MAP_KEY(name) << 1 | (kind == INPUT_TIME); /* a file may have that name */
    if (map_get(&frontend->is_input, key))
        return;
    map_put(&frontend->is_input, key, frontend);
    vec_push(frontend->arena, &frontend->inputs, (struct frontend_input){name, kind});
}

bool
frontend_location(const struct frontend *frontend, loc_t loc, struct diag_location *location)
{
    return source_resolve(frontend->sources, loc, location);
}

bool
frontend_is_after(const struct frontend *frontend, loc_t first, loc_t second)
{
    return source_is_after(frontend->sources, first, second);
}
