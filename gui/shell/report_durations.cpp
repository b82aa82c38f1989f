#include "gui/shell/report_durations.h"

#include "gui/charts/distributions/distribution_canvas.h"
#include "gui/charts/picture_export.h"
#include "gui/data/wording.h"
#include "gui/models/duration_distribution.h"
#include "gui/shell/report_sections.h"

#include <QCoreApplication>

#include <memory>

namespace vellum::gui::shell {

namespace {

constexpr int kMostFunctions = 4;
constexpr std::uint64_t kFewest = 20;  ///< visits: of fewer there is nothing to be seen
constexpr QSize kPicture(1'000, 240);

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::shell", text);
}

report::Picture pictureOf(compare::Distribution distribution, const QString& a, const QString& b)
{
    charts::DistributionCanvas canvas;
    canvas.resize(kPicture);
    canvas.viewport()->resize(kPicture);  // which else waits until it is seen
    canvas.setLetters(a, b);
    const QString name = data::text(distribution.function)
                         + (distribution.functionInB.empty()
                                ? QString()
                                : QStringLiteral(" ≈ ") + data::text(distribution.functionInB));
    const QString sentence =
        tr("%1 visits in %2, %3 in %4.")
            .arg(data::grouped(distribution.visitsA), a, data::grouped(distribution.visitsB), b);
    canvas.setDistribution(std::make_shared<const compare::Distribution>(std::move(distribution)));
    return drawnTwice(name, sentence, [&canvas](const theme::Theme& theme, qsizetype most) {
        return charts::drawArea(canvas, theme, most);
    });
}

}  // namespace

report::Section durationsSection(
    const models::Differences& differences,
    const compare::Comparison& answer,
    const QString& a,
    const QString& b)
{
    report::Section section{
        .title = tr("How long visits take"),
        .sentences = {
            tr("Of the functions that differ most: shares of the visits by how long each takes without what it calls. %1 is the area with the solid line, %2 the dashed line; the stroke is the median.")
                .arg(a, b)}};
    for (const compare::DifferenceRow& row : answer.rows) {
        if (section.pictures.size() == kMostFunctions) {
            break;
        }
        if (row.in != compare::Presence::Both || row.noise.samplesA < kFewest
            || row.noise.samplesB < kFewest) {
            continue;
        }
        const compare::NamePair names{
            .a = row.name, .b = row.nameInB.empty() ? row.name : row.nameInB};
        section.pictures.push_back(pictureOf(models::distributionOf(differences, names), a, b));
    }
    return section;
}

}  // namespace vellum::gui::shell
