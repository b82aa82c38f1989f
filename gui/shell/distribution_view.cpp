#include "gui/shell/distribution_view.h"

#include "gui/data/wording.h"

#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace vellum::gui::shell {

namespace {

using charts::DistributionCanvas;
using compare::DifferenceRow;
using compare::NamePair;
using compare::Presence;

constexpr std::array kShows = {QLatin1String("histogram"), QLatin1String("shorter")};
constexpr int kFunctionLetters = 40;

NamePair namesOf(const DifferenceRow& row)
{
    return {
        .a = row.in == Presence::OnlyB ? std::string() : row.name,
        .b = row.in == Presence::OnlyA ? std::string()
             : row.nameInB.empty()     ? row.name
                                       : row.nameInB};
}

}  // namespace

DistributionView::DistributionView(const models::Differences& differences, QWidget* parent)
    : QWidget(parent)
    , m_differences(differences)
    , m_canvas(new DistributionCanvas)
    , m_function(new QComboBox)
    , m_shows(new QComboBox)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    m_function->setAccessibleName(tr("The function whose visits are compared"));
    m_function->setMinimumContentsLength(kFunctionLetters);
    m_function->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_shows->setAccessibleName(tr("What is drawn"));
    m_shows->addItem(tr("Histogram"), kShows[0]);
    m_shows->addItem(tr("Shorter (CDF)"), kShows[1]);
    connect(m_shows, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_canvas->setShows(static_cast<DistributionCanvas::Shows>(index));
    });
    connect(m_canvas, &DistributionCanvas::showsChanged, this, [this] {
        m_shows->setCurrentIndex(static_cast<int>(m_canvas->shows()));
    });
    connect(m_function, &QComboBox::activated, this, [this] {
        const QString name = m_function->currentData().toString();
        chooseFunction(name);
        if (const auto names = shownNames()) {
            emit nameMarked(data::text(names->a), data::text(names->b));
        }
    });
    connect(m_canvas, &DistributionCanvas::hovered, this, &DistributionView::hovered);
    connect(m_canvas, &DistributionCanvas::menuWanted, this, &DistributionView::menuWanted);
}

void DistributionView::chooseFunction(const QString& name)
{
    if (name != m_wanted) {
        m_wanted = name;
        show();
    }
}

void DistributionView::setShowsWord(const QString& word)
{
    if (const int found = m_shows->findData(word); found >= 0) {
        m_shows->setCurrentIndex(found);
    }
}

QString DistributionView::showsWord() const
{
    return m_shows->currentData().toString();
}

void DistributionView::refresh()
{
    if (m_differences.result() != m_offered || m_offered == nullptr) {
        m_offered = m_differences.result();
        offerFunctions();
        show();
    }
}

void DistributionView::offerFunctions()
{
    m_function->blockSignals(true);
    m_function->clear();
    const auto* comparison = m_offered != nullptr ? m_offered->comparison() : nullptr;
    if (comparison != nullptr && comparison->by == compare::ComparisonBy::Function) {
        for (const DifferenceRow& row : comparison->rows) {
            if (m_function->count() == kMostOffered) {
                break;
            }
            const QString name = data::text(row.name);
            m_function->addItem(data::cut(row.name, data::kMostOfNameInLine), name);
        }
    }
    m_function->blockSignals(false);
}

/// Those of the row that is wanted. Where nothing is, or where the traces do not have it, of the first with a few visits in both, else
/// of the first that both have, else of the first.
std::optional<NamePair> DistributionView::shownNames() const
{
    const auto* result =
        m_differences.result();  // m_offered may be gone while something else is shown
    const auto* comparison = result != nullptr ? result->comparison() : nullptr;
    if (comparison == nullptr || comparison->by != compare::ComparisonBy::Function
        || comparison->rows.empty()) {
        return std::nullopt;
    }
    const auto& rows = comparison->rows;
    const std::string wanted = m_wanted.toStdString();
    auto found = std::ranges::find_if(rows, [&wanted](const DifferenceRow& row) {
        return !wanted.empty() && (row.name == wanted || row.nameInB == wanted);
    });
    if (found == rows.end()) {
        found = std::ranges::find_if(rows, [](const DifferenceRow& row) {
            return std::min(row.noise.samplesA, row.noise.samplesB) >= compare::kFewestVisits;
        });
    }
    if (found == rows.end()) {
        found = std::ranges::find(rows, Presence::Both, &DifferenceRow::in);
    }
    return namesOf(found != rows.end() ? *found : rows.front());
}

void DistributionView::show()
{
    const auto names = m_differences.hasSides() ? shownNames() : std::nullopt;
    if (!names) {
        m_canvas->setDistribution(nullptr);
        m_canvas->setEmptyText(
            m_differences.hasSides() ? QString() : tr("Two traces must be open."));
        emit changed();
        return;
    }
    const std::string& name = names->a.empty() ? names->b : names->a;
    m_function->setCurrentIndex(m_function->findData(data::text(name)));
    m_canvas->setLetters(m_differences.a().letter, m_differences.b().letter);
    m_canvas->setEmptyText(tr("No visit of %1 begins and ends in these windows.")
                               .arg(data::cut(name, data::kMostOfNameInLine)));
    m_canvas->setDistribution(std::make_shared<const compare::Distribution>(
        models::distributionOf(m_differences, *names)));
    emit changed();
}

QString DistributionView::sentence() const
{
    const compare::Distribution* of = m_canvas->distribution();
    if (of == nullptr) {
        return {};
    }
    QString name = data::cut(of->function, data::kMostOfNameInLine);
    if (!of->functionInB.empty()) {
        name += QStringLiteral(" ≈ ") + data::cut(of->functionInB, data::kMostOfNameInLine);
    }
    return tr("durations of %1 without what it calls, %2 in %3 (solid), %4 in %5 (dashed)")
        .arg(
            name,
            data::counted(of->visitsA, tr("visit"), tr("visits")),
            m_differences.a().letter,
            data::grouped(of->visitsB),
            m_differences.b().letter);
}

}  // namespace vellum::gui::shell
