// Threads: a location each, named when the program names it, before or after its first event.
// visits: work(int) @ alpha = 10
// visits: work(int) @ beta = 20
// visits: work(int) @ thread 3 = 30
// visits: run(int) = 3
// visits: pthread_create = 3
// visits: pthread_join = 3
// locations: 4
// processes: 1
// location: main
// region: pthread_create is THREAD_CREATE of PTHREAD
// region: pthread_join is THREAD_WAIT of PTHREAD
#include <pthread.h>

#include <thread>

volatile int counter;

void work(int n)
{
    counter = n;
}

void run(int count)
{
    if (count == 10) {
        pthread_setname_np(pthread_self(), "alpha");
    }
    for (int i = 0; i < count; ++i) {
        work(i);
    }
}

int main()
{
    std::thread first(run, 10);
    first.join();
    std::thread second([] {
        pthread_setname_np(pthread_self(), "beta");
        run(20);
    });
    second.join();
    std::thread(run, 30).join();
}
