/* Metadata as YAML: read and written with libyaml. */
#include "gcn/metadata/meta.h"
#include "support/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* What libyaml takes of malloc: its buffers, and copies of the texts in them. */
enum { LIBYAML_BOUND = 128 * 1024, LIBYAML_COPIES = 4, MAX_DEPTH = 32 };

/* ---- reading ---- */

struct reader {
    struct arena *arena;
    yaml_parser_t parser;
    yaml_event_t event;
    const char *why;
};

static void
release_parser(void *parser)
{
    yaml_parser_delete(parser);
}

static void
wrong(struct reader *reader, const char *what, size_t line)
{
    if (!reader->why)
        reader->why = arena_printf(reader->arena, "line %zu: %s", line + 1, what);
}

/* The type of the next event, whose data is copied out by the caller before the next call; YAML_NO_EVENT: there
 * is none, and reader->why says so. */
static yaml_event_type_t
next_event(struct reader *reader)
{
    guard_poll(reader->arena->guard);
    yaml_event_delete(&reader->event);
    memset(&reader->event, 0, sizeof reader->event);
    if (reader->why)
        return YAML_NO_EVENT;
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
        bool is_memory = reader->parser.error == YAML_MEMORY_ERROR;
        if (is_memory)
            guard_unwind(reader->arena->guard, GUARD_MEMORY, "out of memory");
        wrong(reader,
              reader->parser.problem ? arena_strdup(reader->arena, reader->parser.problem)
                                     : "no YAML",
              reader->parser.problem_mark.line);
        return YAML_NO_EVENT;
    }
    return reader->event.type;
}

static struct meta *
new_here(const struct reader *reader, enum meta_kind kind)
{
    struct meta *meta = meta_new(reader->arena, kind);
    meta->line = (uint32_t)reader->event.start_mark.line + 1;
    return meta;
}

static struct meta *
scalar(struct reader *reader)
{
    const char *tag = (const char *)reader->event.data.scalar.tag;
    struct meta *meta = new_here(reader, META_TEXT);
    meta->length = reader->event.data.scalar.length;
    meta->text =
        arena_strndup(reader->arena, (const char *)reader->event.data.scalar.value, meta->length);
    meta->quoted = reader->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE ||
                   (tag && strcmp(tag, "!str") == 0);
    if (strlen(meta->text) != meta->length)
        wrong(reader, "a text holds a NUL", reader->event.start_mark.line);
    return meta;
}

static struct meta *value_of(struct reader *reader, yaml_event_type_t type, unsigned depth);

static struct meta *
list(struct reader *reader, unsigned depth)
{
    struct meta *meta = new_here(reader, META_LIST);
    for (;;) {
        yaml_event_type_t type = next_event(reader);
        if (type == YAML_SEQUENCE_END_EVENT || type == YAML_NO_EVENT)
            return meta;
        meta_add(reader->arena, meta, NULL, value_of(reader, type, depth + 1));
    }
}

static struct meta *
map(struct reader *reader, unsigned depth)
{
    struct meta *meta = new_here(reader, META_MAP);
    for (;;) {
        yaml_event_type_t type = next_event(reader);
        if (type == YAML_MAPPING_END_EVENT || type == YAML_NO_EVENT)
            return meta;
        if (type != YAML_SCALAR_EVENT) {
            wrong(reader, "a key is no text", reader->event.start_mark.line);
            return meta;
        }
        const char *key = scalar(reader)->text;
        meta_add(reader->arena, meta, key, value_of(reader, next_event(reader), depth + 1));
    }
}

static struct meta *
value_of(struct reader *reader, yaml_event_type_t type, unsigned depth)
{
    if (depth > MAX_DEPTH)
        wrong(reader, "it is nested too deep", reader->event.start_mark.line);
    else if (type == YAML_SCALAR_EVENT)
        return scalar(reader);
    else if (type == YAML_SEQUENCE_START_EVENT)
        return list(reader, depth);
    else if (type == YAML_MAPPING_START_EVENT)
        return map(reader, depth);
    else
        wrong(reader, "there is no value, or an alias", reader->event.start_mark.line);
    return meta_new(reader->arena, META_NONE);
}

