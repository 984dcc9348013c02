/* Time and memory of one process, started from a small one: a process inherits the peak of the
 * process it was forked from, and that of Python is more than the compiler needs.
 *
 *   measure COMMAND [ARG ...]     prints "NANOSECONDS CPU-NANOSECONDS KIBIBYTES" and
 *                               exits as the command does */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static uint64_t
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t
nanoseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_usec * 1000u;
}

int
main(int argc, char **argv)
{
    pid_t child;
    int status;
    struct rusage usage;
    uint64_t start = now();
    if (argc < 2 || posix_spawnp(&child, argv[1], NULL, NULL, argv + 1, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child) {
        fputs("usage: measure COMMAND [ARG ...]\n", stderr);
        return 127;
    }
    printf("%llu %llu %ld\n", (unsigned long long)(now() - start),
           (unsigned long long)(nanoseconds(&usage.ru_utime) + nanoseconds(&usage.ru_stime)),
           usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
