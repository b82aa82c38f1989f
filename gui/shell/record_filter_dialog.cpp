#include "gui/shell/record_filter_dialog.h"

#include "common/base/number_text.h"
#include "common/query/filter_words.h"
#include "common/trace/collectives.h"
#include "gui/data/wording.h"
#include "gui/shell/filter_parts.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace vellum::gui::shell {

namespace {

using models::Filter;

/// Beyond so many a list is no help.
constexpr int kMostListed = 1'000;

QListWidget* makeList(QWidget* owner, const QString& name, const char* object)
{
    auto* list = new QListWidget(owner);
    list->setObjectName(QLatin1String(object));
    list->setAccessibleName(name);
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list->setUniformItemSizes(true);
    makeBoxesVisible(*list);
    list->hide();  // until it is in the form
    return list;
}

QLineEdit* makeLine(QWidget* owner, const QString& name, const QString& example, const char* object)
{
    auto* line = new QLineEdit(owner);
    line->setObjectName(QLatin1String(object));
    line->setAccessibleName(name);
    line->setPlaceholderText(example);
    line->hide();
    return line;
}

void addItem(QListWidget& list, const QString& name, std::uint64_t value)
{
    if (list.count() >= kMostListed) {
        return;
    }
    auto* item = new QListWidgetItem(name, &list);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
    item->setData(Qt::UserRole, QVariant::fromValue(static_cast<qulonglong>(value)));
}

/// As high as its items, up to a few of them.
void addList(QFormLayout& form, const QString& label, QListWidget& list)
{
    constexpr int kMostShown = 8;
    const int rows = std::clamp(list.count(), 1, kMostShown);
    const int row = std::max(list.sizeHintForRow(0), 1);
    list.setFixedHeight(rows * row + 2 * list.frameWidth() + 2);
    list.show();
    form.addRow(label, &list);
}

/// "data.h5 · /scratch/data.h5 · POSIX I/O": several handles may be of one name.
QString handleText(const Definitions& definitions, const IoHandle& handle)
{
    QStringList parts;
    parts
        << (handle.name.empty() ? RecordFilterDialog::tr("handle %1").arg(handle.ref.value())
                                : data::text(handle.name));
    const IoFile* file = definitions.find(handle.file);
    if (file != nullptr && file->name != handle.name) {
        parts << data::text(file->name);
    }
    const auto paradigm =
        std::ranges::find(definitions.ioParadigms, handle.paradigm, &IoParadigm::ref);
    if (paradigm != definitions.ioParadigms.end()) {
        parts << data::text(paradigm->name);
    }
    return parts.join(QStringLiteral(" · "));
}

template <typename Value>
std::vector<Value> ticked(const QListWidget& list)
{
    std::vector<Value> values;
    for (int i = 0; i < list.count(); ++i) {
        const QListWidgetItem& item = *list.item(i);
        if (item.checkState() == Qt::Checked) {
            values.push_back(static_cast<Value>(item.data(Qt::UserRole).toULongLong()));
        }
    }
    return values;
}

template <typename Ref>
std::vector<Ref> tickedRefs(const QListWidget& list)
{
    std::vector<Ref> refs;
    for (const auto value : ticked<typename Ref::Representation>(list)) {
        refs.emplace_back(value);
    }
    return refs;
}

QString tickedText(const QListWidget& list)
{
    QStringList names;
    for (int i = 0; i < list.count(); ++i) {
        if (list.item(i)->checkState() == Qt::Checked) {
            names << list.item(i)->text();
        }
    }
    return names.join(QStringLiteral(", "));
}

Result<std::uint64_t> sizeOf(const QLineEdit& line, std::uint64_t otherwise)
{
    const QString typed = line.text().trimmed();
    if (typed.isEmpty()) {
        return otherwise;
    }
    const auto size = parseByteSize(typed.toStdString());
    if (!size) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "a size is such as 64K or 4096, not '" + typed.toStdString() + "'"};
    }
    return *size;
}

QString nameOf(Filter::Kind kind)
{
    return kind == Filter::Kind::Messages      ? QObject::tr("messages")
           : kind == Filter::Kind::Collectives ? QObject::tr("collectives")
                                               : QObject::tr("I/O");
}

}  // namespace

