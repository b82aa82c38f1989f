#include "server/reader/json/document_reader.h"

#include "common/base/check.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace vellum::server::reader::json {

namespace {

using Status = LenientParser::Status;

constexpr std::string_view kSpace = " \t\r\n";

bool isSpace(char c)
{
    return kSpace.find(c) != std::string_view::npos;
}

/// Where an element seems to end that another one follows: behind the last `}` of `} , {`.
std::size_t lastElementEnd(std::string_view text)
{
    std::size_t at = text.size();
    while (at > 0) {
        const std::size_t comma = text.rfind(',', at - 1);
        if (comma == std::string_view::npos) {
            return 0;
        }
        const std::size_t after = text.find_first_not_of(kSpace, comma + 1);
        const std::size_t before = text.find_last_not_of(kSpace, comma == 0 ? 0 : comma - 1);
        if (after != std::string_view::npos && text[after] == '{'
            && before != std::string_view::npos && text[before] == '}') {
            return before + 1;
        }
        at = comma;
    }
    return 0;
}

/// Whether \p text begins with a key that events have, in quotes.
bool beginsWithEventKey(std::string_view text)
{
    constexpr std::array<std::string_view, 9> kKeys = {
        "\"ph\"",
        "\"name\"",
        "\"cat\"",
        "\"pid\"",
        "\"tid\"",
        "\"ts\"",
        "\"dur\"",
        "\"id\"",
        "\"args\""};
    return std::ranges::any_of(
        kKeys, [text](std::string_view key) { return text.starts_with(key); });
}

/// Where the next element begins behind something damaged: at the `{` of `} , {`, if a key of
/// events follows, for arguments hold lists of objects too. `npos` if nowhere.
std::size_t nextElementBegin(std::string_view text)
{
    std::size_t brace = text.find('{', 1);
    for (; brace != std::string_view::npos; brace = text.find('{', brace + 1)) {
        const std::size_t comma = text.find_last_not_of(kSpace, brace - 1);
        if (comma == std::string_view::npos || comma == 0 || text[comma] != ',') {
            continue;
        }
        const std::size_t end = text.find_last_not_of(kSpace, comma - 1);
        const std::size_t key = text.find_first_not_of(kSpace, brace + 1);
        if (end != std::string_view::npos && text[end] == '}' && key != std::string_view::npos
            && beginsWithEventKey(text.substr(key))) {
            return brace;
        }
    }
    return std::string_view::npos;
}

}  // namespace

DocumentReader::DocumentReader(ByteStream& bytes, EventSink& sink, const DocumentOptions& options)
    : m_bytes(bytes)
    , m_sink(sink)
    , m_options(options)
    , m_buffer(std::make_unique_for_overwrite<char[]>(  // NOLINT(*-avoid-c-arrays)
          options.windowBytes + FastParser::kPadding + 1))
    , m_runBytes(options.runBytes)
    , m_offset(std::uint64_t(0) - 1)
{
}

/// Moves what is left to the front and reads on; false if there is neither room nor more.
bool DocumentReader::refill()
{
    std::memmove(m_buffer.get() + 1, m_buffer.get() + m_begin, m_end - m_begin);
    m_offset += m_begin - 1;
    m_end -= m_begin - 1;
    m_begin = 1;
    const std::size_t room =
        std::min(m_options.windowBytes + 1 - m_end, std::max(m_options.pieceBytes, m_end));
    if (room == 0 || m_isLast) {
        return false;
    }
    const std::size_t count = m_bytes.read(std::span(m_buffer.get() + m_end, room));
    m_end += count;
    m_isLast = count < room;
    return count > 0;
}

void DocumentReader::consume(std::size_t bytes)
{
    m_begin += bytes;
    VELLUM_ASSERT(m_begin <= m_end);
}

void DocumentReader::skipSpace()
{
    for (;;) {
        while (m_begin < m_end && isSpace(m_buffer[m_begin])) {
            ++m_begin;
        }
        if (m_begin < m_end || !refill()) {
            return;
        }
    }
}

/// The next byte that is no space; '\0' at the end of the text.
char DocumentReader::next()
{
    skipSpace();
    return m_begin < m_end ? m_buffer[m_begin] : '\0';
}

