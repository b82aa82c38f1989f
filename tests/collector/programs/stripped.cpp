// Without symbols a function is where it is.
// named: stripped\+0x[0-9a-f]+
// named: stripped\+0x[0-9a-f]+
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
