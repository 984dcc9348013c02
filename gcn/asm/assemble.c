#include "gcn/asm/assembler.h"

const uint8_t *
assemble(const struct assemble_job *job, size_t *size)
{
    struct assembler *as = ARENA_NEW(job->arena, struct assembler);
    *as = (struct assembler){.job = job,
                             .arena = job->arena,
                             .diag = job->diag,
                             .line = strbuf_new(job->arena),
                             .names = intern_new(job->arena),
                             .by_name = map_new(job->arena),
                             .numeric = map_new(job->arena),
                             .macros = map_new(job->arena),
                             .section_names = map_new(job->arena),
                             .kernels = map_new(job->arena)};
    text_resolver(as);
    strbuf_puts(&as->line, "");
    line_init(as);
    target_init(as);
    as->section = section_of(as, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
    if (!text_enter(as, job->name, job->text, job->length, 0, false))
        return NULL;
    statement_all(as);
    line_finish(as);
    return write_object(as, size);
}
