// The system's clock for one process, set by as many seconds as a file says.
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    const char *path = getenv("SET_CLOCK_BY");
    if (failed || clock != CLOCK_REALTIME || !path) return failed;
    long by = 0;
    FILE *file = fopen(path, "r");
    if (!file) return failed;
    if (fscanf(file, "%ld", &by) == 1) now->tv_sec += by;
    fclose(file);
    return failed;
}
