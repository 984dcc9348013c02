/* Notes: metadata as YAML, as MsgPack. */
#include "gcn/asm/assembler.h"

#include <string.h>

static void
align_to_4(struct section *notes)
{
    while (notes->content.length & 3)
        strbuf_add(&notes->content, "", 1);
}

void
note_add(struct assembler *as, uint32_t type, const char *owner, const void *bytes, size_t size)
{
    Elf64_Nhdr header = {(Elf64_Word)strlen(owner) + 1, (Elf64_Word)size, type};
    struct section *notes = section_of(as, ".note", SHT_NOTE, SHF_ALLOC);
    notes->align = 4;
    align_to_4(notes);
    strbuf_add(&notes->content, (const char *)&header, sizeof header);
    strbuf_add(&notes->content, owner, header.n_namesz);
    align_to_4(notes);
    strbuf_add(&notes->content, bytes, size);
    align_to_4(notes);
}

/* The raw lines up to a directive; false: it is not there, which is reported. */
static bool
read_lines(struct assembler *as, const char *opener, const char *closer, struct strbuf *text,
           loc_t loc)
{
    const char *line, *word;
    strbuf_puts(text, "");
    for (size_t length; text_raw_line(as, &line, &length);) {
        guard_poll(as->job->guard);
        size_t word_length = text_first_word(line, length, &word);
        if (text_is_word(word, word_length, closer)) {
            scan_skip(as);
            return true;
        }
        strbuf_add(text, line, length);
        strbuf_add(text, "\n", 1);
    }
    diag_error(as->diag, loc, assembly_unclosed, opener, closer);
    return false;
}

/* .amd_amdgpu_hsa_metadata: the text as it stands, with a NUL */
void
directive_hsa_metadata(struct assembler *as, int64_t unused, loc_t loc)
{
    enum { NOTE = 10 };
    struct strbuf text = strbuf_new(as->arena), packed = strbuf_new(as->arena);
    const char *problem = NULL;
    int64_t minor;
    (void)unused;
    target_says_notes(as, target_yaml_notes(as), ".amd_amdgpu_hsa_metadata", loc);
    if (!read_lines(as, ".amd_amdgpu_hsa_metadata", ".end_amd_amdgpu_hsa_metadata", &text, loc))
        return;
    if (!metadata_pack(as, text.text, text.length, true, &packed, &minor, &problem))
        diag_error(as->diag, loc, assembly_metadata, problem);
    else
        note_add(as, NOTE, "AMD", text.text, text.length + 1);
}

/* .amdgpu_metadata: YAML that stands for MsgPack */
void
directive_amdgpu_metadata(struct assembler *as, int64_t unused, loc_t loc)
{
    enum { NOTE = 32 };
    struct strbuf text = strbuf_new(as->arena), packed = strbuf_new(as->arena);
    const char *problem = NULL;
    int64_t minor = -1;
    (void)unused;
    target_says_notes(as, &object_notes_amdgpu, ".amdgpu_metadata", loc);
    if (!read_lines(as, ".amdgpu_metadata", ".end_amdgpu_metadata", &text, loc))
        return;
    if (!metadata_pack(as, text.text, text.length, false, &packed, &minor, &problem)) {
        diag_error(as->diag, loc, assembly_metadata, problem);
        return;
    }
    note_add(as, NOTE, "AMDGPU", packed.text, packed.length);
    for (unsigned i = 0; !as->version && minor >= 0 && i < object_version_count; i++)
        if (object_versions[i].notes == &object_notes_amdgpu &&
            object_versions[i].metadata_minor == minor)
            as->version = &object_versions[i];
}
