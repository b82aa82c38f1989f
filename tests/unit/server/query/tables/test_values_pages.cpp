// The question about pages over random side-cars, beside an answer that is computed slowly, piece by piece of 512 bytes and tick
// by tick, from the same records.
#include "common/query/values_pages.h"
#include "common/time/columns.h"
#include "common/values/sidecar/writer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace)
using query::ValuesPages;
using query::ValuesPagesQuestion;
using query::ValuesPagesRow;
using query::ValuesSharingClass;

namespace {

constexpr const char* kTrace = R"(
length 999
location 3 "one"
)";

constexpr std::uint64_t kUnit = 512;
constexpr std::uint64_t kPage = 4096;
constexpr std::array<const char*, 3> kNames = {"unknown memory", "cells", "grid"};
constexpr std::array<std::uint64_t, 3> kSizes = {0, 6 * kPage, 9 * kPage + kUnit};

struct Run {
    std::vector<OperationRecord> operations;
    std::vector<PageRunRecord> runs;
    std::vector<PageRecord> lines;  ///< cache lines that are shared
};

Run randomRun(std::mt19937& random)
{
    Run run;
    const std::uint64_t slices = 1 + random() % 8;
    for (std::uint64_t id = 1; id <= slices; ++id) {
        OperationRecord slice;
        slice.id = id;
        slice.kind = OperationKind::Window;
        slice.t0 = random() % 900;
        slice.t1 = slice.t0 + random() % 90;
        run.operations.push_back(slice);
    }
    for (std::uint64_t i = random() % 20; i > 0; --i) {
        const OperationRecord& slice = run.operations[random() % slices];
        const std::uint64_t pages = 1 + random() % 4;
        PageRunRecord record{.op = slice.id, .object = 1 + random() % 2};
        record.offset = kUnit * (random() % 2) + kPage * (random() % 6);
        record.bytes = pages * kPage;
        record.t0 = slice.t0;
        record.t1 = slice.t1;
        record.state = static_cast<PageState>(random() % 5);
        record.changed = record.state == PageState::Changed ? random() % record.bytes : 0;
        record.pageShift = 12;
        run.runs.push_back(record);
    }
    for (std::uint64_t i = random() % 3; i > 0; --i) {
        const OperationRecord& slice = run.operations[random() % slices];
        PageRecord line{.object = 1, .page = 0x10000 + kUnit * (random() % 20)};
        line.t0 = slice.t0;
        line.t1 = slice.t1;
        line.pageClass = static_cast<PageClass>(2 + random() % 3);
        line.pageShift = 9;
        line.cpuWrites = line.pageClass == PageClass::ReadShared ? 0 : 8;
        run.lines.push_back(line);
    }
    return run;
}

bool write(const std::string& path, const Run& run)
{
    Writer writer;
    if (writer.create(path.c_str(), {.clock = ClockId::Monotonic}) != WriterFault::None) {
        return false;
    }
    for (std::uint64_t id = 1; id < kNames.size(); ++id) {
        writer.add(ObjectRecord{
            .id = id,
            .base = 0x10000 * id,
            .size = kSizes[id],
            .name = writer.string(kNames[id]),
            .space = ObjectSpace::Static});
    }
    for (const OperationRecord& slice : run.operations) {
        writer.add(slice);
        writer.add(LinkRecord{
            .op = slice.id, .location = 3, .time = slice.t0, .quality = LinkQuality::Exact});
    }
    writer.add(std::span<const PageRunRecord>(run.runs));
    writer.add(std::span<const PageRecord>(run.lines));
    return writer.finish(1000) == WriterFault::None;
}

/// All that is known of one object.
struct Piece {
    std::uint64_t object = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    TickRange time;
    char letter = '.';
    ValuesSharingClass sharing = ValuesSharingClass::Unknown;
};

