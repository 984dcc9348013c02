/* The table of switches as other programs want it, made when occ is built.
 *   occ-manual man | bash | zsh | page     a manual page, completions for shells, docs/switches.md
 *   occ-manual obj-man | obj-bash | obj-zsh     the same of occ-obj */
#include "driver/manual/manual.h"
#include "gcn/isa/gcn_target.h"
#include "driver/occ.h"
#include "driver/options/option_row.h"

#include <stdio.h>
#include <string.h>

static const char summary[] =
    "Compiles OpenCL C to a code object for AMD GCN GPUs. Without -c, -S, -E, -emit-ir or "
    "-fsyntax-only the output is FILE.co, a loadable ELF file.";
static const char environment[] =
    "CPATH and C_INCLUDE_PATH: folders as if in -I and -isystem after the others. "
    "SOURCE_DATE_EPOCH: the time that __DATE__ says. NO_COLOR.";
static const char statuses[] =
    "0 done, 1 errors in the program, 2 wrong command line or unreadable file, 3 out of memory, "
    "4 internal error of the compiler.";

/* What stands between a switch and its value. */
static const char *
gap_of(const struct option_row *row)
{
    return row->value && row->form != JOINED && row->form != LIST && row->form != FLAG ? " " : "";
}

static const char others[] = "Also understood, as other spellings, as switches of other compilers "
                             "that change nothing here, or to say "
                             "what stands for them: ";

/* Those that have no text of their own: each between `before` and `after`. */
static void
put_others(const char *before, const char *after, void (*put)(const char *text))
{
    bool is_first = true;
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (row->help || (row->form == CARRIER || row->form == LIST))
            continue;
        printf("%s%s", is_first ? "" : ", ", before);
        put(row->spelling);
        fputs(after, stdout);
        is_first = false;
    }
    puts(".");
}

/* All values that a switch has, with blanks between them; nothing: they are many, or files. */
static void
put_values(const struct option_row *row)
{
    if (row->value && strncmp(row->value, "GFX", 3) == 0)
        for (unsigned i = 0; i < gcn_target_count; i++)
            printf("%s%s", i ? " " : "", gcn_targets[i].name);
    else if (row->value && strchr(row->value, '|'))
        for (const char *c = row->value; *c; c++)
            putchar(*c == '|' ? ' ' : *c);
}

static bool
has_values(const struct option_row *row)
{
    return row->value && (strncmp(row->value, "GFX", 3) == 0 || strchr(row->value, '|'));
}

/* ---- a manual page: groff_man(7) ---- */

void
manual_put_roff(const char *text)
{
    for (; *text; text++)
        if (*text == '-' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar(*text);
}

static void
put_man(void)
{
    printf(".TH OCC 1 \"\" \"occ %s\" \"\"\n.SH NAME\nocc \\- OpenCL C compiler for AMD GCN GPUs\n"
           ".SH SYNOPSIS\n.B occ\n[\\fIoptions\\fR] \\fIFILE.cl\\fR...\n.br\n.B occ "
           "run\n\\fIFILE.cl\\fR "
           "[\\fIKERNEL\\fR] [\\fIoptions\\fR] \\fIswitches of gcnsim run\\fR\n.br\n.B occ "
           "selftest\n[\\fIswitches\\fR] [\\fINAME\\fR]...\n.br\n.B occ devices\n.SH DESCRIPTION\n",
           occ_version());
    manual_put_roff(summary);
    printf("\n.SH OPTIONS\n");
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row->help)
            continue;
        printf(".TP\n\\fB");
        manual_put_roff(row->spelling);
        printf("\\fR%s\\fI", gap_of(row));
        manual_put_roff(row->value ? row->value : "");
        printf("\\fR\n");
        manual_put_roff(row->help);
        putchar('\n');
    }
    printf(".PP\n%s", others);
    put_others("\\fB", "\\fR", manual_put_roff);
    printf(".SH ENVIRONMENT\n");
    manual_put_roff(environment);
    printf("\n.SH EXIT STATUS\n");
    manual_put_roff(statuses);
    printf("\n.SH SEE ALSO\n.BR occ-obj (1),\n.BR gcnsim (1),\n.BR occ-selftest (1),\n"
           ".BR occ-hardware (7),\n.BR occ-icd (7)\n");
}