static void
document(struct reader *reader, struct meta **tree)
{
    yaml_event_type_t type = next_event(reader);
    while (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT)
        type = next_event(reader);
    *tree = value_of(reader, type, 0);
    if (!reader->why && next_event(reader) == YAML_DOCUMENT_END_EVENT)
        type = next_event(reader);
    if (!reader->why && reader->event.type != YAML_STREAM_END_EVENT)
        wrong(reader, "there is more than one document", reader->event.start_mark.line);
}

static void
release_event(void *event)
{
    yaml_event_delete(event);
}

const char *
meta_parse_yaml(struct arena *arena, const char *text, size_t length, struct meta **tree)
{
    struct reader reader = {.arena = arena};
    struct cleanup parser, event;
    arena_charge(arena, LIBYAML_BOUND + LIBYAML_COPIES * length);
    if (!yaml_parser_initialize(&reader.parser))
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    guard_push(arena->guard, &parser, release_parser, &reader.parser);
    guard_push(arena->guard, &event, release_event, &reader.event);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, length);
    document(&reader, tree);
    guard_pop(arena->guard, &event);
    yaml_event_delete(&reader.event);
    guard_pop(arena->guard, &parser);
    yaml_parser_delete(&reader.parser);
    return reader.why;
}

static void
resolve_float(struct meta *text)
{
    char *end;
    double value = strtod(text->text, &end);
    if (!strchr("-.0123456789", *text->text) || *end)
        return;
    memcpy(&text->number, &value, sizeof value);
    text->kind = META_FLOAT;
}

static bool
resolve_number(struct meta *text)
{
    char *end;
    errno = 0;
    if (meta_integer(text, &text->number)) {
        text->kind = META_NUMBER;
        return true;
    }
    text->number = (uint64_t)strtoll(text->text, &end, 0);
    if (*text->text != '-' || !text->text[1] || *end || errno)
        return false;
    text->kind = META_NUMBER;
    text->is_negative = true;
    return true;
}

void
meta_resolve(struct meta *tree)
{
    bool is_plain = tree->kind == META_TEXT && !tree->quoted && tree->length;
    bool is_true = is_plain && strcmp(tree->text, "true") == 0;
    if (is_true || (is_plain && strcmp(tree->text, "false") == 0)) {
        tree->kind = META_BOOL;
        tree->number = is_true;
    } else if (is_plain && !resolve_number(tree)) {
        resolve_float(tree);
    }
    vec_foreach (struct meta_entry, entry, &tree->entries)
        meta_resolve(entry->value);
}

/* ---- writing notes ---- */

struct writer {
    yaml_emitter_t emitter;
    struct strbuf *out;
    bool failed; /* libyaml's only failure here is its malloc */
};

/* Its buffers are there while the text grows. */
static int
write_bytes(void *data, unsigned char *bytes, size_t size)
{
    const struct strbuf *out = data;
    if (out->length + size >= out->capacity)
        arena_charge(out->arena, LIBYAML_BOUND + 2 * (out->capacity + size));
    strbuf_add(data, (const char *)bytes, size);
    return 1;
}

static void
emit(struct writer *writer, int made, yaml_event_t *event)
{
    if (made && writer->failed)
        yaml_event_delete(event);
    else if (!made || !yaml_emitter_emit(&writer->emitter, event))
        writer->failed = true;
}

bool
meta_is_quoted(const char *name)
{
    return strpbrk(name, "*@-:.") || strlen(name) < 6;
}

/* libyaml takes UTF-8 alone, which texts of programs are; those of a forged unit or of an object may be
 * anything. */
static const char *
only_utf8(struct writer *writer, const char *text)
{
    const char *end = text;
    unsigned length = 1; /* of the character at hand; 0: it is none */
    for (; *end && length; end += length)
        length = (unsigned char)*end < 0x80 ? 1 : utf8_length(end);
    if (length)
        return text;
    char *copy = arena_strdup(writer->out->arena, text);
    for (char *c = copy; *c; c += utf8_length(c))
        if (!utf8_length(c))
            *c = '?';
    return copy;
}

