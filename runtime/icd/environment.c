/* The floating-point environment of the program (support/fpenv.h): each function of the API is entered through
 * icd_enter, and what the program has given to be called runs in its own. */
#include "runtime/icd/icd.h"

#include <stddef.h>

/* Of the thread, which has entered; NULL: it has not, or is in the program's code. */
static _Thread_local struct fpenv *the_caller;

void
icd_enter(struct icd_entry *entry)
{
    entry->is_outermost = !the_caller;
    if (!entry->is_outermost)
        return;
    fpenv_enter(&entry->caller);
    the_caller = &entry->caller;
}

void
icd_leave(struct icd_entry *entry)
{
    if (!entry->is_outermost)
        return;
    the_caller = NULL;
    fpenv_leave(&entry->caller);
}

void
icd_out(struct icd_callout *callout)
{
    callout->caller = the_caller;
    if (!callout->caller)
        return;
    the_caller = NULL;
    fpenv_out(&callout->own, callout->caller);
}

void
icd_in(struct icd_callout *callout)
{
    if (!callout->caller)
        return;
    fpenv_in(&callout->own, callout->caller);
    the_caller = callout->caller;
}

void
icd_environment_inherit(struct fpenv *thread)
{
    if (the_caller)
        *thread = *the_caller;
    else
        fpenv_get(thread);
}

void
icd_environment_begin(struct fpenv *thread)
{
    struct fpenv made;
    fpenv_enter(&made);
    the_caller = thread;
}

void
icd_environment_end(const struct fpenv *thread)
{
    the_caller = NULL;
    fpenv_leave(thread);
}
