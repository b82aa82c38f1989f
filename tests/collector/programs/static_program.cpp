// A static program loads no collector: one sentence says so.
// status: 6
// nothing: the collector was not loaded into it
int main()
{
    return 6;
}