RecordFilterDialog::RecordFilterDialog(
    Filter::Kind kind,
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::ViewHistory& view,
    QWidget* parent)
    : QDialog(parent)
    , m_kind(kind)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_slot(source, m_trace->id)
    , m_tags(makeLine(this, tr("Tags"), tr("7 or 1,5-9 or 100-"), "tags"))
    , m_files(makeLine(this, tr("Files"), tr("Names or *.h5, with commas between"), "files"))
    , m_handles(makeList(this, tr("Handles"), "handles"))
    , m_operations(makeList(this, tr("Operations"), "operations"))
    , m_paradigms(makeList(this, tr("Paradigms"), "paradigms"))
    , m_flags(makeList(this, tr("Flags"), "flags"))
    , m_communicators(makeList(this, tr("Communicators"), "communicators"))
    , m_least(makeLine(this, tr("At least so large"), tr("64K"), "least"))
    , m_most(makeLine(this, tr("At most so large"), tr("any size"), "most"))
    , m_note(new QLabel)
    , m_only(new QPushButton(tr("Show only these")))
    , m_hide(new QPushButton(tr("Hide these")))
{
    setWindowTitle(tr("Filter %1").arg(nameOf(kind)));
    auto* form = new QFormLayout;
    if (kind == Filter::Kind::Messages) {
        addMessages(*form);
    } else if (kind == Filter::Kind::Collectives) {
        addCollectives(*form);
    } else {
        addIo(*form);
    }
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("note"));
    m_only->setObjectName(QStringLiteral("only"));
    m_hide->setObjectName(QStringLiteral("hide"));
    m_only->setDefault(true);
    auto* buttons = closeButton(this);
    buttons->addButton(m_only, QDialogButtonBox::ActionRole);
    buttons->addButton(m_hide, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch(1);
    layout->addWidget(buttons);
    constexpr int kWidth = 480;
    resize(kWidth, sizeHint().height());
    connect(m_only, &QPushButton::clicked, this, [this] { apply(false); });
    connect(m_hide, &QPushButton::clicked, this, [this] { apply(true); });
    for (const QListWidget* list :
         {m_communicators, m_handles, m_operations, m_paradigms, m_flags}) {
        connect(list, &QListWidget::itemChanged, this, &RecordFilterDialog::onChanged);
    }
    for (const QLineEdit* line : {m_tags, m_files, m_least, m_most}) {
        connect(line, &QLineEdit::textChanged, this, &RecordFilterDialog::onChanged);
    }
    m_slot.setHandler([this](const auto& answer, const Error&) { takeCount(answer.get()); });
    onChanged();
}

bool RecordFilterDialog::isUseful(Filter::Kind kind, const data::Trace& trace)
{
    switch (kind) {
    case Filter::Kind::Messages:
        return trace.info.messages > 0;
    case Filter::Kind::Collectives:
        return trace.info.collectives > 0;
    default:
        return !trace.definitions->ioHandles.empty();
    }
}

void RecordFilterDialog::addMessages(QFormLayout& form)
{
    m_tags->show();
    form.addRow(tr("Tags"), m_tags);
    addCommunicators(form);
    addSizes(form);
}

void RecordFilterDialog::addCollectives(QFormLayout& form)
{
    for (std::uint32_t i = 0; i < kCollectiveOperations; ++i) {
        addItem(*m_operations, QString::fromStdString(collectiveName(i)), i);
    }
    addList(form, tr("Operations"), *m_operations);
    addCommunicators(form);
    addSizes(form);
}

void RecordFilterDialog::addIo(QFormLayout& form)
{
    const Definitions& definitions = *m_trace->definitions;
    m_files->show();
    QStringList names;
    for (const IoFile& file : definitions.ioFiles) {
        if (names.size() < kMostListed) {
            names << data::text(file.name);
        }
    }
    auto* completer = new QCompleter(names, m_files);
    completer->setFilterMode(Qt::MatchContains);
    m_files->setCompleter(completer);
    form.addRow(tr("Files"), m_files);
    for (const IoHandle& handle : definitions.ioHandles) {
        addItem(*m_handles, handleText(definitions, handle), handle.ref.value());
    }
    addList(form, tr("Or by handles"), *m_handles);
    const std::array kinds{
        tr("read"), tr("write"), tr("flush"), tr("other"), tr("open"), tr("close"), tr("seek")};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        addItem(*m_operations, kinds.at(i), i);
    }
    addList(form, tr("Operations"), *m_operations);
    for (const IoParadigm& paradigm : definitions.ioParadigms) {
        addItem(*m_paradigms, data::text(paradigm.name), paradigm.ref.value());
    }
    if (m_paradigms->count() > 0) {
        addList(form, tr("Through"), *m_paradigms);
    }
    addItem(*m_flags, tr("blocking"), 0);
    addItem(*m_flags, tr("non-blocking"), 1);
    addItem(*m_flags, tr("independent"), 2);
    addItem(*m_flags, tr("collective"), 3);
    addList(form, tr("Flags"), *m_flags);
}

