/* An action while it runs, for the files that do them. */
#ifndef OCC_DRIVER_COMGR_ACTION_H
#define OCC_DRIVER_COMGR_ACTION_H

#include "driver/comgr/handles.h"
#include "driver/occ.h"
#include "support/strbuf.h"

struct action {
    struct arena arena; /* guarded while it runs */
    const struct action_row *row;
    const struct action_info *info;
    const struct data_set *input;
    struct data_set *result;
    struct strbuf log;
};

/* What an action does: a row of the table in action.c. */
struct action_row {
    enum comgr_status (*run)(struct action *action);
    enum comgr_data_kind from, to;
    const char *name;            /* of what is made, or after the name of each input */
    enum occ_action job;         /* and the rest: of actions that compile */
    const char *const *switches; /* the last one NULL; NULL: none */
    bool reads_language, needs_target, takes_options;
    enum comgr_data_kind also_from; /* COMGR_DATA_UNDEF: only `from` */
};

/* Appends a line to the log. */
void action_log(struct action *action, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The i-th input of the row's kinds; NULL after the last one. */
struct data *action_input(const struct action *action, size_t i);

/* compile.c: each input by itself; all to one; relocatable objects that stay so. */
enum comgr_status compile_each(struct action *action);
enum comgr_status link_all(struct action *action);
enum comgr_status link_relocatable(struct action *action);

#endif
