/* Instructions one by one, from memory that the host reads. */
#include "gcn/asm/disassemble.h"
#include "driver/comgr/handles.h"

#include <stdlib.h>

enum { WORD = 4, MAX_WORDS = 5 };

struct disassembly_info {
    struct target_id isa;
    uint64_t (*read)(uint64_t from, char *to, uint64_t size, void *data);
    void (*print)(const char *text, void *data);
    void (*annotate)(uint64_t address, void *data);
};

enum comgr_status
amd_comgr_create_disassembly_info(
    const char *isa_name, uint64_t (*read)(uint64_t from, char *to, uint64_t size, void *data),
    void (*print)(const char *text, void *data), void (*annotate)(uint64_t address, void *data),
    struct comgr_handle *info)
{
    struct disassembly_info own = {.read = read, .print = print, .annotate = annotate};
    if (!isa_name || !read || !print || !annotate || !info || !isa_parse(isa_name, &own.isa))
        return COMGR_INVALID_ARGUMENT;
    struct disassembly_info *made = malloc(sizeof *made);
    if (!made)
        return COMGR_OUT_OF_RESOURCES;
    *made = own;
    *info = comgr_handle(made);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_destroy_disassembly_info(struct comgr_handle handle)
{
    struct disassembly_info *info = comgr_pointer(handle);
    free(info);
    return info ? COMGR_SUCCESS : COMGR_INVALID_ARGUMENT;
}

/* An instruction: what is read, what it is. */
struct instruction {
    struct arena arena;
    const struct gcn_target *target;
    uint32_t words[MAX_WORDS];
    unsigned count, size; /* words that were read; of the instruction */
    struct strbuf text;
    bool jumps;
    int64_t distance;
};

static enum comgr_status
disassemble_one(void *state)
{
    struct instruction *one = state;
    one->text = strbuf_new(&one->arena);
    strbuf_puts(&one->text, "\t");
    one->size = disassemble_instruction(&one->text, one->target, one->words, one->count,
                                        &one->jumps, &one->distance);
    return one->size ? COMGR_SUCCESS : COMGR_ERROR;
}

enum comgr_status
amd_comgr_disassemble_instruction(struct comgr_handle handle, uint64_t address, void *data,
                                  uint64_t *size)
{
    const struct disassembly_info *info = comgr_pointer(handle);
    if (!info || !size)
        return COMGR_INVALID_ARGUMENT;
    struct instruction one = {.target = info->isa.target};
    uint64_t read = info->read(address, (char *)one.words, sizeof one.words, data);
    if (!read || read > sizeof one.words)
        return COMGR_ERROR;
    *size = read < WORD ? read : WORD; /* as LLVM says what is none, so that a loop goes on */
    if (read < WORD)
        return COMGR_ERROR;
    one.count = (unsigned)(read / WORD);
    enum comgr_status status = comgr_guarded(&one.arena, disassemble_one, &one);
    if (!status) {
        *size = (uint64_t)one.size * WORD;
        info->print(one.text.text, data);
        if (one.jumps)
            info->annotate(address + (uint64_t)one.distance, data);
    }
    arena_free(&one.arena);
    return status;
}
