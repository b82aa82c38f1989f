// In a library of their own, so that they are called just as the collector's are.
extern "C" void vellumBenchEmptyEnter(void* /*function*/, void* /*callSite*/) {}
extern "C" void vellumBenchEmptyLeave(void* /*function*/, void* /*callSite*/) {}