/// Those without a name are many and say nothing: they have their numbers.
void RecordFilterDialog::addCommunicators(QFormLayout& form)
{
    for (const Communicator& one : m_trace->definitions->communicators) {
        addItem(
            *m_communicators,
            data::communicatorText(*m_trace->definitions, one.ref),
            one.ref.value());
    }
    if (m_communicators->count() > 0) {
        addList(form, tr("Over"), *m_communicators);
    }
}

void RecordFilterDialog::addSizes(QFormLayout& form)
{
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("at least")));
    line->addWidget(m_least);
    line->addWidget(new QLabel(tr("at most")));
    line->addWidget(m_most);
    m_least->show();
    m_most->show();
    form.addRow(m_kind == Filter::Kind::Messages ? tr("Bytes") : tr("Bytes, all members"), line);
}

Result<query::NumberRange> RecordFilterDialog::sizes() const
{
    const query::NumberRange all;
    const auto least = sizeOf(*m_least, all.least);
    VELLUM_RETURN_IF_ERROR(least);
    const auto most = sizeOf(*m_most, all.most);
    VELLUM_RETURN_IF_ERROR(most);
    return query::NumberRange{.least = least.value(), .most = most.value()};
}

Result<query::MessageFilter> RecordFilterDialog::messageFilter() const
{
    query::MessageFilter filter;
    const QString tags = m_tags->text().remove(QLatin1Char(' '));
    if (!tags.isEmpty()) {
        auto parsed = query::parseTags(tags.toStdString(), "the field of tags");
        VELLUM_RETURN_IF_ERROR(parsed);
        filter.tags = std::move(parsed).value();
    }
    const auto bytes = sizes();
    VELLUM_RETURN_IF_ERROR(bytes);
    filter.bytes = bytes.value();
    filter.communicators = tickedRefs<CommRef>(*m_communicators);
    return filter;
}

Result<query::CollectiveFilter> RecordFilterDialog::collectiveFilter() const
{
    const auto bytes = sizes();
    VELLUM_RETURN_IF_ERROR(bytes);
    return query::CollectiveFilter{
        .operations = ticked<std::uint32_t>(*m_operations),
        .communicators = tickedRefs<CommRef>(*m_communicators),
        .bytes = bytes.value()};
}

Result<query::IoFilter> RecordFilterDialog::ioFilter() const
{
    query::IoFilter filter{
        .paradigms = tickedRefs<IoParadigmRef>(*m_paradigms),
        .handles = tickedRefs<IoHandleRef>(*m_handles),
        .kinds = ticked<query::IoKind>(*m_operations)};
    const QString files = m_files->text().trimmed();
    if (!files.isEmpty()) {
        VELLUM_RETURN_IF_ERROR(
            query::selectIoFiles(files.toStdString(), *m_trace->definitions, filter));
    }
    const std::array<std::string_view, 4> words{
        "blocking", "non-blocking", "independent", "collective"};
    for (const std::uint64_t flag : ticked<std::uint64_t>(*m_flags)) {
        VELLUM_RETURN_IF_ERROR(query::parseIoFlags(words.at(flag), filter));
    }
    return filter;
}

Result<query::RecordFilter> RecordFilterDialog::filter(bool hides) const
{
    query::RecordFilter all;
    if (m_kind == Filter::Kind::Messages) {
        auto one = messageFilter();
        VELLUM_RETURN_IF_ERROR(one);
        one.value().hides = hides;
        all.messages.push_back(std::move(one).value());
    } else if (m_kind == Filter::Kind::Collectives) {
        auto one = collectiveFilter();
        VELLUM_RETURN_IF_ERROR(one);
        one.value().hides = hides;
        all.collectives.push_back(std::move(one).value());
    } else {
        auto one = ioFilter();
        VELLUM_RETURN_IF_ERROR(one);
        one.value().hides = hides;
        all.io.push_back(std::move(one).value());
    }
    return all;
}