std::vector<Piece> piecesOf(const Run& run)
{
    constexpr std::string_view kLetters = "?r1w=";
    std::vector<Piece> pieces;
    const auto timeOf = [](std::uint64_t t0, std::uint64_t t1) {
        const auto begin = static_cast<Tick>(t0);
        return TickRange{.begin = begin, .end = std::max(begin + 1, static_cast<Tick>(t1))};
    };
    for (const PageRunRecord& record : run.runs) {
        pieces.push_back(
            {.object = record.object,
             .offset = record.offset,
             .bytes = record.bytes,
             .time = timeOf(record.t0, record.t1),
             .letter = kLetters[static_cast<std::size_t>(record.state)]});
    }
    for (const PageRecord& line : run.lines) {
        pieces.push_back(
            {.object = line.object,
             .offset = line.page - 0x10000,
             .bytes = kUnit,
             .time = timeOf(line.t0, line.t1),
             .letter = line.pageClass == PageClass::FalseShared  ? 'f'
                       : line.pageClass == PageClass::TrueShared ? 's'
                                                                 : 'r',
             .sharing = static_cast<ValuesSharingClass>(line.pageClass)});
    }
    return pieces;
}

/// The letter of the units [from, to) of an object in a column.
char slowLetter(
    const std::vector<Piece>& pieces,
    std::uint64_t object,
    std::uint64_t from,
    std::uint64_t to,
    TickRange column)
{
    std::map<char, std::uint64_t> bytes;
    for (const Piece& piece : pieces) {
        const bool isThen = piece.time.begin < column.end && piece.time.end > column.begin;
        for (std::uint64_t at = from; piece.object == object && isThen && at < to; at += kUnit) {
            bytes[piece.letter] +=
                at >= piece.offset && at < piece.offset + piece.bytes ? kUnit : 0;
        }
    }
    for (const char shared : {'f', 's'}) {
        if (bytes[shared] > 0) {
            return shared;
        }
    }
    char most = '.';
    for (const char letter : std::string_view("r1?w=")) {
        most = bytes[letter] > 0 && bytes[letter] >= bytes[most] ? letter : most;
    }
    return most;
}

/// The states of a unit of an object in all columns, however the answer puts units together; empty where it is untouched.
std::string statesAt(const ValuesPages& answer, const std::string& object, std::uint64_t offset)
{
    for (const ValuesPagesRow& row : answer.rows) {
        if (row.object == object && offset >= row.offset && offset < row.offset + row.bytes) {
            return row.states;
        }
    }
    return {};
}

class TestValuesPages : public QObject {
    Q_OBJECT

    static ValuesPages ask(const Run& run, const ValuesPagesQuestion& question, TickRange window)
    {
        const QTemporaryDir folder;
        const std::string place = folder.filePath("run").toStdString();
        if (!write(place + ".vps", run)) {
            return {};
        }
        auto store = *tests::traceFromText(kTrace);
        store.path = place + ".otf2";
        query::TableRequest request;
        request.scope.window = window;
        request.asked = table::Value::of(question);
        const auto answer = server::query::execute(store, request);
        return answer.isOk() ? *std::get<query::Table>(answer.value()).answer.as<ValuesPages>()
                             : ValuesPages();
    }

    static void checkOne(const Run& run, const ValuesPagesQuestion& question, TickRange window)
    {
        const ValuesPages answer = ask(run, question, window);
        std::vector<Piece> pieces = piecesOf(run);
        std::erase_if(pieces, [&](const Piece& piece) {
            return piece.time.end <= window.begin || piece.time.begin >= window.end;
        });
        for (std::uint64_t object = 1; object < kNames.size(); ++object) {
            std::uint64_t size = kSizes[object];
            bool isThere = false;
            for (const Piece& piece : pieces) {
                isThere = isThere || piece.object == object;
                size = piece.object == object ? std::max(size, piece.offset + piece.bytes) : size;
            }
            if (isThere) {
                checkObject(answer, pieces, object, size, question, window);
            } else {
                QVERIFY(statesAt(answer, kNames[object], 0).empty());
            }
        }
    }

