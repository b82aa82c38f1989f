/* Computes for a second or so, twenty calls deep, and prints the processor time that it took. With "interrupts" it is
   interrupted a thousand times in each second by perf_event, as vellum-record has it, and does nothing then. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile uint64_t sink;

static void onInterrupt(int signal)
{
    (void)signal;
}

static int interrupt(void)
{
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = PERF_TYPE_SOFTWARE;
    event.config = PERF_COUNT_SW_TASK_CLOCK;
    event.sample_period = 1000000;
    event.wakeup_events = 1;
    event.exclude_hv = 1;
    int file = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    if (file < 0) {
        event.exclude_kernel = 1;
        file = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    }
    struct f_owner_ex owner = {F_OWNER_TID, (pid_t)syscall(SYS_gettid)};
    signal(SIGURG, onInterrupt);
    return file < 0 || fcntl(file, F_SETSIG, SIGURG) != 0 || fcntl(file, F_SETOWN_EX, &owner) != 0
           || fcntl(file, F_SETFL, O_ASYNC) != 0;
}

static __attribute__((noinline)) uint64_t deeper(int levels, uint64_t count)
{
    if (levels > 0) {
        return deeper(levels - 1, count) + 1;
    }
    uint64_t x = sink;
    for (uint64_t i = 0; i < count; ++i) {
        x = x * 6364136223846793005U + 1442695040888963407U;
    }
    return x;
}

int main(int count, char** words)
{
    if (count > 1 && strcmp(words[1], "interrupts") == 0 && interrupt()) {
        fprintf(stderr, "perf_event is not permitted\n");
        return 1;
    }
    for (int i = 0; i < 5000; ++i) {
        sink = deeper(20, 200000);
    }
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    printf("%.6f\n", (double)used.tv_sec + (double)used.tv_nsec * 1e-9);
    return 0;
}
