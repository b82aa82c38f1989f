#include "server/reader/json/document_reader.h"

#include "common/base/check.h"
#include "server/reader/json/element_search.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace vellum::server::reader::json {

namespace {

using Status = LenientParser::Status;

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

/// The next byte that is no space; '\0' at the end of the text, and where it stands there.
char DocumentReader::next()
{
    skipSpace();
    return m_begin < m_end ? m_buffer[m_begin] : '\0';
}

bool DocumentReader::isAtEnd()
{
    skipSpace();
    return m_begin == m_end;
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
        consume(1);
        readEvents();
    } else if (next() == '{') {
        consume(1);
        readObject();
    }
    std::uint64_t end = position();
    skipSpace();
    std::uint64_t behindSpace = position();
    while (resume()) {
        end = position();
        skipSpace();
        behindSpace = position();
    }
    m_outcome.hasMore =
        m_outcome.hasEvents && !m_outcome.isStopped && !(isAtEnd() && behindSpace == position());
    m_outcome.bytes = end;
    return m_outcome;
}

/// Behind damage the list may have ended with a bracket of what was damaged: goes on with the next event. False where
/// there is none.
bool DocumentReader::resume()
{
    if (m_outcome.damaged == 0 || !m_outcome.hasEvents || m_outcome.isStopped || isAtEnd()) {
        return false;
    }
    while (!isAtEnd() && std::string_view("}],").find(next()) != std::string_view::npos) {
        consume(1);
    }
    seeAhead();
    if (!beginsElement(window()) && !findElement()) {
        return false;
    }
    m_before = Before::Begin;
    readEvents();
    if (!m_outcome.isList) {
        readObject();
    }
    return true;
}

/// The members of the outermost object, from where one or its end is.
void DocumentReader::readObject()
{
    while (!m_outcome.isStopped && next() != '}') {
        if (isAtEnd()) {
            m_outcome.isCutOff = m_outcome.isCutOff || !m_endsInDamage;
            return;
        }
        if (!readHeader()) {
            return;
        }
        const bool isComma = next() == ',';
        consume(isComma ? 1 : 0);
        if (isComma ? next() == '}' : next() == '"') {  // one too many, or none
            noteComma();
        }
        for (; next() == ','; consume(1)) {
            noteComma();
        }
    }
    consume(m_begin < m_end && !m_outcome.isStopped ? 1 : 0);
}

Status DocumentReader::parseHeader(LenientParser& parser, Header& header) const
{
    const auto shortage = [&] {
        return parser.position() < window().size() ? Status::Damaged : Status::NeedMore;
    };
    if (parser.peek() != '"') {
        return shortage();
    }
    if (const Status status = parser.value(header.key); status != Status::Ok) {
        return status;
    }
    parser.skipSpace();
    if (parser.peek() != ':') {
        return shortage();
    }
    parser.skip();
    parser.skipSpace();
    header.valueBegin = parser.position();
    header.isEventList = parser.peek() == '[' && textOf(header.key) == "traceEvents";
    return header.isEventList ? Status::Ok : parser.value(header.value);
}

/// One member of the outermost object; false where the text ends, or makes no sense up to its end.
bool DocumentReader::readHeader()
{
    for (;;) {
        LenientParser parser(window(), false);
        Header header;
        const Status status = parseHeader(parser, header);
        if (status == Status::NeedMore && refill()) {
            continue;
        }
        if (status == Status::NeedMore) {
            return passLongHeader(header.valueBegin);
        }
        if (status == Status::Damaged) {
            return passDamagedHeader(parser.position());
        }
        noteMended(parser.mended());
        if (header.isEventList) {
            consume(parser.position() + 1);
            m_before = Before::Begin;
            readEvents();
            return !m_outcome.isCutOff;
        }
        m_sink.takeHeader(bare(header.key), header.value);
        consume(parser.position());
        return true;
    }
}

/// What is here goes on behind the window; false where that is the text's end, or not even a key.
bool DocumentReader::passLongHeader(std::size_t valueBegin)
{
    if (m_isLast) {
        m_outcome.isCutOff = m_outcome.isCutOff || !m_endsInDamage;
        return false;
    }
    if (valueBegin == 0) {
        m_outcome.isTooLong = true;
        return false;
    }
    consume(valueBegin);
    m_outcome.firstLongHeader =
        m_outcome.longHeaders++ == 0 ? position() : m_outcome.firstLongHeader;
    const bool isPassed = passLongValue();
    m_outcome.isCutOff = m_outcome.isCutOff || (!isPassed && !m_outcome.isStopped);
    return isPassed;
}

/// A value that is longer than the window, to its end as the standard has it; false where the text ends before.
bool DocumentReader::passLongValue()
{
    std::size_t depth = 0;
    bool isInString = false;
    bool isEscaped = false;
    do {
        for (; m_begin < m_end; ++m_begin) {
            const char c = m_buffer[m_begin];
            if (isInString) {
                isInString = isEscaped || c != '"';
                isEscaped = !isEscaped && c == '\\';
            } else if (c == '"') {
                isInString = true;
            } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
                return true;
            } else {
                depth += c == '{' || c == '[' ? 1 : 0;
                depth -= c == '}' || c == ']' ? 1 : 0;
            }
        }
        m_outcome.isStopped = !m_goOn();
    } while (!m_outcome.isStopped && refill());
    return false;
}

