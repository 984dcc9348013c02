/* What the environment says of simulated GPUs, to whoever has them in a program: the OpenCL ICD, and the stand-in for
 * the kernel driver.  A variable is OCC_NAME, or the ICD's own OCC_ICD_NAME; docs/icd.md tells of them.
 *
 * What cannot be is told once on standard error, and the default taken: libraries that other programs load have no
 * other way to refuse than to hide. */
#ifndef OCC_RUNTIME_SETTINGS_SETTINGS_H
#define OCC_RUNTIME_SETTINGS_SETTINGS_H

#include "gcn/isa/gcn_target.h"
#include "runtime/sim/sim.h"

enum { SETTINGS_DEVICES = 16 };

/* How much the simulator checks: nothing but bounds, as quickly as it can; or all it can. */
enum settings_check { SETTINGS_FAST, SETTINGS_MEMORY, SETTINGS_ALL };

/* A device that is wanted. */
struct settings_processor {
    const struct gcn_target *target; /* simulated; NULL: real ones */
    char name[64];                   /* as given */
    unsigned gpu;                    /* of real ones: which; SETTINGS_ALL_GPUS */
};
enum { SETTINGS_ALL_GPUS = UINT16_MAX };

struct settings {
    struct settings_processor processors[SETTINGS_DEVICES]; /* OCC_DEVICES; at least one */
    unsigned processor_count;
    bool is_default;           /* nobody has asked for devices */
    unsigned cores;            /* of the host */
    unsigned seconds;          /* OCC_SECONDS: a launch takes at most; 0: no limit */
    const char *seconds_name;  /* the variable that says so */
    enum settings_check check; /* OCC_CHECK */
    bool checks_api;           /* OCC_CHECK, too */
    const char *report;        /* OCC_REPORT, a .html or .json file; NULL: none */
    const char *report_name;   /* the variable that says so */
    const char *record_name;   /* the variable that says so */
    const char *record;        /* OCC_RECORD, a folder; NULL: none */
    char suppressions[4096];   /* what the file OCC_SUPPRESSIONS holds; "": nothing */
};

/* Who reads them: finds the target of a name such as "gfx900:xnack-" or "fiji"; NULL: there is none for it. */
struct settings_reader {
    const struct gcn_target *(*find)(void *data, const char *name);
    void *data;
    const char *wanted; /* "processor", for the message that a name is none */
    const char *
        own; /* the name of a variable that goes before DEVICES, of who is not the ICD; NULL: the ICD */
    bool has_gpus; /* it knows real ones: "gpu", "gpu:1"; else these are passed over */
};

void settings_read(struct settings *settings, const struct settings_reader *reader);
/* Of a simulated GPU by them.  What the host does with it is the caller's to add. */
struct sim_options settings_options(const struct settings *settings);

/* A variable of that NAME; *variable: what it is called in full.  NULL: it is not set. */
const char *settings_value(const char *name, const char **variable);
/* A number from least to most; else the default. */
unsigned settings_number(const char *name, unsigned otherwise, unsigned least, unsigned most);
/* The index of the value in the list, which ends with NULL; 0 if it is none of them.  wanted: "vendor: occ, amd". */
unsigned settings_word(const char *name, const char *const *words, const char *wanted);

#endif
