// Regions that the program marks itself.
// visits: solve it = 3
// visits: inner = 3
// calls: main > solve it = 3
// calls: solve it > work() = 3
// calls: solve it > inner = 3
// region: solve it is CODE of USER
#include <vellum/collect.h>

volatile int counter;

void work()
{
    counter = counter + 1;
}

int main()
{
    const vellum_region solve = vellum_region_define("solve it", __FILE__, __LINE__);
    const vellum_region inner = vellum_region_define("inner", nullptr, 0);
    for (int i = 0; i < 3; ++i) {
        vellum_region_enter(solve);
        work();
        vellum_region_enter(inner);
        vellum_region_leave(inner);
        vellum_region_leave(solve);
    }
    vellum_region_leave(inner);  // not open: no harm
}
