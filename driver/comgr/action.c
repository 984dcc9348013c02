/* The actions: which file does each, and those that are simple. */
#include "driver/comgr/action.h"

#include "gcn/asm/disassemble.h"

#include <stdarg.h>
#include <string.h>

/* ---- for all ---- */

void
action_log(struct action *action, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_puts(&action->log, arena_vprintf(&action->arena, format, args));
    strbuf_puts(&action->log, "\n");
    va_end(args);
}

struct data *
action_input(const struct action *action, size_t i)
{
    for (size_t k = 0; k < action->input->count; k++) {
        struct data *data = action->input->at[k];
        if ((data->kind == action->row->from || data->kind == action->row->also_from) && !i--)
            return data;
    }
    return NULL;
}

/* ---- inputs become results ---- */

/* What LLVM needs and occ does not: everything goes on as it is. */
static enum comgr_status
copy_all(struct action *action)
{
    enum comgr_status status = COMGR_SUCCESS;
    size_t count = action->input->count;
    for (size_t i = 0; i < count && !status; i++)
        status = data_set_insert(action->result, action->input->at[i]);
    return status;
}

static enum comgr_status
copy_each(struct action *action)
{
    enum comgr_status status = COMGR_SUCCESS;
    struct data *data;
    for (size_t i = 0; !status && (data = action_input(action, i)); i++)
        status = data_set_insert(action->result, data);
    return status;
}

static enum comgr_status
refuse(struct action *action)
{
    action_log(action, "error: occ makes no fat binaries of HIP");
    return COMGR_INVALID_ARGUMENT;
}

/* ---- disassembly ---- */

/* Bytes that are no object: instructions of the action's target, one a line. */
static void
disassemble_bytes(const struct data *data, const struct gcn_target *target, struct strbuf *text)
{
    enum { WORD = 4, MAX_WORDS = 5 };
    uint32_t words[MAX_WORDS];
    unsigned size;
    for (size_t at = 0; data->size - at >= WORD; at += size * WORD) {
        size_t left = (data->size - at) / WORD;
        size_t count = left < MAX_WORDS ? left : MAX_WORDS;
        bool jumps;
        int64_t distance;
        memcpy(words, data->bytes + at, count * WORD);
        strbuf_puts(text, "\t");
        size = disassemble_instruction(text, target, words, (unsigned)count, &jumps, &distance);
        if (!size) {
            strbuf_printf(text, ".long 0x%08x", words[0]);
            size = 1;
        }
        strbuf_puts(text, "\n");
    }
}

static enum comgr_status
disassemble_data(struct action *action, const struct data *data, const struct target_id *isa,
                 struct strbuf *text)
{
    bool is_object = data->size >= 4 && memcmp(data->bytes, "\177ELF", 4) == 0;
    const char *why = NULL;
    if (!data->bytes)
        why = "it has no bytes";
    else if (is_object || data->kind != COMGR_DATA_BYTES)
        why = disassemble(text, data->name, data->bytes, data->size, NULL);
    else
        disassemble_bytes(data, isa->target, text);
    if (why)
        action_log(action, "error: '%s': %s", data->name, why);
    return why ? COMGR_ERROR : COMGR_SUCCESS;
}

static enum comgr_status
disassemble_each(struct action *action)
{
    struct target_id isa;
    if (!action->info->isa_name || !isa_parse(action->info->isa_name, &isa))
        return COMGR_INVALID_ARGUMENT;
    enum comgr_status status = COMGR_SUCCESS;
    const struct data *data;
    for (size_t i = 0; !status && (data = action_input(action, i)); i++) {
        struct strbuf text = strbuf_new(&action->arena);
        status = disassemble_data(action, data, &isa, &text);
        if (!status)
            status =
                data_set_make(action->result, action->row->to,
                              arena_printf(&action->arena, "%s%s", data->name, action->row->name),
                              text.text ? text.text : "", text.length);
    }
    return status;
}

/* ---- the table ---- */

static const char *const preprocess[] = {"-E", NULL};
static const char *const library[] = {"-create-library", NULL};
static const char *const relocatable[] = {"-c", NULL};
static const char *const assembly[] = {"-S", NULL};
static const char *const assemble[] = {"-x", "assembler", "-c", NULL};