bool RecordFilterDialog::asksForNothing() const
{
    const auto isEmpty = [](const QLineEdit* line) { return line->text().trimmed().isEmpty(); };
    const auto isUnticked = [](const QListWidget* list) { return tickedText(*list).isEmpty(); };
    return std::ranges::all_of(std::array{m_tags, m_files, m_least, m_most}, isEmpty)
           && std::ranges::all_of(
               std::array{m_communicators, m_handles, m_operations, m_paradigms, m_flags},
               isUnticked);
}

QString RecordFilterDialog::what() const
{
    QStringList parts;
    const auto add = [&parts](const QString& format, const QString& value) {
        if (!value.trimmed().isEmpty()) {
            parts << format.arg(value.trimmed());
        }
    };
    add(tr("tags %1"), m_tags->text());
    add(QStringLiteral("%1"), tickedText(*m_operations));
    add(QStringLiteral("%1"), m_files->text());
    add(tr("by %1"), tickedText(*m_handles));
    add(tr("through %1"), tickedText(*m_paradigms));
    add(QStringLiteral("%1"), tickedText(*m_flags));
    add(tr("over %1"), tickedText(*m_communicators));
    add(tr("≥ %1"), m_least->text());
    add(tr("≤ %1"), m_most->text());
    return parts.join(QStringLiteral(" · "));
}

void RecordFilterDialog::onChanged()
{
    m_fitting.reset();
    m_slot.reset();
    const auto wanted = filter(false);
    const bool isGood = wanted.isOk() && !asksForNothing();
    m_only->setEnabled(isGood);
    m_hide->setEnabled(isGood);
    if (!wanted.isOk()) {
        m_note->setText(QString::fromStdString(wanted.error().message));
        return;
    }
    if (asksForNothing()) {
        m_note->setText(tr("Say which %1: all that is asked for has to fit.").arg(nameOf(m_kind)));
        return;
    }
    m_note->setText(tr("Counting…"));
    const query::Scope scope{
        .window = m_trace->info.range, .locations = {}, .filter = wanted.value()};
    if (m_kind == Filter::Kind::Messages) {
        m_slot.ask(query::MessagesRequest{.scope = scope});
    } else if (m_kind == Filter::Kind::Collectives) {
        m_slot.ask(query::CollectivesRequest{.scope = scope});
    } else {
        m_slot.ask(query::IoRequest{.scope = scope});
    }
}

void RecordFilterDialog::takeCount(const query::Answer* answer)
{
    if (answer == nullptr) {
        m_note->setText(tr("How many fit is not known."));
        return;
    }
    if (const auto* messages = std::get_if<query::Messages>(answer)) {
        m_fitting = messages->count;
        m_note->setText(
            tr("%1 of %2 fit, in the whole trace.")
                .arg(
                    data::grouped(messages->count),
                    data::counted(m_trace->info.messages, tr("message"), tr("messages"))));
    } else if (const auto* collectives = std::get_if<query::Collectives>(answer)) {
        m_fitting = collectives->count;
        m_note->setText(
            tr("%1 fit, in the whole trace.")
                .arg(data::counted(collectives->count, tr("collective"), tr("collectives"))));
    } else if (const auto* io = std::get_if<query::Io>(answer)) {
        const query::IoNumbers& all = io->totals;
        m_fitting = all.operations() + all.opened + all.closed + all.seeks;
        m_note->setText(tr("%1 of I/O fit, in the whole trace.")
                            .arg(data::counted(*m_fitting, tr("record"), tr("records"))));
    }
}

void RecordFilterDialog::apply(bool hides)
{
    auto records = filter(hides);
    if (!records.isOk() || asksForNothing()) {
        return;
    }
    const QString name = nameOf(m_kind);
    m_view.addFilter(
        *m_trace->definitions,
        {.kind = m_kind,
         .text = (hides ? tr("without %1 %2") : tr("only %1 %2")).arg(name, what()),
         .records = std::move(records).value()},
        tr("filter %1").arg(name));
}

}  // namespace vellum::gui::shell
