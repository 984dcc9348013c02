/* YAML -> MsgPack, in the order of the text: maps, lists, and scalars that are numbers, truth values or
 * strings (LLVM's MsgPackDocument reads plain ones so; quoted ones are strings here). */
#include "backend-gcn/asm/assembler.h"

#include <errno.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { DEEPEST = 64 };

struct packing {
    struct assembler *as;
    yaml_document_t document;
    yaml_parser_t parser;
    bool has_document;
    const char *problem;
    unsigned nodes; /* visited: an alias may repeat much */
};

static int
write_bytes(void *data, const char *bytes, size_t size)
{
    strbuf_add(data, bytes, size);
    return 0;
}

static void
release(void *object)
{
    struct packing *packing = object;
    if (packing->has_document)
        yaml_document_delete(&packing->document);
    yaml_parser_delete(&packing->parser);
}

static bool
has_tag(const yaml_node_t *node, const char *tag)
{
    return node->tag && strcmp((const char *)node->tag, tag) == 0;
}

static void
pack_string(msgpack_packer *packer, const yaml_node_t *node)
{
    msgpack_pack_str(packer, node->data.scalar.length);
    msgpack_pack_str_body(packer, node->data.scalar.value, node->data.scalar.length);
}

/* A number as C writes it; false: it is none. */
static bool
pack_number(msgpack_packer *packer, const char *text)
{
    char *stop;
    errno = 0;
    bool is_negative = *text == '-';
    if (!*text || !strchr("-0123456789", *text))
        return false;
    if (is_negative) {
        long long value = strtoll(text, &stop, 0);
        if (*stop || errno || stop == text + 1)
            return false;
        return msgpack_pack_int64(packer, value) == 0;
    }
    unsigned long long value = strtoull(text, &stop, 0);
    return !*stop && !errno && msgpack_pack_uint64(packer, value) == 0;
}

static void
pack_scalar(msgpack_packer *packer, const yaml_node_t *node)
{
    const char *text = (const char *)node->data.scalar.value;
    bool is_plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !has_tag(node, "!str");
    char *stop;
    if (!is_plain || strlen(text) != node->data.scalar.length || !*text) {
        pack_string(packer, node);
    } else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *text == 't' ? msgpack_pack_true(packer) : msgpack_pack_false(packer);
    } else if (!pack_number(packer, text)) {
        double value = strtod(text, &stop);
        if (strchr("-.0123456789", *text) && !*stop)
            msgpack_pack_double(packer, value);
        else
            pack_string(packer, node);
    }
}

static bool
pack_node(struct packing *packing, msgpack_packer *packer, int index, unsigned depth)
{
    enum { MOST = 1 << 20 };
    yaml_node_t *node = yaml_document_get_node(&packing->document, index);
    if (!node || depth > DEEPEST || ++packing->nodes > MOST) {
        packing->problem = "it is nested too deeply, or too large";
        return false;
    }
    guard_poll(packing->as->job->guard);
    if (node->type == YAML_SCALAR_NODE) {
        pack_scalar(packer, node);
        return true;
    }
    if (node->type == YAML_SEQUENCE_NODE) {
        yaml_node_item_t *item = node->data.sequence.items.start;
        msgpack_pack_array(packer, (size_t)(node->data.sequence.items.top - item));
        for (; item < node->data.sequence.items.top; item++)
            if (!pack_node(packing, packer, *item, depth + 1))
                return false;
        return true;
    }
    yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    msgpack_pack_map(packer, (size_t)(node->data.mapping.pairs.top - pair));
    for (; pair < node->data.mapping.pairs.top; pair++)
        if (!pack_node(packing, packer, pair->key, depth + 1) ||
            !pack_node(packing, packer, pair->value, depth + 1))
            return false;
    return true;
}

/* The second number of amdhsa.version: [1, 1] in the document's root; -1: it is not there. */
static int64_t
find_minor(struct packing *packing, yaml_node_t *root)
{
    yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    for (; pair < root->data.mapping.pairs.top; pair++) {
        yaml_node_t *key = yaml_document_get_node(&packing->document, pair->key);
        yaml_node_t *value = yaml_document_get_node(&packing->document, pair->value);
        bool is_it = key && value && key->type == YAML_SCALAR_NODE &&
                     strcmp((const char *)key->data.scalar.value, "amdhsa.version") == 0 &&
                     value->type == YAML_SEQUENCE_NODE &&
                     value->data.sequence.items.top - value->data.sequence.items.start == 2;
        yaml_node_t *minor =
            is_it ? yaml_document_get_node(&packing->document, value->data.sequence.items.start[1])
                  : NULL;
        if (minor && minor->type == YAML_SCALAR_NODE)
            return strtoll((const char *)minor->data.scalar.value, NULL, 10);
    }
    return -1;
}

static bool
load(struct packing *packing)
{
    packing->has_document = yaml_parser_load(&packing->parser, &packing->document);
    if (packing->has_document)
        return true;
    packing->problem =
        packing->parser.problem
            ? arena_printf(packing->as->arena, "%s in its line %zu", packing->parser.problem,
                           packing->parser.problem_mark.line + 1)
            : "out of memory";
    return false;
}

bool
metadata_pack(struct assembler *as, const char *text, size_t length, struct strbuf *packed,
              int64_t *minor, const char **problem)
{
    enum { NODE_BYTES = 256, LEAST = 1 << 16 };
    struct packing packing = {.as = as};
    struct cleanup cleanup;
    msgpack_packer packer;
    *minor = -1;
    arena_charge(as->arena, length * NODE_BYTES + LEAST);
    if (!yaml_parser_initialize(&packing.parser))
        guard_unwind(as->job->guard, GUARD_MEMORY, "cannot read YAML: out of memory");
    guard_push(as->job->guard, &cleanup, release, &packing);
    yaml_parser_set_input_string(&packing.parser, (const unsigned char *)text, length);
    msgpack_packer_init(&packer, packed, write_bytes);
    bool good = load(&packing);
    yaml_node_t *root = good ? yaml_document_get_root_node(&packing.document) : NULL;
    if (good && (!root || root->type != YAML_MAPPING_NODE)) {
        packing.problem = "it is no map";
        good = false;
    }
    if (good) {
        *minor = find_minor(&packing, root);
        good = pack_node(&packing, &packer, 1, 0);
    }
    *problem = packing.problem;
    guard_pop(as->job->guard, &cleanup);
    release(&packing);
    return good;
}
