#pragma once

#include "server/reader/json/json_event.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace vellum::server::reader::json {

/// Reads JSON as programs really write it, byte by byte: bare NaN and words as values, trailing
/// commas, unknown escapes, bytes that are no UTF-8, and quotes inside strings that nobody escaped
/// (a quote ends a string only before one of `,:}]`).
///
/// Nothing recurses, so any depth of nesting will do.
///
/// Works on a window of a larger text: what does not end before the window does is "NeedMore".
///
/// Threads  One.
class LenientParser {
public:
    enum class Status { Ok, NeedMore, Damaged };

    /// \param isLast  nothing follows \p window: what does not end in it is damaged
    LenientParser(std::string_view window, bool isLast);

    /// The next byte, '\0' at the window's end.
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] std::size_t position() const { return m_at; }
    void moveTo(std::size_t position) { m_at = position; }
    void skip() { m_at += m_at < m_text.size() ? 1U : 0U; }
    void skipSpace();

    /// Any value, whole.
    [[nodiscard]] Status value(Raw& raw);

    /// Every member of the object here; \p take gets key and value.
    [[nodiscard]] Status object(const std::function<void(std::string_view key, Raw value)>& take);

    /// What was read though JSON would not have it so, since this parser began.
    struct Mended {
        std::uint64_t quotes = 0;    ///< inside of strings, that nobody escaped
        std::size_t firstQuote = 0;  ///< its position
        std::uint64_t commas = 0;    ///< that nothing follows
        std::size_t firstComma = 0;  ///< the position of what stands there instead
    };
    [[nodiscard]] const Mended& mended() const { return m_mended; }

    /// An element of traceEvents. \p event is cleared first.
    [[nodiscard]] Status event(JsonEvent& event);

private:
    static void note(std::uint64_t& count, std::size_t& first, std::size_t at);
    [[nodiscard]] Status shortage() const { return m_isLast ? Status::Damaged : Status::NeedMore; }
    [[nodiscard]] Status string(Raw& raw);
    [[nodiscard]] Status container(Raw& raw);
    [[nodiscard]] Status word(Raw& raw);
    [[nodiscard]] Status member(std::string_view& key, Raw& value);
    [[nodiscard]] bool endsString(std::size_t quote, bool& isCutOff) const;
    [[nodiscard]] bool beginsNextEvent(std::size_t quote) const;

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isLast;
    Mended m_mended;
};

/// Sets the arguments of \p event from the object \p arguments.
void setArguments(JsonEvent& event, Raw arguments);

/// Every member of an object in a text of its own; false where it is none.
bool forEachMember(Raw object, const std::function<void(std::string_view key, Raw value)>& take);

/// Every element of an array in a text of its own; false where it is none.
bool forEachElement(Raw array, const std::function<void(Raw value)>& take);

}  // namespace vellum::server::reader::json
