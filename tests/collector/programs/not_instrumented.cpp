// A program without instrumentation: one sentence, no archive, and its own exit status.
// status: 4
// nothing: no instrumented function was called, and none of CUDA; compile with -finstrument-functions, or sample the program as it is, with --sample
int main()
{
    return 4;
}
