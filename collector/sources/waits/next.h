#pragma once

#include <dlfcn.h>

#include <atomic>

namespace vellum::collector::waits {

/// A function behind ours, looked up with its first use. Neither locks nor guards: two threads find the same.
template <typename Function>
class Next {
public:
    /// \param version  that of the C library's symbol which is meant; null: the newest
    constexpr explicit Next(const char* name, const char* version = nullptr)
        : m_name(name)
        , m_version(version)
    {
    }

    /// Before the first use, which may come from a signal handler.
    void prepare() { (void)get(); }

    [[nodiscard]] Function* get()
    {
        Function* const known = m_function.load(std::memory_order_relaxed);
        return known != nullptr ? known : find();
    }

private:
    [[gnu::noinline]] Function* find()
    {
        void* found = m_version == nullptr ? nullptr : ::dlvsym(RTLD_NEXT, m_name, m_version);
        found = found != nullptr ? found : ::dlsym(RTLD_NEXT, m_name);
        auto* const function = reinterpret_cast<Function*>(found);
        m_function.store(function, std::memory_order_relaxed);
        return function;
    }

    const char* m_name;
    const char* m_version;
    std::atomic<Function*> m_function = nullptr;
};

}  // namespace vellum::collector::waits
