/* Checks that only warn: the entry point, for sema_options. */
#ifndef OCC_SEMA_WARN_WARN_H
#define OCC_SEMA_WARN_WARN_H

#include "sema/sema_query.h"

extern const struct sema_warnings warn_checks;

#endif