/// Goes on with the next member; false where none is in sight.
bool DocumentReader::passDamagedHeader(std::size_t damage)
{
    m_outcome.firstDamagedHeader =
        m_outcome.damagedHeaders++ == 0 ? position() + damage : m_outcome.firstDamagedHeader;
    const std::size_t end = window().find_first_of(",}", damage);
    consume(end == std::string_view::npos ? 0 : end);
    return end != std::string_view::npos;
}

/// The list of events, from behind its bracket to behind its end.
void DocumentReader::readEvents()
{
    m_outcome.hasEvents = true;
    for (bool isInside = true; isInside;) {
        if (!m_goOn()) {
            m_outcome.isStopped = true;
            return;
        }
        const char c = next();
        if (isAtEnd()) {
            // Chrome's own writers leave the end of a bare list out: that is no damage.
            m_outcome.isCutOff = m_outcome.isCutOff || !(m_outcome.isList || m_endsInDamage);
            return;
        }
        if (c == ']') {
            if (m_before == Before::Comma) {
                noteComma();
            }
            consume(1);
            isInside = isStrayBracket();
        } else if (c == ',') {
            takeComma();
        } else {
            beginElement();
            c == '{' ? readRun() : passNoEvent();
        }
    }
}

/// Whether the bracket passed last cannot have been the end of the list: an event follows it.
bool DocumentReader::isStrayBracket()
{
    if (next() != ',') {
        return false;
    }
    seeAhead();
    const std::size_t after = window().find_first_not_of(kSpace, 1);
    if (after == std::string_view::npos || !beginsElement(window().substr(after))) {
        return false;
    }
    m_outcome.firstBracket = m_outcome.brackets++ == 0 ? position() : m_outcome.firstBracket;
    m_before = Before::Element;
    return true;
}

/// Sees to it that the window holds enough to tell whether an event begins here.
void DocumentReader::seeAhead()
{
    constexpr std::size_t kEnough = 64;
    if (window().size() < kEnough) {
        refill();
    }
}

/// An element that is no object: a number, a text…
void DocumentReader::passNoEvent()
{
    const std::string_view tried = reach();
    LenientParser parser(tried, m_isLast && tried.size() == window().size());
    Raw ignored;
    const Status status = parser.value(ignored);
    if (status == Status::NeedMore && tried.size() == window().size() && refill()) {
        return;  // the caller comes again
    }
    if (status != Status::Ok) {
        noteVain(status, tried, parser.position());
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

/// As much of the window as is looked through for the end of one event. Where much was parsed in vain it is little:
/// else a text of events that never end would be gone through once for each of them.
std::string_view DocumentReader::reach() const
{
    constexpr std::uint64_t kFree = std::uint64_t(64) << 20U;
    constexpr std::uint64_t kPerByte = 8;
    constexpr std::uint64_t kLeast = 1024;
    const std::uint64_t allowed = kFree + kPerByte * position();
    return window().substr(0, std::max(kLeast, allowed - std::min(allowed, m_vain)));
}

/// Takes note of an element that could not be read. What needs more where there is no more room is no damage of the text.
void DocumentReader::noteVain(Status status, std::string_view tried, std::size_t position)
{
    m_vain += status == Status::NeedMore ? tried.size() : position;
    const bool isTooLong =
        status == Status::NeedMore && !m_isLast && tried.size() == window().size();
    if (isTooLong && m_outcome.tooLong++ == 0) {
        m_outcome.firstTooLong = this->position();
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
        const std::string_view tried = reach();
        LenientParser parser(tried, false);
        const Status status = parser.event(m_event);
        if (status == Status::Ok) {
            noteMended(parser.mended());
            m_before = Before::Element;
            m_sink.take(m_event);
            ++m_outcome.events;
            consume(parser.position());
            return status;
        }
        const bool isAll = tried.size() == window().size();
        if (status == Status::NeedMore && isAll && refill()) {
            continue;
        }
        noteVain(status, tried, parser.position());
        passDamage(status == Status::NeedMore && isAll && m_isLast);
        return Status::Damaged;
    }
}

/// Counts what cannot be read and looks for the next event behind it.
///
/// \param isShort  the text ends before what is here does: if nothing follows it was cut off
void DocumentReader::passDamage(bool isShort)
{
    countDamage();
    if (!findElement()) {
        m_endsInDamage = true;
        m_outcome.isCutOff = m_outcome.isCutOff || isShort;
        m_outcome.damaged -= isShort ? 1 : 0;
    }
}

/// Passes on to the next event behind what is here; to the end of the text where there is none.
bool DocumentReader::findElement()
{
    for (;;) {
        const std::size_t begin = nextElementBegin(window());
        if (begin != std::string_view::npos) {
            consume(begin);
            return true;
        }
        // Keep as much as the pattern may need that is looked for.
        constexpr std::size_t kTail = 64;
        consume(std::max(window().size(), kTail) - kTail);
        if (!refill()) {
            consume(window().size());
            return false;
        }
    }
}

}  // namespace vellum::server::reader::json
