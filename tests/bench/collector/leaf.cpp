// The smallest function there is, compiled three times: plain, with hooks that do nothing, and with those
// of whoever records.
#define VELLUM_JOIN2(a, b) a##b
#define VELLUM_JOIN(a, b) VELLUM_JOIN2(a, b)

extern "C" __attribute__((noinline)) long VELLUM_JOIN(leaf, VELLUM_VARIANT)(long value)
{
    asm volatile("");  // keeps the call where the caller sees that it does nothing
    return value + 1;
}

extern "C" __attribute__((no_instrument_function)) long VELLUM_JOIN(call, VELLUM_VARIANT)(
    long count)
{
    long value = 0;
    for (long i = 0; i < count; ++i) {
        value = VELLUM_JOIN(leaf, VELLUM_VARIANT)(value);
    }
    return value;
}