DocumentOutcome DocumentReader::read(const std::function<bool()>& goOn)
{
    m_goOn = goOn;
    refill();
    if (window().starts_with("\xef\xbb\xbf")) {
        consume(3);
    }
    if (next() == '[') {
        m_outcome.isList = true;
        readEvents();
    } else if (next() == '{') {
        readObject();
    }
    m_outcome.hasMore = m_outcome.hasEvents && !m_outcome.isStopped && next() != '\0';
    m_outcome.bytes = position();
    return m_outcome;
}

void DocumentReader::readObject()
{
    consume(1);
    while (next() != '}' && !m_outcome.isStopped) {
        if (next() == '\0' || !readHeader()) {
            m_outcome.isCutOff = m_outcome.isCutOff || !m_endsInDamage;
            return;
        }
        const bool isComma = next() == ',';
        consume(isComma ? 1 : 0);
        if (isComma ? next() == '}' : next() == '"') {  // one too many, or none
            noteComma();
        }
    }
    consume(m_begin < m_end && !m_outcome.isStopped ? 1 : 0);
}

/// One member of the outermost object; false where the text ends or makes no sense.
bool DocumentReader::readHeader()
{
    for (;;) {
        LenientParser parser(window(), m_isLast);
        Raw key;
        Raw value;
        Status status = parser.peek() == '"' ? parser.value(key) : Status::Damaged;
        parser.skipSpace();
        if (status == Status::Ok && parser.peek() == ':') {
            parser.skip();
            parser.skipSpace();
            if (bare(key) == "traceEvents" && parser.peek() == '[') {
                consume(parser.position());
                readEvents();
                return !m_outcome.isCutOff;
            }
            status = parser.value(value);
        } else if (status == Status::Ok) {
            status = m_isLast ? Status::Damaged : Status::NeedMore;
        }
        if (status == Status::Ok) {
            noteMended(parser.mended());
            m_sink.takeHeader(bare(key), value);
            consume(parser.position());
            return true;
        }
        if (status == Status::Damaged) {
            return false;
        }
        if (!refill()) {
            m_outcome.isTooLong = !m_isLast;
            return false;
        }
    }
}

/// The list of events, from its bracket to behind its end.
void DocumentReader::readEvents()
{
    m_outcome.hasEvents = true;
    m_inEvents = true;
    m_before = Before::Begin;
    consume(1);
    while (m_inEvents) {
        if (!m_goOn()) {
            m_outcome.isStopped = true;
            return;
        }
        const char c = next();
        if (c == ']') {
            if (m_before == Before::Comma) {
                noteComma();
            }
            consume(1);
            m_inEvents = false;
        } else if (c == '\0') {
            // Chrome's own writers leave the end of a bare list out: that is no damage.
            m_outcome.isCutOff = m_outcome.isCutOff || !(m_outcome.isList || m_endsInDamage);
            m_inEvents = false;
        } else if (c == ',') {
            takeComma();
        } else {
            beginElement();
            c == '{' ? readRun() : passNoEvent();
        }
    }
}

/// An element that is no object: a number, a text…
void DocumentReader::passNoEvent()
{
    LenientParser parser(window(), m_isLast);
    Raw ignored;
    Status status = parser.value(ignored);
    if (status == Status::NeedMore && refill()) {
        return;  // the caller comes again
    }
    if (status != Status::Ok) {
        noteTooLong(status);
        passDamage(false);
        return;
    }
    countDamage();
    m_before = Before::Element;
    consume(parser.position());
}

/// A comma of the list.
void DocumentReader::takeComma()
{
    if (m_before != Before::Element) {
        noteComma();  // one too many
    }
    m_before = Before::Comma;
    consume(1);
}

/// An element of the list begins here; asked twice of one, it is told once.
void DocumentReader::beginElement()
{
    if (m_before == Before::Element) {
        noteComma();  // is missing
    }
    m_before = Before::Comma;
}

void DocumentReader::noteComma()
{
    m_outcome.firstComma = m_outcome.commas++ == 0 ? position() : m_outcome.firstComma;
}

