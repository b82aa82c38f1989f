#pragma once

#include "gui/charts/table/answer_model.h"

#include <QCoreApplication>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::gui::shell {

/// An empty trace, for tables whose rows have their names already: a table of answers wants one to name functions and
/// locations by.
[[nodiscard]] std::shared_ptr<const data::Trace> noTrace();

/// How a table of differences reads: the letters of the two traces in its titles, a sign before what differs, and one
/// verdict in words and colour.
///
/// Threads  As AnswerLook; colours are asked for by the GUI thread.
class DifferencesLook : public charts::AnswerLook {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::shell::DifferencesLook)

public:
    /// \param a, b       the letters
    /// \param isMatched  names that differ are matched: a column says how
    DifferencesLook(std::string a, std::string b, bool isMatched)
        : m_a(std::move(a))
        , m_b(std::move(b))
        , m_isMatched(isMatched)
    {
    }

    /// Keys of the columns that are seen at first, in their order.
    [[nodiscard]] static const QStringList& firstColumns();

    [[nodiscard]] std::optional<std::string> title(std::string_view key) const override;
    [[nodiscard]] std::optional<std::string> text(
        std::string_view key, const void* row) const override;
    [[nodiscard]] std::optional<bool> isShown(std::string_view key) const override;
    [[nodiscard]] QVariant color(std::string_view key, const void* row) const override;

private:
    std::string m_a;
    std::string m_b;
    bool m_isMatched;
};

}  // namespace vellum::gui::shell