bool
meta_is_double_quoted(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == '"' || *c == ';' || (*c == '/' && (c[1] == '/' || c[1] == '*')))
            return true;
    return false;
}

static void
emit_text(struct writer *writer, const char *text, bool quoted)
{
    yaml_event_t event;
    yaml_scalar_style_t style = meta_is_double_quoted(text) ? YAML_DOUBLE_QUOTED_SCALAR_STYLE
                                : quoted                    ? YAML_SINGLE_QUOTED_SCALAR_STYLE
                                                            : YAML_ANY_SCALAR_STYLE;
    guard_poll(writer->out->arena->guard);
    text = only_utf8(writer, text);
    arena_charge(writer->out->arena, LIBYAML_BOUND + LIBYAML_COPIES * strlen(text));
    emit(writer,
         yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                      (int)strlen(text), 1, 1, style),
         &event);
}

static bool
holds_numbers(const struct meta *list)
{
    uint64_t number;
    vec_foreach (const struct meta_entry, entry, &list->entries)
        if (!meta_integer(entry->value, &number))
            return false;
    return true;
}

static void emit_value(struct writer *writer, const struct meta *meta);

static void
emit_entries(struct writer *writer, const struct meta *meta)
{
    vec_foreach (const struct meta_entry, entry, &meta->entries) {
        if (meta->kind == META_MAP)
            emit_text(writer, entry->key, false);
        emit_value(writer, entry->value);
    }
}

static void
emit_value(struct writer *writer, const struct meta *meta)
{
    yaml_event_t event;
    char number[24];
    yaml_sequence_style_t style =
        holds_numbers(meta) ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE;
    switch ((enum meta_kind)meta->kind) {
    case META_MAP:
        emit(writer,
             yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE),
             &event);
        emit_entries(writer, meta);
        emit(writer, yaml_mapping_end_event_initialize(&event), &event);
        break;
    case META_LIST:
        emit(writer, yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, style), &event);
        emit_entries(writer, meta);
        emit(writer, yaml_sequence_end_event_initialize(&event), &event);
        break;
    case META_NUMBER:
        snprintf(number, sizeof number, meta->is_negative ? "%lld" : "%llu",
                 (unsigned long long)meta->number);
        emit_text(writer, number, false);
        break;
    case META_FLOAT:
        snprintf(number, sizeof number, "%.17g", meta_double(meta));
        emit_text(writer, number, false);
        break;
    case META_BOOL:
        emit_text(writer, meta->number ? "true" : "false", false);
        break;
    default:
        emit_text(writer, meta->text ? meta->text : "", meta->quoted);
    }
}

static void
release_emitter(void *emitter)
{
    yaml_emitter_delete(emitter);
}

void
meta_print_yaml(struct strbuf *out, const struct meta *tree)
{
    struct writer writer = {.out = out};
    struct cleanup cleanup;
    struct guard *guard = out->arena->guard;
    yaml_event_t event;
    arena_charge(out->arena, LIBYAML_BOUND);
    if (!yaml_emitter_initialize(&writer.emitter))
        guard_unwind(guard, GUARD_MEMORY, "out of memory");
    guard_push(guard, &cleanup, release_emitter, &writer.emitter);
    yaml_emitter_set_output(&writer.emitter, write_bytes, out);
    yaml_emitter_set_width(&writer.emitter, -1);
    yaml_emitter_set_unicode(&writer.emitter, 1);
    emit(&writer, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING), &event);
    emit(&writer, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0), &event);
    emit_value(&writer, tree);
    emit(&writer, yaml_document_end_event_initialize(&event, 0), &event);
    emit(&writer, yaml_stream_end_event_initialize(&event), &event);
    if (writer.failed)
        guard_unwind(guard, GUARD_MEMORY, "out of memory");
    guard_pop(guard, &cleanup);
    yaml_emitter_delete(&writer.emitter);
}