static const struct action_row rows[COMGR_ACTION_COUNT] = {
    [COMGR_SOURCE_TO_PREPROCESSOR] = {compile_each, COMGR_DATA_SOURCE, COMGR_DATA_SOURCE, ".i",
                                      OCC_BUILD, preprocess, true, false, true},
    [COMGR_ADD_PRECOMPILED_HEADERS] = {.run = copy_all},
    [COMGR_COMPILE_SOURCE_TO_BC] = {compile_each, COMGR_DATA_SOURCE, COMGR_DATA_BC, ".bc",
                                    OCC_COMPILE, NULL, true, true, true},
    [COMGR_ADD_DEVICE_LIBRARIES] = {.run = copy_all},
    [COMGR_LINK_BC_TO_BC] = {link_all, COMGR_DATA_BC, COMGR_DATA_BC, "linked.bc", OCC_LINK, library,
                             false, false, false},
    [COMGR_OPTIMIZE_BC_TO_BC] = {.run = copy_each, .from = COMGR_DATA_BC},
    [COMGR_CODEGEN_BC_TO_RELOCATABLE] = {compile_each, COMGR_DATA_BC, COMGR_DATA_RELOCATABLE, ".o",
                                         OCC_LINK, relocatable, false, false, true},
    [COMGR_CODEGEN_BC_TO_ASSEMBLY] = {compile_each, COMGR_DATA_BC, COMGR_DATA_SOURCE, ".s",
                                      OCC_LINK, assembly, false, false, true},
    [COMGR_LINK_RELOCATABLE_TO_RELOCATABLE] = {link_relocatable, COMGR_DATA_RELOCATABLE,
                                               COMGR_DATA_RELOCATABLE, "a.o", OCC_LINK, library,
                                               false, false, false},
    [COMGR_LINK_RELOCATABLE_TO_EXECUTABLE] = {link_all, COMGR_DATA_RELOCATABLE,
                                              COMGR_DATA_EXECUTABLE, "a.so", OCC_LINK, NULL, false,
                                              false, true},
    /* ROCclr (clBuildProgram with -x asm) hands the text over as bitcode; AMD's library takes either. */
    [COMGR_ASSEMBLE_SOURCE_TO_RELOCATABLE] = {compile_each, COMGR_DATA_SOURCE,
                                              COMGR_DATA_RELOCATABLE, ".o", OCC_BUILD, assemble,
                                              false, false, true, COMGR_DATA_BC},
    [COMGR_DISASSEMBLE_RELOCATABLE_TO_SOURCE] = {disassemble_each, COMGR_DATA_RELOCATABLE,
                                                 COMGR_DATA_SOURCE, ".s"},
    [COMGR_DISASSEMBLE_EXECUTABLE_TO_SOURCE] = {disassemble_each, COMGR_DATA_EXECUTABLE,
                                                COMGR_DATA_SOURCE, ".s"},
    [COMGR_DISASSEMBLE_BYTES_TO_SOURCE] = {disassemble_each, COMGR_DATA_BYTES, COMGR_DATA_SOURCE,
                                           ".s"},
    [COMGR_COMPILE_SOURCE_TO_FATBIN] = {.run = refuse},
    [COMGR_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC] = {compile_each, COMGR_DATA_SOURCE, COMGR_DATA_BC,
                                                     ".bc", OCC_COMPILE, NULL, true, true, true},
};

static enum comgr_status
run(void *state)
{
    struct action *action = state;
    action->log = strbuf_new(&action->arena);
    return action->row->run(action);
}

/* The result may be the input: it is read as it was, since that only grows at its end.  Of a log that there was no
 * memory for, what was written stays. */
enum comgr_status
amd_comgr_do_action(enum comgr_action_kind kind, struct comgr_handle info,
                    struct comgr_handle input, struct comgr_handle result)
{
    struct action action = {.info = comgr_pointer(info),
                            .input = comgr_pointer(input),
                            .result = comgr_pointer(result)};
    if ((unsigned)kind >= COMGR_ACTION_COUNT || !action.info || !action.input || !action.result)
        return COMGR_INVALID_ARGUMENT;
    action.row = &rows[kind];
    enum comgr_status status = comgr_guarded(&action.arena, run, &action);
    if (action.info->logging) {
        const char *text = action.log.text ? action.log.text : "";
        enum comgr_status logged =
            data_set_make(action.result, COMGR_DATA_LOG, "comgr.log", text, strlen(text));
        status = status ? status : logged;
    }
    arena_free(&action.arena);
    return status;
}
