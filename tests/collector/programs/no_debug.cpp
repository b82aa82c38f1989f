// Without debug information the symbol table gives the names.
// visits: plain(int) = 4
// visits: main = 1
volatile int counter;

void plain(int n)
{
    counter = n;
}

int main()
{
    for (int i = 0; i < 4; ++i) {
        plain(i);
    }
}
