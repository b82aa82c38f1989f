#pragma once

#include <memory>
#include <utility>

namespace vellum::server::store {

/// A part that most of its kind do not have: a pointer where it is empty, and read as an empty one.
///
/// Threads  As T.
template <typename T>
class Rare {
public:
    Rare() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a part becomes one that may be missing
    Rare(T&& value) : m_value(value.empty() ? nullptr : std::make_unique<T>(std::move(value))) {}
    Rare(const Rare& other) : m_value(other.copied()) {}
    Rare(Rare&&) noexcept = default;
    Rare& operator=(const Rare& other)
    {
        if (this != &other) {
            m_value = other.copied();
        }
        return *this;
    }
    Rare& operator=(Rare&&) noexcept = default;
    ~Rare() = default;

    [[nodiscard]] const T& operator*() const { return m_value == nullptr ? kNone : *m_value; }
    [[nodiscard]] const T* operator->() const { return &**this; }
    // NOLINTNEXTLINE(google-explicit-constructor): what reads it need not know
    operator const T&() const { return **this; }

    /// To fill it; there is one then, were it empty.
    [[nodiscard]] T& edit()
    {
        if (m_value == nullptr) {
            m_value = std::make_unique<T>();
        }
        return *m_value;
    }

    /// Gives the memory of what was filled with nothing back.
    void dropIfEmpty()
    {
        if (m_value != nullptr && m_value->empty()) {
            m_value.reset();
        }
    }

private:
    static inline const T kNone{};

    [[nodiscard]] std::unique_ptr<T> copied() const
    {
        return m_value == nullptr ? nullptr : std::make_unique<T>(*m_value);
    }

    std::unique_ptr<T> m_value;
};

}  // namespace vellum::server::store