/// What was mended in what begins here.
void DocumentReader::noteMended(const LenientParser::Mended& mended)
{
    if (m_outcome.quotes == 0) {
        m_outcome.firstQuote = position() + mended.firstQuote;
    }
    if (m_outcome.commas == 0) {
        m_outcome.firstComma = position() + mended.firstComma;
    }
    m_outcome.quotes += mended.quotes;
    m_outcome.commas += mended.commas;
}

void DocumentReader::countDamage()
{
    if (m_outcome.damaged++ == 0) {
        m_outcome.firstDamaged = position();
    }
}

/// What needs more where there is no more room is no damage of the text.
void DocumentReader::noteTooLong(Status status)
{
    if (status == Status::NeedMore && !m_isLast && m_outcome.tooLong++ == 0) {
        m_outcome.firstTooLong = position();
    }
}

/// How much of the window to give to FastParser: whole elements as far as one can see.
std::size_t DocumentReader::runLength() const
{
    const std::string_view text = window().substr(0, m_runBytes);
    return m_isLast && text.size() == window().size() ? text.size() : lastElementEnd(text);
}

/// A run of events, the first of which begins here.
void DocumentReader::readRun()
{
    std::size_t length = runLength();
    if (length == 0 && !m_isLast) {
        refill();
        length = runLength();
    }
    if (length == 0) {  // one event longer than a run
        m_runBytes = std::min(2 * m_runBytes, m_options.runBytes);
        readLenient(1);
        return;
    }
    const FastParser::Outcome outcome = m_fast.parse(m_buffer.get() + m_begin, length, m_sink);
    m_outcome.events += outcome.events;
    const std::size_t end = m_begin + length;
    consume(outcome.lastBegin);
    m_before = outcome.lastIsTaken ? Before::Element : Before::Comma;
    if (outcome.lastIsTaken) {
        LenientParser parser(window(), m_isLast);
        Raw taken;
        if (parser.value(taken) != Status::Ok) {
            passDamage(false);
            return;
        }
        consume(parser.position());
    }
    // Behind damage runs are short at first: what is parsed in vain must not be much.
    constexpr std::size_t kShortRun = 4096;
    m_runBytes = outcome.hasFailed ? std::min(kShortRun, m_options.runBytes)
                                   : std::min(2 * m_runBytes, m_options.runBytes);
    if (outcome.hasFailed && m_begin < end) {
        readLenient(end - m_begin);
    }
}

/// Events one by one until \p until bytes from here have been passed, or the list's end is there.
void DocumentReader::readLenient(std::size_t until)
{
    const std::uint64_t end = position() + until;
    while (position() < end) {
        const char c = next();
        if (c == ',') {
            takeComma();
            continue;
        }
        if (c != '{') {
            return;  // the caller knows what to do
        }
        beginElement();
        if (readOne() != Status::Ok) {
            return;
        }
    }
}

LenientParser::Status DocumentReader::readOne()
{
    for (;;) {
        LenientParser parser(window(), m_isLast);
        const Status status = parser.event(m_event);
        if (status == Status::Ok) {
            noteMended(parser.mended());
            m_before = Before::Element;
            m_sink.take(m_event);
            ++m_outcome.events;
            consume(parser.position());
            return status;
        }
        if (status == Status::NeedMore && refill()) {
            continue;
        }
        noteTooLong(status);
        passDamage(m_isLast && LenientParser(window(), false).event(m_event) == Status::NeedMore);
        return status;
    }
}

/// Counts what cannot be read and looks for the next event behind it.
///
/// \param isShort  the text ends before what is here does: if nothing follows it was cut off
void DocumentReader::passDamage(bool isShort)
{
    countDamage();
    for (;;) {
        const std::size_t begin = nextElementBegin(window());
        if (begin != std::string_view::npos) {
            consume(begin);
            return;
        }
        // Keep as much as the pattern may need that is looked for.
        constexpr std::size_t kTail = 64;
        consume(std::max(window().size(), kTail) - kTail);
        if (!refill()) {
            consume(window().size());
            m_endsInDamage = true;
            m_outcome.isCutOff = m_outcome.isCutOff || isShort;
            m_outcome.damaged -= isShort ? 1 : 0;
            return;
        }
    }
}

}  // namespace vellum::server::reader::json
