#include "gui/charts/panels/details_panel.h"

#include "gui/charts/link_label.h"
#include "gui/charts/overlaid_text.h"
#include "gui/charts/panels/launch_lines.h"
#include "gui/charts/panels/record_lines.h"
#include "gui/charts/panels/related_lines.h"
#include "gui/charts/panels/wrapped_text.h"
#include "gui/data/group_names.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/collective_members.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace vellum::gui::charts {

namespace {

/// A role, not a colour: it follows the theme.
constexpr QPalette::ColorRole kMuted = QPalette::PlaceholderText;

/// More of a function's name nobody reads.
constexpr std::size_t kLongestName = 2'000;

}  // namespace

DetailsPanel::DetailsPanel(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::Selection& selection,
    QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_selection(selection)
    , m_slot(source, m_trace->id)
    , m_recordSlot(source, m_trace->id)
    , m_launchSlot(source, m_trace->id)
    , m_memberSlot(source, m_trace->id)
    , m_header(new ChartHeader(tr("Details")))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        m_detail = answer;
        onAnswer(error);
    });
    m_recordSlot.setHandler([this](const auto& answer, const Error& error) {
        m_events = answer;
        onAnswer(error);
    });
    m_launchSlot.setHandler([this](const auto& answer, const Error& error) {
        m_launches = answer;
        onAnswer(error);
    });
    m_memberSlot.setHandler([this](const auto& answer, const Error& error) {
        const auto* members =
            answer ? std::get_if<query::CollectiveMembers>(answer.get()) : nullptr;
        if (members != nullptr) {
            addMembers(*members);
        }
        // An older server does not know the question: then nothing more is said.
        onAnswer(error.kind == ErrorKind::Unimplemented ? Error{} : error);
    });
    connect(&selection, &models::Selection::changed, this, &DetailsPanel::showSelection);
    showSelection();
}

models::Exactness DetailsPanel::exactness() const
{
    if (m_failed) {
        return models::Exactness::Failed;
    }
    return isBusy() ? models::Exactness::Refining : models::Exactness::Exact;
}

bool DetailsPanel::isBusy() const
{
    return m_slot.isBusy() || m_recordSlot.isBusy() || m_launchSlot.isBusy()
           || m_memberSlot.isBusy()
           || (m_flows != nullptr && m_selection.visit() && m_flows->isBusy());
}

void DetailsPanel::setFlows(const models::FlowModel* flows)
{
    m_flows = flows;
    connect(flows, &models::FlowModel::changed, this, [this] { onAnswer({}); });
}

QString DetailsPanel::valueOf(const QString& caption) const
{
    const auto found = std::ranges::find(m_rows, caption, &Line::caption);
    return found == m_rows.end() ? QString() : found->value;
}

QString DetailsPanel::comparedOf(const QString& caption) const
{
    const auto found = std::ranges::find(m_rows, caption, &Line::caption);
    return found == m_rows.end() ? QString() : differenceOf(*found);
}

void DetailsPanel::keep()
{
    m_kept = m_rows;
    m_keptName = valueOf(tr("Function"));
    if (m_keptName.isEmpty()) {
        m_keptName = tr("message");
    }
    showSelection();
}

void DetailsPanel::stopComparing()
{
    m_kept.clear();
    m_keptName.clear();
    showSelection();
}

QString DetailsPanel::differenceOf(const Line& line) const
{
    const auto kept = std::ranges::find(m_kept, line.caption, &Line::caption);
    if (kept == m_kept.end() || kept->value == line.value) {
        return {};
    }
    QString more;
    const auto sign = [](bool isLess) {
        return isLess ? QStringLiteral("−") : QStringLiteral("+");
    };
    if (line.ticks && kept->ticks) {
        const Tick by = *line.ticks - *kept->ticks;
        more = sign(by < 0) + data::durationText(by < 0 ? -by : by, m_trace->definitions->clock);
    } else if (line.number && kept->number) {
        const std::int64_t by = *line.number - *kept->number;
        more = sign(by < 0)
               + QLocale(QLocale::English).toString(static_cast<qlonglong>(by < 0 ? -by : by));
    }
    const QString other = tr("kept: %1").arg(kept->value);
    return more.isEmpty() ? other : tr("%1; this one %2").arg(other, more);
}

