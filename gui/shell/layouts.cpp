#include "gui/shell/layouts.h"

#include "common/trace/function_group.h"
#include "gui/charts/chart_choices.h"
#include "gui/charts/chart_kinds.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>

namespace vellum::gui::shell::layouts {

namespace {

constexpr qsizetype kMostTraces = 50;
constexpr int kRoomForTwoPx = 560;
constexpr int kRoomForThreePx = 720;

constexpr QLatin1String kTraces("layouts/traces");
constexpr QLatin1String kName("name");
constexpr QLatin1String kLayout("layout");
// As ChartFrame::layoutState has them.
constexpr QLatin1String kCharts("charts");
constexpr QLatin1String kKind("kind");
constexpr QLatin1String kSettings("settings");
constexpr QLatin1String kDocks("docks");
// Of files.
constexpr QLatin1String kSchema("schema");
constexpr QLatin1String kSchemaName("vellum-layout/1");

QString defaultKey(TraceKind kind)
{
    return QStringLiteral("layouts/default%1").arg(static_cast<int>(kind));
}

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::shell::layouts", text);
}

std::uint64_t visitsOf(const data::Trace& trace, FunctionGroup group)
{
    const auto& visits = trace.info.visitsOf;
    const auto index = static_cast<std::size_t>(group);
    return index < visits.size() ? visits[index] : 0;
}

QVariantList traces()
{
    return QSettings().value(kTraces).toList();
}

void remove(QVariantList& list, const QString& name)
{
    list.removeIf(
        [&name](const QVariant& one) { return one.toMap().value(kName).toString() == name; });
}

/// Of one chart of a layout.
Result<void> checkChoice(const QVariantMap& chart, const data::Trace& trace)
{
    const QString name = chart.value(kKind).toString();
    const charts::ChartKind* kind = charts::findChartKind(name);
    const QString what =
        kind != nullptr
            ? chart.value(kSettings).toMap().value(QLatin1String(kind->mainSetting)).toString()
            : QString();
    return what.isEmpty() ? Result<void>() : charts::checkChoice(name, what, trace);
}

}  // namespace

TraceKind kindOf(const data::Trace& trace)
{
    const bool sends =
        trace.info.messages > 0 || trace.info.collectives > 0 || trace.info.unmatchedSends > 0;
    if (sends && trace.info.locationGroups > 1) {
        return TraceKind::Mpi;
    }
    const bool hasDevice =
        visitsOf(trace, FunctionGroup::Kernel) > 0 || visitsOf(trace, FunctionGroup::DeviceApi) > 0;
    return hasDevice ? TraceKind::Gpu : TraceKind::OneProcess;
}

QString nameOf(TraceKind kind)
{
    switch (kind) {
    case TraceKind::Mpi:
        return tr("MPI traces");
    case TraceKind::Gpu:
        return tr("GPU traces");
    case TraceKind::OneProcess:
        return tr("traces of one process");
    }
    return {};
}

QVariantMap layoutOf(const QStringList& kinds)
{
    QVariantList charts;
    for (const QString& kind : kinds) {
        charts.append(QVariantMap{{kKind, kind}});
    }
    return {{kCharts, charts}};
}

QVariantMap firstLayout(const data::Trace& trace, int heightPx)
{
    const QString counter = QStringLiteral("counter");
    const bool hasMetrics = trace.info.metricSamples > 0;
    QStringList wanted;
    switch (kindOf(trace)) {
    case TraceKind::Mpi:
        wanted = {QStringLiteral("process"), QStringLiteral("summary")};
        break;
    case TraceKind::Gpu:
        wanted = {QStringLiteral("summary"), hasMetrics ? counter : QStringLiteral("process")};
        break;
    case TraceKind::OneProcess:
        wanted = {QStringLiteral("process"), hasMetrics ? counter : QStringLiteral("summary")};
        break;
    }
    QStringList charts = {QStringLiteral("master")};
    const int room = heightPx >= kRoomForThreePx ? 2 : heightPx >= kRoomForTwoPx ? 1 : 0;
    return layoutOf(charts + wanted.mid(0, room));
}

QVariantMap plainLayout(const data::Trace& trace, int heightPx)
{
    QVariantMap layout = firstLayout(trace, heightPx);
    QVariantList charts = layout.value(kCharts).toList();
    QVariantMap master = charts.front().toMap();
    master.insert(kSettings, QVariantMap{{QStringLiteral("rowsBy"), QStringLiteral("tree")}});
    charts.front() = master;
    layout.insert(kCharts, charts);
    return layout;
}

QString chartNames()
{
    QStringList names;
    for (const charts::ChartKind& kind : charts::chartKinds()) {
        names.append(QLatin1String(kind.name));
    }
    return names.join(QStringLiteral(", "));
}

