/* What is told, and the end of the process. */
#define _GNU_SOURCE
#include "test/hsa-check/check.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_STATUS = 86, LINE = 512 };

static struct {
    int file; /* standard error as it was at first, or the file of OCC_TEST_HSA_LOG */
    pid_t process;
    unsigned long calls;
    unsigned misuses, warnings;
    bool aborts, skips;
} report = {.file = STDERR_FILENO};

static bool
is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

__attribute__((constructor)) static void
begin(void)
{
    const char *log = getenv("OCC_TEST_HSA_LOG");
    int file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
                   : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (file >= 0)
        report.file = file;
    report.process = getpid();
    report.aborts = is_set("OCC_TEST_HSA_ABORT");
    report.skips = is_set("OCC_TEST_HSA_SKIP");
}

bool
report_skips(void)
{
    return report.skips;
}

void
report_count_call(void)
{
    report.calls++;
}

/* One line, by one write. */
static void
tell(const struct call *call, const char *kind, const char *format, va_list list)
{
    char line[LINE];
    size_t used = (size_t)snprintf(line, sizeof line, "hsa-check: %s%s: ", kind,
                                   call ? call->function->name : "end");
    int more = vsnprintf(line + used, sizeof line - used - 1, format, list);
    if (more > 0)
        used += (size_t)more < sizeof line - used - 1 ? (size_t)more : sizeof line - used - 2;
    line[used++] = '\n';
    if (write(report.file, line, used) < 0)
        report.misuses++; /* nobody reads it: the status tells */
}

void
misuse(struct call *call, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tell(call, "", format, list);
    va_end(list);
    report.misuses++;
    if (call)
        call->told++;
    if (report.aborts)
        abort();
}

void
warning(struct call *call, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tell(call, "warning: ", format, list);
    va_end(list);
    report.warnings++;
}

void
report_note(const char *format, ...)
{
    va_list list;
    char text[LINE];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    dprintf(report.file, "hsa-check: %s\n", text);
}

/* The status is the test's: what else the process would do at its end is left out. */
__attribute__((destructor)) static void
end(void)
{
    const char *status = getenv("OCC_TEST_HSA_STATUS");
    if (getpid() != report.process || !report.calls)
        return;
    check_lock();
    machine_end();
    report_note("%lu calls checked, %u misuses, %u warnings", report.calls, report.misuses,
                report.warnings);
    int code = status ? atoi(status) : DEFAULT_STATUS;
    if (report.misuses && code) {
        fflush(NULL);
        _exit(code);
    }
    check_unlock();
}
