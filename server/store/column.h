#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Plain values in a row that nobody changes any more: made in memory, or lying in a mapped file. Copies
/// share them.
///
/// Threads  Immutable.
template <typename T>
class Column {
public:
    using value_type = T;  // NOLINT(readability-identifier-naming): the library's name

    Column() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): what a builder has filled becomes the column
    Column(std::vector<T>&& own) : m_size(own.size())
    {
        if (own.size() * sizeof(T) > kFewBytes) {
            auto kept = std::make_shared<const std::vector<T>>(std::move(own));
            m_values = std::shared_ptr<const T>(kept, kept->data());
        } else if (!own.empty()) {
            auto kept = std::make_shared<T[]>(own.size());
            std::copy(own.begin(), own.end(), kept.get());
            m_values = std::shared_ptr<const T>(kept, kept.get());
        }
    }
    /// Values that lie elsewhere, as long as \p keeper lives.
    Column(std::span<const T> elsewhere, const std::shared_ptr<const void>& keeper)
        : m_values(keeper, elsewhere.data())
        , m_size(elsewhere.size())
    {
    }

    [[nodiscard]] const T& operator[](std::size_t place) const { return m_values.get()[place]; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] const T* data() const { return m_values.get(); }
    [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] std::span<const T> view() const { return {data(), m_size}; }
    [[nodiscard]] auto begin() const { return view().begin(); }
    [[nodiscard]] auto end() const { return view().end(); }

private:
    /// A copy of what is so small takes less than its vector: a trace may have a million locations.
    static constexpr std::size_t kFewBytes = 1024;

    std::shared_ptr<const T> m_values;
    std::size_t m_size = 0;
};

}  // namespace vellum::server::store
