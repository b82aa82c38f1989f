#pragma once

#include "server/reader/byte_stream.h"
#include "server/reader/json/fast_parser.h"
#include "server/reader/json/json_event.h"
#include "server/reader/json/lenient_parser.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace vellum::server::reader::json {

/// How the reading of a document ended.
struct DocumentOutcome {
    std::uint64_t events = 0;          ///< handed over
    std::uint64_t damaged = 0;         ///< elements of traceEvents that could not be read
    std::uint64_t firstDamaged = 0;    ///< where the first of them begins, in bytes of the text
    std::uint64_t tooLong = 0;         ///< of these, longer than what is held
    std::uint64_t firstTooLong = 0;    ///< where the first of them begins
    std::uint64_t quotes = 0;          ///< inside of strings, that nobody escaped
    std::uint64_t firstQuote = 0;      ///< where the first of them is
    std::uint64_t commas = 0;          ///< missing, or more than one needs
    std::uint64_t firstComma = 0;      ///< where the first of them is, or should be
    std::uint64_t brackets = 0;        ///< that end the list in the middle of it
    std::uint64_t firstBracket = 0;    ///< where the first of them is
    std::uint64_t damagedHeaders = 0;  ///< members of the outermost object that could not be read
    std::uint64_t firstDamagedHeader = 0;  ///< where the first of them begins
    std::uint64_t longHeaders =
        0;  ///< members whose value is longer than what is held: passed over
    std::uint64_t firstLongHeader = 0;  ///< where the first of these values begins
    bool hasEvents = false;             ///< whether there is a list of events at all
    bool isList = false;                ///< and nothing around it
    bool isCutOff = false;              ///< the text ends inside something
    bool isTooLong = false;   ///< at `bytes` something begins that is longer than what is held
    bool hasMore = false;     ///< something follows the end of the document, at `bytes`
    bool isStopped = false;   ///< the listener said so
    std::uint64_t bytes = 0;  ///< of text that were read
};

struct DocumentOptions {
    /// What is held at once; a longer event is left out, a longer header passed over.
    std::size_t windowBytes = std::size_t(16) << 20U;
    /// What is read at once, more only where less than half of what is held has been passed: memory that no
    /// event needs is not touched.
    std::size_t pieceBytes = std::size_t(2) << 20U;
    /// What simdjson gets at once; small enough for the caches.
    std::size_t runBytes = std::size_t(1) << 20U;
};

/// Reads a Chrome trace: an object with `traceEvents`, or the list alone, of any size.
///
/// Exact    Every element that is a JSON object in the eyes of LenientParser is handed over once, in
///          the order of the file; what is no object is counted, and reading goes on behind it.
/// Cost     Memory: a piece and what is left of the one before; one window at most.
/// Threads  One.
class DocumentReader {
public:
    /// \p sink and \p bytes must outlive it.
    DocumentReader(ByteStream& bytes, EventSink& sink, const DocumentOptions& options = {});

    /// \p goOn is asked about twenty times a window; false ends the reading.
    [[nodiscard]] DocumentOutcome read(const std::function<bool()>& goOn);

private:
    // The window is m_buffer[m_begin, m_end); before and behind it there is room for FastParser.
    [[nodiscard]] std::string_view window() const
    {
        return {m_buffer.get() + m_begin, m_end - m_begin};
    }
    bool refill();
    void consume(std::size_t bytes);
    void skipSpace();
    [[nodiscard]] char next();
    [[nodiscard]] bool isAtEnd();
    [[nodiscard]] std::uint64_t position() const { return m_offset + m_begin; }

    /// What stands before the place in the list that has been come to.
    enum class Before { Begin, Comma, Element };

    void readObject();
    /// A member of the outermost object.
    struct Header {
        Raw key;
        Raw value;
        std::size_t valueBegin = 0;  ///< in the window; 0 where its key does not end in it
        bool isEventList = false;    ///< whose end is not looked for
    };
    [[nodiscard]] LenientParser::Status parseHeader(LenientParser& parser, Header& header) const;
    bool readHeader();
    bool passLongHeader(std::size_t valueBegin);
    bool passLongValue();
    bool passDamagedHeader(std::size_t damage);
    bool resume();
    [[nodiscard]] bool isStrayBracket();
    void seeAhead();
    void readEvents();
    void readRun();
    [[nodiscard]] std::size_t runLength() const;
    void readLenient(std::size_t until);
    LenientParser::Status readOne();
    void passNoEvent();
    void passDamage(bool isShort);
    [[nodiscard]] bool findElement();
    [[nodiscard]] std::string_view reach() const;
    void noteVain(LenientParser::Status status, std::string_view tried, std::size_t position);
    void countDamage();
    void noteMended(const LenientParser::Mended& mended);
    void noteComma();
    void takeComma();
    void beginElement();

    ByteStream& m_bytes;
    EventSink& m_sink;
    DocumentOptions m_options;
    std::function<bool()> m_goOn;
    std::unique_ptr<char[]> m_buffer;  // NOLINT(*-avoid-c-arrays): a vector would touch all of it
    std::size_t m_runBytes;            ///< of the next run
    std::size_t m_begin = 1;
    std::size_t m_end = 1;
    std::uint64_t m_offset = 0;  ///< of m_buffer[0] in the text; begins at -1 (mod 2^64)
    bool m_isLast = false;       ///< all bytes are in the window
    Before m_before = Before::Begin;
    bool m_endsInDamage = false;
    std::uint64_t m_vain = 0;  ///< bytes that were parsed for what could not be read
    FastParser m_fast;
    JsonEvent m_event;
    DocumentOutcome m_outcome;
};

}  // namespace vellum::server::reader::json