QString DetailsPanel::instant(Tick tick) const
{
    return data::instantText(tick, m_trace->definitions->clock);
}

QString DetailsPanel::duration(Tick ticks) const
{
    const ClockProperties& clock = m_trace->definitions->clock;
    const QString shown = data::durationText(ticks, clock);
    const QString exact = data::exactDurationText(ticks, clock);
    return shown == exact ? exact : QStringLiteral("%1  (%2)").arg(shown, exact);
}

QString DetailsPanel::locationText(LocationRef ref) const
{
    return data::locationText(*m_trace->definitions, ref);
}

void DetailsPanel::clearRows()
{
    delete m_body;
    m_body = new QWidget(this);
    m_form = new QFormLayout(m_body);
    m_form->setContentsMargins(10, 6, 10, 8);
    m_form->setHorizontalSpacing(16);
    m_form->setVerticalSpacing(4);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout()->addWidget(m_body);
    m_rows.clear();
}

void DetailsPanel::addRow(Line line)
{
    auto* captionLabel = new QLabel(line.caption);
    captionLabel->setForegroundRole(kMuted);
    captionLabel->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* text = new WrappedText(line.value);
    text->setAccessibleName(line.caption);
    m_form->addRow(captionLabel, text);
    const QString difference = differenceOf(line);
    if (!difference.isEmpty()) {
        m_form->addRow(QString(), new WrappedText(difference, QPalette::Link));
    }
    m_rows.push_back(std::move(line));
}

void DetailsPanel::addCompareLink()
{
    const auto add = [this](const QString& text, auto does) {
        auto* link = new LinkLabel(QStringLiteral("<a href=\"#\">%1</a>").arg(text));
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        // The link goes with the lines, so not while it is being handled.
        connect(link, &QLabel::linkActivated, this, does, Qt::QueuedConnection);
        m_form->addRow(link);
    };
    add(tr("Keep this to compare"), [this] { keep(); });
    if (!m_keptName.isEmpty()) {
        add(tr("Stop comparing"), [this] { stopComparing(); });
    }
}

void DetailsPanel::addLink(const QString& text, LocationRef location, Tick tick)
{
    auto* link = new LinkLabel(QStringLiteral("<a href=\"#\">%1</a>").arg(text.toHtmlEscaped()));
    link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(link, &QLabel::linkActivated, this, [this, location, tick] {
        emit locationWanted(location, tick);
    });
    m_form->addRow(link);
}

void DetailsPanel::showSelection()
{
    m_slot.reset();
    m_recordSlot.reset();
    m_launchSlot.reset();
    m_memberSlot.reset();
    m_detail.reset();
    m_events.reset();
    m_launches.reset();
    m_failed = false;
    m_isTold = false;
    m_errorText.clear();
    clearRows();
    m_header->setMarkVisible(
        m_selection.visit() || m_selection.message() || m_selection.overlaid());
    if (m_selection.visit()) {
        m_header->setSentence(
            m_keptName.isEmpty() ? tr("selected visit")
                                 : tr("selected visit beside %1").arg(data::cut(m_keptName, 60)));
        showVisit(*m_selection.visit());
    } else if (m_selection.message()) {
        m_header->setSentence(
            m_keptName.isEmpty() ? tr("selected message")
                                 : tr("selected message beside %1").arg(data::cut(m_keptName, 60)));
        showMessage(*m_selection.message());
    } else if (m_selection.overlaid()) {
        const auto* io = std::get_if<models::IoMark>(&*m_selection.overlaid());
        m_header->setSentence(
            io != nullptr && io->isOfIoTimeline ? tr("selected in the I/O timeline")
                                                : tr("selected in the master timeline"));
        for (const auto& [caption, value] :
             linesOf(*m_selection.overlaid(), *m_trace->definitions)) {
            addRow(caption, value);
        }
        if (const auto* one = std::get_if<query::Collective>(&*m_selection.overlaid())) {
            m_memberSlot.ask(models::CollectiveMembers::requestFor(*one, m_trace->info.range));
        }
    } else {
        m_header->setSentence({});
        auto* hint = new QLabel(tr("Click a bar or a message line to see all about it."));
        hint->setWordWrap(true);
        hint->setForegroundRole(kMuted);
        m_form->addRow(hint);
    }
    m_header->setExactness(exactness());
    emit changed();
}

