// A program without instrumentation: one sentence, no archive, and its own exit status.
// status: 4
// nothing: no instrumented function was called
int main()
{
    return 4;
}
