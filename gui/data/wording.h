#pragma once

#include "common/base/number_text.h"
#include "common/query/answers.h"
#include "common/query/values_summary.h"
#include "common/trace/definitions.h"

#include <QLocale>
#include <QString>

#include <cmath>
#include <cstdint>
#include <string_view>

namespace vellum::gui::data {

/// Of UTF-8.
[[nodiscard]] inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// The first \p most bytes of UTF-8, or a little less: no letter is cut in two.
[[nodiscard]] std::string_view beginOf(std::string_view utf8, std::size_t most);
/// So much of it, and "…" where that is not all.
[[nodiscard]] QString cut(std::string_view utf8, std::size_t most);
[[nodiscard]] QString cut(const QString& text, qsizetype most);

/// A name in a tool tip: all of it but what is past a thousand bytes, in lines of a length that can be read.
[[nodiscard]] QString tipName(std::string_view name);

/// What of a name a call path shows that is itself cut to its room, and a line among others.
inline constexpr std::size_t kMostOfNameInPath = 1'000;
inline constexpr std::size_t kMostOfNameInLine = 120;

/// "rank 0 · Master thread"; of one that is not defined, a word with the number.
[[nodiscard]] QString locationText(const Definitions& definitions, LocationRef ref);

/// Its name; of one without a name what it is of, with its number: "CUDA group 2", "OpenMP team 1", "communicator 3 of
/// MPI_COMM_WORLD".
[[nodiscard]] QString communicatorText(const Definitions& definitions, CommRef ref);

/// "2,000": figures for people, grouped in threes.
[[nodiscard]] inline QString grouped(std::uint64_t number)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(number));
}

/// "1 row", "2,000 rows".
[[nodiscard]] inline QString counted(std::uint64_t number, const QString& one, const QString& many)
{
    return grouped(number) + QLatin1Char(' ') + (number == 1 ? one : many);
}

/// "1.50 MiB".
[[nodiscard]] inline QString bytesText(std::uint64_t bytes)
{
    return QString::fromStdString(byteText(bytes));
}

/// "93.4 %"; of no number "0 %".
[[nodiscard]] inline QString percent(double share)
{
    return std::isfinite(share) ? QString::fromStdString(percentText(share))
                                : QStringLiteral("0 %");
}

/// How many errors and warnings the import report counts, and the first error in a sentence; 0 and nothing if none.
struct ImportErrors {
    std::uint64_t count = 0;
    std::uint64_t warnings = 0;
    QString example;
};
[[nodiscard]] ImportErrors importErrors(const query::TraceInfo& info);

/// Why a trace without any visit has none: what was recorded instead, or what could not be read.
[[nodiscard]] QString noVisitSentence(const query::TraceInfo& info);

/// How many records of a kind were read.
[[nodiscard]] std::uint64_t countOf(const query::TraceInfo& info, EventKind kind);

/// Whether what is recorded beside calls and metrics are samples of call chains, and nothing else.
[[nodiscard]] bool hasOnlySamplesBesideCalls(const query::TraceInfo& info);

/// Of a location without any visit: what it has instead, of which there are \p events.
[[nodiscard]] QString noVisitWord(
    const query::TraceInfo& info, std::uint64_t events, bool isWholeTrace);

/// A function's name as it is read at a glance: without parameters and anonymous namespaces,
/// with template arguments folded (template_folding.h). The whole name stands in details and tool tips. Names that are no C++ signature stay as they are.
[[nodiscard]] QString shortName(std::string_view name);

/// "silent store"; empty of None and of a pattern that is not known here.
[[nodiscard]] QString patternText(query::ValuePattern pattern);

/// What a trace is called: its file, or the folder where that is called as all archives are.
[[nodiscard]] QString traceTitle(const QString& path);

/// "from another run (values)", of values that were found in the run of that trace; empty where \p trace is: they are of this one.
[[nodiscard]] QString otherRunText(std::string_view trace);

}  // namespace vellum::gui::data
