// A program that is not position-independent lies at its own addresses.
// visits: plain(int) = 4
// visits: main = 1
volatile int counter;

void plain(int n)  // begin: plain(int)
{
    counter = n;
}

int main()
{
    for (int i = 0; i < 4; ++i) {
        plain(i);
    }
}