void DetailsPanel::showVisit(const models::SelectedVisit& visit)
{
    const Region* region = m_trace->definitions->find(visit.region);
    if (region != nullptr) {
        const std::string_view shown = data::beginOf(region->name, kLongestName);
        addRow(
            tr("Function"),
            data::text(shown)
                + (shown.size() < region->name.size()
                       ? tr("… (%1 bytes)").arg(data::grouped(region->name.size()))
                       : QString()));
        addRow(tr("Group"), data::nameOf(data::groupNames(*m_trace->definitions), region->group));
        if (!region->sourceFile.empty() && region->beginLine > 0) {
            addRow(
                tr("Source"),
                QStringLiteral("%1:%2")
                    .arg(QString::fromStdString(region->sourceFile))
                    .arg(region->beginLine));
        }
    }
    addRow(tr("Location"), locationText(visit.location));
    addRow(
        {.caption = tr("Begin"), .value = instant(visit.visit.begin), .ticks = visit.visit.begin});
    addRow({.caption = tr("End"), .value = instant(visit.visit.end), .ticks = visit.visit.end});
    addRow(
        {.caption = tr("Duration"),
         .value = duration(visit.visit.length()),
         .ticks = visit.visit.length()});
    addRow(
        {.caption = tr("Call level"),
         .value = QString::number(visit.depth),
         .number = visit.depth});
    // Exclusive time, call path and records are known to the server only.
    m_slot.ask(query::DetailRequest{.location = visit.location, .tick = visit.visit.begin});
    m_recordSlot.ask(models::recordsRequest(visit));
    if (m_trace->info.launches > 0) {
        constexpr std::uint64_t kMostLaunches = 1'000;
        // A visit without length is asked about as a tick, or there would be no window.
        const Tick end = std::max(visit.visit.end, visit.visit.begin + 1);
        m_launchSlot.ask(query::LaunchesRequest{
            .scope =
                {.window = {.begin = visit.visit.begin, .end = end}, .locations = {visit.location}},
            .limit = kMostLaunches});
    }
}

void DetailsPanel::onAnswer(const Error& error)
{
    if (error.kind != ErrorKind::Cancelled && !error.message.empty()) {
        m_failed = true;
        m_errorText = QString::fromStdString(error.message);
    }
    if (!isBusy() && m_selection.visit() && !std::exchange(m_isTold, true)) {
        addAnswered(*m_selection.visit());
        addCompareLink();
    }
    m_header->setExactness(exactness(), m_errorText);
    emit changed();
}

