// Functions that the filter file leaves out are not in the archive, whatever lies around them is.
// record: --filter SOURCE_DIR/filter.filter
// visits: kept(int) = 10
// visits: helperKept() = 10
// visits: helperLeftOut() = 0
// visits: leftOut(int) = 0
// calls: main > kept(int) = 10
// calls: main > helperKept() = 10
volatile int counter;

void helperKept()
{
    counter = counter + 1;
}

void helperLeftOut()
{
    counter = counter + 1;
}

void kept(int n)
{
    counter = n;
    helperLeftOut();
}

void leftOut(int n)
{
    counter = n;
    helperKept();
}

int main()
{
    for (int i = 0; i < 10; ++i) {
        kept(i);
        leftOut(i);
    }
}
