// A full buffer is flushed; nothing is lost, and the flush is a region of its own.
// record: --buffer 64K
// visits: work(int) = 100000
// visits: TRACE BUFFER FLUSH >= 10
// visits: TRACE BUFFER FLUSH <= 30
// calls: main > work(int) = 100000
// region: TRACE BUFFER FLUSH is ARTIFICIAL of MEASUREMENT_SYSTEM
// visits: TRACE BUFFER GROWTH <= 4
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
