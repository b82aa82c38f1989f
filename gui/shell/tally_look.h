#pragma once

#include "common/compare/tally.h"
#include "gui/charts/table/answer_model.h"

#include <QCoreApplication>
#include <QStringList>
#include <QVariant>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::gui::shell {

/// How a table of messages, collective operations and so on of two traces reads: the letters of the two in its titles, A, B, B − A and
/// B / A of the measure that rows are in order by, A and B of the others that they have.
///
/// Threads  As AnswerLook.
class TallyLook : public charts::AnswerLook {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::shell::TallyLook)

public:
    /// \param a, b  the letters
    TallyLook(std::string a, std::string b, const compare::TallyQuestion& question)
        : m_a(std::move(a))
        , m_b(std::move(b))
        , m_question(question)
    {
    }

    /// Keys of the columns that are seen at first, in their order.
    [[nodiscard]] static QStringList firstColumns(const compare::TallyQuestion& question);

    [[nodiscard]] std::optional<std::string> title(std::string_view key) const override;
    [[nodiscard]] std::optional<std::string> text(
        std::string_view key, const void* row) const override;
    [[nodiscard]] std::optional<bool> isShown(std::string_view key) const override;
    [[nodiscard]] QVariant color(std::string_view key, const void* row) const override;

private:
    std::string m_a;
    std::string m_b;
    compare::TallyQuestion m_question;
};

}  // namespace vellum::gui::shell
