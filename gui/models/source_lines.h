#pragma once

#include "common/query/values_summary.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// A source with what its lines moved.
struct SourceFile {
    QString path;  ///< as the debug information has it
    std::uint64_t movedBytes = 0;
    std::uint64_t redundantBytes = 0;
};

/// The files of an answer by line; descending by redundant bytes, then by path. Lines without a file are in none.
[[nodiscard]] std::vector<SourceFile> sourceFiles(const query::ValuesSummary& summary);

/// One line of a source on the screen. Where a line was compiled into several
/// functions, the numbers are the sums over all of them.
struct SourceLine {
    std::uint32_t number = 0;  ///< from 1
    QString text;              ///< empty where the source is not known
    std::uint64_t accesses = 0;
    std::uint64_t movedBytes = 0;
    std::uint64_t redundantBytes = 0;
    std::uint64_t deadBytes = 0;
    query::ValuePattern pattern = query::ValuePattern::None;  ///< of the row that moved the most
    QString function;                                         ///< of the row that moved the most

    [[nodiscard]] bool hasValues() const { return accesses > 0; }
    /// Redundant by moved bytes; nothing where nothing was moved.
    [[nodiscard]] std::optional<double> share() const;
};

/// All lines of the source, in their order. Where the answer knows lines beyond its end, or there is no \p text, those
/// with values alone stand for what is not known.
[[nodiscard]] std::vector<SourceLine> sourceLines(
    const query::ValuesSummary& summary, const QString& path, const QStringList& text);

}  // namespace vellum::gui::models