void DetailsPanel::addAnswered(const models::SelectedVisit& visit)
{
    const auto* detail = m_detail ? std::get_if<query::VisitDetail>(m_detail.get()) : nullptr;
    const bool hasDetail = detail != nullptr && visit.depth <= detail->stack.size();
    if (hasDetail && detail->stack[visit.depth - 1].visit == visit.visit) {
        const Tick exclusive = detail->stack[visit.depth - 1].exclusive;
        addRow({.caption = tr("Exclusive"), .value = duration(exclusive), .ticks = exclusive});
    }
    if (m_flows != nullptr) {
        addRelated(visit);  // above the records, of which there may be many
    }
    if (const auto* events = m_events ? std::get_if<query::Events>(m_events.get()) : nullptr) {
        const auto records = models::recordsOf(visit, *events, *m_trace->definitions);
        for (const auto& [caption, value] : linesOf(records, visit.visit, *m_trace->definitions)) {
            addRow(caption, value);
        }
    }
    if (const auto* launches =
            m_launches ? std::get_if<query::Launches>(m_launches.get()) : nullptr) {
        for (const TimeLine& line : launchLines(visit, *launches, *m_trace->definitions)) {
            addRow(
                {.caption = line.caption,
                 .value = line.ticks ? duration(*line.ticks) : line.value,
                 .ticks = line.ticks});
        }
    }
    if (hasDetail) {
        addCallPath(visit, *detail);
    }
}

void DetailsPanel::addRelated(const models::SelectedVisit& visit)
{
    for (const RelatedLine& line : relatedLines(visit, *m_flows, *m_trace->definitions)) {
        if (line.caption.isEmpty()) {
            addLink(line.link, line.location, line.tick);
        } else {
            addRow(
                {.caption = line.caption,
                 .value = line.ticks ? duration(*line.ticks) : line.value,
                 .ticks = line.ticks,
                 .number = std::nullopt});
        }
    }
}

void DetailsPanel::addCallPath(const models::SelectedVisit& visit, const query::VisitDetail& detail)
{
    QStringList path;
    for (std::size_t i = 0; i < visit.depth; ++i) {
        const Region* region = m_trace->definitions->find(detail.stack[i].region);
        path << (region != nullptr ? data::cut(region->name, data::kMostOfNameInLine) : QString());
    }
    addRow(tr("Call path"), path.join(QStringLiteral(" › ")));
}

void DetailsPanel::addMembers(const query::CollectiveMembers& members)
{
    const query::CollectiveMember* first = nullptr;
    const query::CollectiveMember* last = nullptr;
    for (const query::CollectiveMember& member : members.members) {
        if (member.hasBegin) {
            first = first == nullptr || member.range.begin < first->range.begin ? &member : first;
            last = last == nullptr || member.range.begin > last->range.begin ? &member : last;
        }
    }
    if (first == nullptr) {
        return;
    }
    addRow(tr("First to come"), locationText(first->location));
    addRow(tr("It waited"), duration(last->range.begin - first->range.begin));
    addLink(tr("Go to the first to come"), first->location, first->range.begin);
    addLink(tr("Go to the last to come →"), last->location, last->range.begin);
}

void DetailsPanel::showMessage(const query::Message& message)
{
    addRow(tr("Sender"), locationText(message.sender));
    addRow(tr("Receiver"), locationText(message.receiver));
    if (m_trace->definitions->find(message.communicator) != nullptr) {
        addRow(
            tr("Communicator"),
            data::communicatorText(*m_trace->definitions, message.communicator));
    }
    addRow(tr("Tag"), QString::number(message.tag));
    addRow(
        {.caption = tr("Size"),
         .value =
             tr("%1 bytes")
                 .arg(QLocale(QLocale::English).toString(static_cast<qulonglong>(message.bytes))),
         .number = static_cast<std::int64_t>(message.bytes)});
    addRow({.caption = tr("Send"), .value = instant(message.send), .ticks = message.send});
    addRow({.caption = tr("Receive"), .value = instant(message.receive), .ticks = message.receive});
    addRow(
        {.caption = tr("Duration"),
         .value = duration(message.receive - message.send),
         .ticks = message.receive - message.send});
    addLink(tr("Go to sender"), message.sender, message.send);
    addLink(tr("Follow message →"), message.receiver, message.receive);
    addCompareLink();
}

}  // namespace vellum::gui::charts