Result<QVariantMap> parseCharts(const QString& text)
{
    QVariantList charts;
    for (const QString& word : text.split(QLatin1Char(','))) {
        const QString name = word.section(QLatin1Char('='), 0, 0).trimmed();
        const QString what = word.section(QLatin1Char('='), 1);
        const charts::ChartKind* kind = charts::findChartKind(name);
        if (kind == nullptr) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "--charts: there is no chart '" + name.toStdString() + "', but "
                           + chartNames().toStdString()};
        }
        QVariantMap chart{{kKind, name}};
        if (!what.isEmpty()) {
            const QLatin1String setting(kind->mainSetting);
            if (setting.isEmpty()) {
                return Error{
                    .kind = ErrorKind::InvalidArgument,
                    .message =
                        "--charts: '" + word.toStdString() + "': there is nothing to choose"};
            }
            chart.insert(kSettings, QVariantMap{{setting, what}});
        }
        charts.append(chart);
    }
    return QVariantMap{{kCharts, charts}};
}

Result<void> checkChoices(const QVariantMap& layout, const data::Trace& trace)
{
    for (const QVariant& entry : layout.value(kCharts).toList()) {
        VELLUM_RETURN_IF_ERROR(checkChoice(entry.toMap(), trace));
    }
    return {};
}

Result<void> writeFile(const QString& file, const QVariantMap& layout)
{
    QVariantMap written = layout;
    written.insert(kSchema, kSchemaName);
    // Qt's own words about places; JSON has no bytes.
    written.insert(kDocks, QString::fromLatin1(layout.value(kDocks).toByteArray().toBase64()));
    QFile out(file);
    const QByteArray text = QJsonDocument(QJsonObject::fromVariantMap(written)).toJson();
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.flush()) {
        return Error{
            .kind = ErrorKind::Internal,
            .message = "'" + file.toStdString()
                       + "' cannot be written: " + out.errorString().toStdString()};
    }
    return {};
}

Result<QVariantMap> readFile(const QString& file)
{
    constexpr qint64 kMostBytes = 16 << 20;
    const auto refused = [&file](ErrorKind kind, const std::string& why) {
        return Error{.kind = kind, .message = "--layout '" + file.toStdString() + "' " + why};
    };
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        return refused(ErrorKind::NotFound, "cannot be read: " + in.errorString().toStdString());
    }
    QJsonParseError wrong;
    const QJsonDocument document = QJsonDocument::fromJson(in.read(kMostBytes), &wrong);
    if (wrong.error != QJsonParseError::NoError) {
        return refused(
            ErrorKind::DataLoss,
            "is no JSON at byte " + std::to_string(wrong.offset) + ": "
                + wrong.errorString().toStdString());
    }
    QVariantMap layout = document.object().toVariantMap();
    const QVariantList charts = layout.value(kCharts).toList();
    if (layout.value(kSchema).toString() != kSchemaName || charts.isEmpty()) {
        return refused(
            ErrorKind::DataLoss, "is no layout of charts: 'schema' and 'charts' are missing");
    }
    for (const QVariant& one : charts) {
        const QString name = one.toMap().value(kKind).toString();
        if (charts::findChartKind(name) == nullptr) {
            return refused(
                ErrorKind::DataLoss,
                "names a chart '" + name.toStdString() + "', but there are "
                    + chartNames().toStdString());
        }
    }
    layout.insert(kDocks, QByteArray::fromBase64(layout.value(kDocks).toString().toLatin1()));
    return layout;
}

std::optional<QVariantMap> kept(const QString& name)
{
    for (const QVariant& one : traces()) {
        if (one.toMap().value(kName).toString() == name) {
            return one.toMap().value(kLayout).toMap();
        }
    }
    return std::nullopt;
}

std::optional<QVariantMap> kept(const QString& name, TraceKind kind)
{
    if (auto own = kept(name)) {
        return own;
    }
    const QVariantMap layout = QSettings().value(defaultKey(kind)).toMap();
    return layout.isEmpty() ? std::nullopt : std::optional(layout);
}

void keep(const QString& name, const QVariantMap& layout)
{
    QVariantList list = traces();
    remove(list, name);
    list.prepend(QVariantMap{{kName, name}, {kLayout, layout}});
    QSettings().setValue(kTraces, QVariantList(list.mid(0, kMostTraces)));
}

void keepAsDefault(TraceKind kind, const QVariantMap& layout)
{
    QSettings().setValue(defaultKey(kind), layout);
}

void forget(const QString& name, TraceKind kind)
{
    QVariantList list = traces();
    remove(list, name);
    QSettings().setValue(kTraces, list);
    QSettings().remove(defaultKey(kind));
}

}  // namespace vellum::gui::shell::layouts
