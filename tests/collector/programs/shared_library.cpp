// Functions of a linked library, and of one that is loaded at run time, found by RUNPATH, and unloaded.
// visits: inLinkedLibrary(int) = 5
// visits: inPlugin = 3
// visits: AtLoad::AtLoad() = 1
// visits: helperOfPlugin() = 1
// visits: main = 1
// locations: 1
#include <dlfcn.h>

#include <cstdio>

void inLinkedLibrary(int n);

int main()
{
    for (int i = 0; i < 5; ++i) {
        inLinkedLibrary(i);
    }
    void* plugin = dlopen("libcollector_case_plugin.so", RTLD_NOW);
    if (plugin == nullptr) {
        std::puts(dlerror());
        return 1;
    }
    auto* function = reinterpret_cast<void (*)()>(dlsym(plugin, "inPlugin"));
    for (int i = 0; i < 3; ++i) {
        function();
    }
    dlclose(plugin);
}
