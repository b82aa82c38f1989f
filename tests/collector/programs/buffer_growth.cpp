// A buffer that grows shows that too, and is not flushed before it is full.
// record: --buffer 64M
// visits: work(int) = 100000
// visits: TRACE BUFFER GROWTH >= 5
// calls: main > work(int) = 100000
// region: TRACE BUFFER GROWTH is ARTIFICIAL of MEASUREMENT_SYSTEM
// visits: TRACE BUFFER FLUSH = 0
// locations: 1
volatile int counter;

void work(int n)
{
    counter = n;
}

int main()
{
    for (int i = 0; i < 100000; ++i) {
        work(i);
    }
}