/* ---- completions ---- */

/* A shell splits words at '=', if it has not been told otherwise. */
static void
put_bash(void)
{
    printf("# bash completion of occ\n_occ()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} switch= "
           "words=\n"
           "    if [[ $current == = ]]; then\n        switch=$before current=\n"
           "    elif [[ $before == = ]]; then\n        switch=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
           "    case $switch in\n");
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        const char *equals = strchr(row->spelling, '=');
        if (!row->help || !equals || !has_values(row))
            continue;
        printf("    %.*s) words='", (int)(equals - row->spelling), row->spelling);
        put_values(row);
        printf("' ;;\n");
    }
    printf("    esac\n    case $switch:${COMP_WORDS[1]}:$current in\n"
           "    -*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
           "    :*:-*) words='");
    for (unsigned i = 0; i < option_row_count; i++)
        if (option_rows[i].help && !strchr(option_rows[i].spelling, '\''))
            printf("%s ", option_rows[i].spelling);
    printf("'\n        [[ ${COMP_WORDS[1]} == @(run|selftest) ]] &&\n"
           "            words+=$(\"${COMP_WORDS[0]}\" \"${COMP_WORDS[1]}\" --help 2>/dev/null | "
           "sed -n 's/^  "
           "\\(--[a-z-]*\\).*/\\1/p')\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
           "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace ;;\n"
           "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
           "        [[ $COMP_CWORD == 1 ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < "
           "<(compgen -W 'run selftest devices' -- \"$current\") ;;\n    esac\n"
           "    return 0\n}\ncomplete -o filenames -F _occ occ\n");
}

void
manual_put_zsh(const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

static void
put_zsh(void)
{
    printf("#compdef occ\n_arguments -s \\\n");
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row->help)
            continue;
        printf("  '*");
        manual_put_zsh(row->spelling);
        printf("%s[", !row->value ? "" : *gap_of(row) ? "" : "-");
        manual_put_zsh(row->help);
        printf("]");
        if (row->value) {
            printf(":");
            manual_put_zsh(row->value);
            printf(has_values(row) ? ":(" : ":_files");
            put_values(row);
            printf(has_values(row) ? ")" : "");
        }
        printf("' \\\n");
    }
    printf("  '*:file:_files'\n");
}

/* ---- docs/switches.md ---- */

/* In a table's cell. */
static void
put_cell(const char *text)
{
    for (; *text; text++)
        printf(*text == '|' ? "\\%c" : "%c", *text);
}

static void
put_page(void)
{
    printf("# Switches of occ\n\n%s\n\n    occ [options] FILE.cl...\n    occ run FILE.cl [KERNEL] "
           "[options] SWITCH-OF-GCNSIM-RUN...\n    occ selftest [SWITCH]... [NAME]...\n    occ "
           "devices\n\n| switch | what |\n|---|---|\n",
           summary);
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        if (!row->help)
            continue;
        printf("| `%s%s", row->spelling, gap_of(row));
        put_cell(row->value ? row->value : "");
        printf("` | ");
        put_cell(row->help);
        printf(" |\n");
    }
    printf("\n%s", others);
    put_others("`", "`", put_cell);
    printf("\nEnvironment: %s\n\nExit status: %s\n", environment, statuses);
}

int
main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*put)(void);
    } forms[] = {{"man", put_man},
                 {"bash", put_bash},
                 {"zsh", put_zsh},
                 {"page", put_page},
                 {"obj-man", manual_object_man},
                 {"obj-bash", manual_object_bash},
                 {"obj-zsh", manual_object_zsh}};
    for (unsigned i = 0; argc == 2 && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(argv[1], forms[i].name) == 0) {
            forms[i].put();
            return 0;
        }
    fputs("usage: occ-manual man|bash|zsh|page|obj-man|obj-bash|obj-zsh\n", stderr);
    return 2;
}