    static void checkObject(
        const ValuesPages& answer,
        const std::vector<Piece>& pieces,
        std::uint64_t object,
        std::uint64_t size,
        const ValuesPagesQuestion& question,
        TickRange window)
    {
        const Columns columns{.range = window, .count = question.columns};
        const std::uint64_t pages = (size + kPage - 1) / kPage;
        const std::uint64_t width = (pages + question.ranges - 1) / question.ranges * kPage;
        for (std::uint64_t from = 0; from < size; from += width) {
            std::string expected;
            for (std::uint32_t column = 0; column < question.columns; ++column) {
                expected += slowLetter(
                    pieces, object, from, std::min(from + width, size), columns.column(column));
            }
            const bool isUntouched = expected.find_first_not_of('.') == std::string::npos;
            const std::string states = statesAt(answer, kNames[object], from);
            QCOMPARE(states, isUntouched ? std::string() : expected);
        }
        std::uint64_t writes = 0;
        std::uint64_t unchanged = 0;
        for (const Piece& piece : pieces) {
            const bool isRun = piece.object == object && piece.bytes >= kPage;
            writes += isRun && piece.letter != 'r' ? piece.bytes / kPage : 0;
            unchanged += isRun && piece.letter == '=' ? piece.bytes / kPage : 0;
        }
        for (const ValuesPagesRow& row : answer.rows) {
            if (row.object == kNames[object]) {
                writes -= row.writes;
                unchanged -= row.unchanged;
            }
        }
        QCOMPARE(writes, 0U);
        QCOMPARE(unchanged, 0U);
    }

private slots:
    void agreesWithASlowAnswer()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 60; ++round) {
            const Run run = randomRun(random);
            const auto columns = static_cast<std::uint32_t>(1 + random() % 40);
            const auto ranges = static_cast<std::uint32_t>(1 + random() % 12);
            const Tick begin = static_cast<Tick>(random() % 300);
            checkOne(
                run,
                {.columns = columns, .ranges = ranges},
                {.begin = begin, .end = begin + 100 + static_cast<Tick>(random() % 500)});
        }
    }

    void onlyTheObjectThatIsAskedForIsTold()
    {
        Run run;
        run.operations.push_back({.id = 1, .t0 = 10, .t1 = 20, .kind = OperationKind::Window});
        for (const std::uint64_t object : {1U, 2U}) {
            run.runs.push_back({.op = 1, .object = object, .bytes = kPage});
            run.runs.back().state = PageState::Unchanged;
            run.runs.back().pageShift = 12;
        }
        QCOMPARE(ask(run, {}, {.begin = 0, .end = 1000}).rows.size(), 2U);
        const ValuesPages answer = ask(run, {.object = "grid"}, {.begin = 0, .end = 1000});
        QCOMPARE(answer.rows.size(), 1U);
        QCOMPARE(answer.rows[0].object, std::string("grid"));
        QCOMPARE(answer.rows[0].unchanged, 1U);
        QCOMPARE(answer.rows[0].firstTouch, Tick{10});
    }

    void whatADamagedFileSaysOfSizesIsNotBelieved()
    {
        Run run;
        run.operations.push_back({.id = 1, .t0 = 10, .t1 = 20, .kind = OperationKind::Window});
        run.runs.push_back(
            {.op = 1, .object = 1, .offset = ~std::uint64_t{5}, .bytes = ~std::uint64_t{0}});
        run.runs.back().pageShift = 255;
        run.runs.push_back({.op = 99, .object = 77, .bytes = kPage});
        const ValuesPages answer = ask(run, {}, {.begin = 0, .end = 1000});
        QVERIFY(answer.rows.size() <= 16U);
    }
};

}  // namespace

VELLUM_TEST_GUILESS(TestValuesPages)
#include "test_values_pages.moc"
