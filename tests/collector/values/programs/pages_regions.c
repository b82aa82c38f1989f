/* Operations end slices: each region writes one array. The first visits define what is there, the later ones change nothing.
 *
 * watched: RedundantValues of left
 * slice: fill_left writes left
 * slice: fill_right writes right
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <vellum/collect.h>

enum { kBytes = 1 << 18, kTimes = 6 };

char left[kBytes];
char right[kBytes];

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_sec = 0, .tv_nsec = 10000000}, NULL);
}

static void fill(vellum_region region, char* array, int value)
{
    wait_a_little();
    vellum_region_enter(region);
    memset(array, value, kBytes);
    __asm__ volatile("" ::"r"(array) : "memory");
    wait_a_little();
    vellum_region_leave(region);
}

int main(void)
{
    const vellum_region fill_left = vellum_region_define("fill_left", __FILE__, __LINE__);
    const vellum_region fill_right = vellum_region_define("fill_right", __FILE__, __LINE__);
    for (int i = 0; i < kTimes; ++i) {
        fill(fill_left, left, 1);
        fill(fill_right, right, i + 1);
    }
    printf("%d %d\n", left[5], right[5]);
    return 0;
}
