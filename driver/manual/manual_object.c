/* What other programs want to know of occ-obj, of its table of subcommands. */
#include "driver/manual/manual.h"

#include "driver/occ-obj/object_row.h"
#include "driver/occ.h"

#include <stdio.h>
#include <string.h>

static const struct subcommand {
    const char *name, *help;
    unsigned takes;
} subcommands[] = {
#define SUBCOMMAND(name, function, takes, help) {name, help, takes},
#include "driver/occ-obj/subcommands.def"
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

/* Does the value stand in the next argument? */
static bool
is_separate(const struct object_switch *row)
{
    return row->value && row->spelling[strlen(row->spelling) - 1] != '=';
}

static void
put_row(const char *spelling, const char *gap, const char *value, const char *help)
{
    printf(".TP\n\\fB");
    manual_put_roff(spelling);
    printf("\\fR%s\\fI%s\\fR\n", gap, value ? value : "");
    manual_put_roff(help);
    putchar('\n');
}

void
manual_object_man(void)
{
    printf(
        ".TH OCC-OBJ 1 \"\" \"occ %s\" \"\"\n.SH NAME\nocc-obj \\- code objects for AMD GCN GPUs: "
        "print, check, convert\n.SH SYNOPSIS\n.B occ-obj\n\\fISUBCOMMAND\\fR "
        "[\\fIswitches\\fR] \\fIFILE\\fR...\n.SH DESCRIPTION\nReads code objects of any compiler. "
        "FILE may be \\- for standard input.\n.SH SUBCOMMANDS\n",
        occ_version());
    for (unsigned i = 0; i < SUBCOMMANDS; i++)
        put_row(subcommands[i].name, "", NULL, subcommands[i].help);
    printf(".SH SWITCHES\n");
    for (unsigned i = 0; i < OBJECT_SWITCHES; i++) {
        const struct object_switch *row = &object_switches[i];
        put_row(row->spelling, is_separate(row) ? " " : "", row->value, row->help);
    }
    put_row("--help", "", NULL, "print the subcommands");
    put_row("--version", "", NULL, "print the version");
    printf(
        ".SH EXIT STATUS\n0 done, 1 a file is no such object, 2 wrong command line or unreadable "
        "file, 3 out of memory, 4 internal error.\n.SH SEE ALSO\n.BR occ (1),\n.BR gcnsim (1)\n");
}

void
manual_object_bash(void)
{
    printf("# bash completion of occ-obj\n_occ_obj()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words='--help --version'\n"
           "    case $COMP_CWORD:${COMP_WORDS[1]} in\n    1:*) words+='");
    for (unsigned i = 0; i < SUBCOMMANDS; i++)
        printf(" %s", subcommands[i].name);
    printf("' ;;\n");
    for (unsigned i = 0; i < SUBCOMMANDS; i++) {
        printf("    *:%s) words='", subcommands[i].name);
        for (unsigned k = 0; k < OBJECT_SWITCHES; k++)
            if (subcommands[i].takes & 1u << k)
                printf("%s ", object_switches[k].spelling);
        printf("' ;;\n");
    }
    printf("    esac\n    case $COMP_CWORD:$current in\n"
           "    1:* | *:-*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
           "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace ;;\n"
           "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n    esac\n"
           "    return 0\n}\ncomplete -o filenames -F _occ_obj occ-obj\n");
}

void
manual_object_zsh(void)
{
    printf("#compdef occ-obj\nif (( CURRENT == 2 )); then\n    local -a subcommands=(\n");
    for (unsigned i = 0; i < SUBCOMMANDS; i++) {
        printf("        '%s:", subcommands[i].name);
        manual_put_zsh(subcommands[i].help);
        printf("'\n");
    }
    printf("    )\n    _describe subcommand subcommands\n    return\nfi\ncase $words[2] in\n");
    for (unsigned i = 0; i < SUBCOMMANDS; i++) {
        printf("%s) _arguments '1:subcommand:' ", subcommands[i].name);
        for (unsigned k = 0; k < OBJECT_SWITCHES; k++) {
            const struct object_switch *row = &object_switches[k];
            if (!(subcommands[i].takes & 1u << k))
                continue;
            printf("'%s%s[", row->spelling, row->value && !is_separate(row) ? "-" : "");
            manual_put_zsh(row->help);
            printf(row->value ? "]:%s:_files' " : "]' ", row->value);
        }
        printf("'*:file:_files' ;;\n");
    }
    printf("esac\n");
}
