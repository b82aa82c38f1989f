// A thread that ends inside of functions: its regions end with it.
// visits: leaveThread() = 1
// visits: start(void*) = 1
// visits: keyDestructor(void*) = 1
// visits: afterJoin() @ main = 1
// calls: main > afterJoin() = 1
// locations: 2
#include <pthread.h>

int counter;

void keyDestructor(void* /*value*/)
{
    ++counter;
}

void leaveThread()
{
    ++counter;
    pthread_exit(nullptr);
}

void* start(void* key)
{
    pthread_setspecific(*static_cast<pthread_key_t*>(key), &counter);
    leaveThread();
    return nullptr;
}

void afterJoin()
{
    ++counter;
}

int main()
{
    pthread_key_t key{};
    pthread_key_create(&key, keyDestructor);
    pthread_t thread{};
    pthread_create(&thread, nullptr, start, &key);
    pthread_join(thread, nullptr);
    afterJoin();
}
