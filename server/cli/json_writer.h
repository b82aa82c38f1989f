#pragma once

#include "server/cli/output_guard.h"

#include <cstdint>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace vellum::server::cli {

/// Writes one JSON text, key by key.
///
/// Layout   No blanks, except a line feed before each element of a list that asks for it.
/// Exact    Integers as they are. Doubles are the shortest text that reads back as the same bits; what is
///          no number becomes null. The text is UTF-8 whatever strings hold: each byte that is none
///          becomes U+FFFD.
class JsonWriter {
public:
    /// Once \p cancel is asked for, or \p out has failed, values throw OutputStopped.
    explicit JsonWriter(std::ostream& out, std::stop_token cancel = {})
        : m_out(out)
        , m_guard(std::move(cancel))
    {
    }
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;
    ~JsonWriter() { flush(); }

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginList(bool oneLineEach = false);
    void endList();

    /// Before each value in an object.
    void key(std::string_view name);

    void string(std::string_view text);
    void number(std::uint64_t value);
    void number(std::int64_t value);
    void number(double value);
    void boolean(bool value);
    void null();

    template <typename T>
    void member(std::string_view name, const T& value)
    {
        key(name);
        if constexpr (std::is_same_v<T, bool>) {
            boolean(value);
        } else if constexpr (std::is_floating_point_v<T>) {
            number(static_cast<double>(value));
        } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
            number(static_cast<std::int64_t>(value));
        } else if constexpr (std::is_integral_v<T>) {
            number(static_cast<std::uint64_t>(value));
        } else {
            string(value);
        }
    }

private:
    void open(char bracket);
    void close(char bracket);
    void beforeValue();
    void flush();

    std::ostream& m_out;
    OutputGuard m_guard;
    std::string m_text;  ///< not yet written
    bool m_needsComma = false;
    bool m_afterKey = false;
    std::string m_lineEach;  ///< for each open list or object, whether elements stand on lines
};

}  // namespace vellum::server::cli
