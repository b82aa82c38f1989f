#include "gui/charts/overlaid_text.h"

#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/io_rows.h"

#include <QCoreApplication>
#include <QStringList>

namespace vellum::gui::charts {

namespace {

using Lines = std::vector<std::pair<QString, QString>>;

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::charts", text);
}

QString groupName(const Definitions& definitions, std::uint64_t ref)
{
    const LocationGroup* group =
        definitions.find(LocationGroupRef(static_cast<std::uint32_t>(ref)));
    return group == nullptr ? tr("location group %1").arg(ref)
                            : QString::fromStdString(group->name);
}

QString bytes(std::uint64_t count)
{
    return data::counted(count, tr("byte"), tr("bytes"));
}

/// Says one thing in a line, and all in many.
class Teller {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::charts::Teller)

public:
    explicit Teller(const Definitions& definitions) : m_definitions(definitions) {}

    [[nodiscard]] QString sentence(const query::Collective& one) const
    {
        return tr("%1 of %2, %3 of %4, %5")
            .arg(
                data::text(collectiveName(one.operation)),
                data::communicatorText(m_definitions, one.communicator),
                data::grouped(one.seen),
                data::counted(one.members, tr("member"), tr("members")),
                duration(one.range.length()));
    }

    [[nodiscard]] Lines lines(const query::Collective& one) const
    {
        Lines lines{
            {tr("Collective"), data::text(collectiveName(one.operation))},
            {tr("Communicator"), data::communicatorText(m_definitions, one.communicator)},
            {tr("Instance"), data::grouped(one.instance)}};
        if (const std::string root = rootName(one.root); !root.empty()) {
            lines.emplace_back(tr("Root"), data::text(root));
        }
        lines.emplace_back(
            tr("Members"), tr("%1 of %2").arg(data::grouped(one.seen), data::grouped(one.members)));
        if (one.mismatched > 0) {
            lines.emplace_back(tr("Name another"), data::grouped(one.mismatched));
        }
        lines.emplace_back(tr("Begin"), instant(one.range.begin));
        lines.emplace_back(tr("End"), instant(one.range.end));
        lines.emplace_back(tr("Duration"), duration(one.range.length()));
        lines.emplace_back(tr("Waited"), tr("%1 of all members").arg(duration(one.wait)));
        lines.emplace_back(tr("Last to come"), data::locationText(m_definitions, one.last));
        lines.emplace_back(tr("Sent"), bytes(one.bytesSent));
        lines.emplace_back(tr("Received"), bytes(one.bytesReceived));
        return lines;
    }

    [[nodiscard]] QString sentence(const Marker& one) const
    {
        QString text = kindOf(one);
        if (!one.text.empty()) {
            text += QStringLiteral(": ") + data::cut(one.text, 200);
        }
        return text;
    }

    [[nodiscard]] Lines lines(const Marker& one) const
    {
        const MarkerDefinition* kind = definitionOf(one);
        const QString text = data::cut(one.text, 2'000);
        Lines lines;
        if (one.marker.isDefined()) {
            lines = {
                {tr("Marker"), kindOf(one)},
                {tr("Text"), text},
                {tr("Severity"), kind != nullptr ? data::text(name(kind->severity)) : QString()}};
        } else {
            lines = {{tr("Instant"), text}};
        }
        lines.emplace_back(tr("Begin"), instant(one.tick));
        if (one.duration > 0) {
            lines.emplace_back(tr("Duration"), duration(static_cast<Tick>(one.duration)));
        }
        lines.emplace_back(
            tr("About"),
            one.scope == MarkerScope::Location
                ? data::locationText(m_definitions, LocationRef(one.scopeRef))
            : one.scope == MarkerScope::LocationGroup ? groupName(m_definitions, one.scopeRef)
                                                      : data::text(name(one.scope)));
        return lines;
    }

    [[nodiscard]] QString sentence(const models::OneSided& one) const
    {
        return tr("%1: %2 from %3 to %4, %5")
            .arg(
                nameOf(one.kind),
                bytes(one.bytes),
                data::locationText(m_definitions, one.from),
                data::locationText(m_definitions, one.to),
                duration(one.range.length()));
    }

    [[nodiscard]] Lines lines(const models::OneSided& one) const
    {
        Lines lines{
            {tr("One-sided"), nameOf(one.kind)},
            {tr("From"), data::locationText(m_definitions, one.from)},
            {tr("To"), data::locationText(m_definitions, one.to)},
            {tr("Done by"), data::locationText(m_definitions, one.origin)},
            {tr("Size"), bytes(one.bytes)}};
        const RmaWindow* window = m_definitions.find(one.window);
        if (window != nullptr && !window->name.empty()) {
            lines.emplace_back(tr("Window"), QString::fromStdString(window->name));
        }
        lines.emplace_back(tr("Begin"), instant(one.range.begin));
        if (one.range.end > one.range.begin) {
            lines.emplace_back(tr("End"), instant(one.range.end));
            lines.emplace_back(tr("Duration"), duration(one.range.length()));
        }
        return lines;
    }

    [[nodiscard]] static QString sentence(const models::IoMark& one)
    {
        const query::IoPoint& numbers = one.numbers;
        QStringList parts{
            data::counted(numbers.operations(), tr("I/O operation"), tr("I/O operations"))};
        if (numbers.reads > 0) {
            parts << tr("%1 read").arg(bytes(numbers.bytesRead));
        }
        if (numbers.writes > 0) {
            parts << tr("%1 written").arg(bytes(numbers.bytesWritten));
        }
        return parts.join(QStringLiteral(", "));
    }

    [[nodiscard]] Lines lines(const models::IoMark& one) const
    {
        if (one.single) {
            return lines(*one.single, one.numbers);
        }
        const query::IoPoint& numbers = one.numbers;
        Lines lines{
            {tr("Row"), one.row},
            {tr("Begin in"), tr("%1 to %2").arg(instant(one.range.begin), instant(one.range.end))},
            {tr("Operations"), data::grouped(numbers.operations())}};
        if (one.underWay > 0) {
            lines.emplace_back(tr("Under way"), data::grouped(one.underWay));
        }
        const auto add = [&](const QString& what, std::uint64_t count, const QString& more) {
            if (count > 0) {
                lines.emplace_back(what, data::grouped(count) + more);
            }
        };
        const QString comma = QStringLiteral(", ");
        add(tr("Reads"), numbers.reads, comma + bytes(numbers.bytesRead));
        add(tr("Writes"), numbers.writes, comma + bytes(numbers.bytesWritten));
        add(tr("Flushes"), numbers.flushes, {});
        add(tr("Others"), numbers.others, {});
        add(tr("Opened"), numbers.opened, {});
        add(tr("Closed"), numbers.closed, {});
        return lines;
    }

private:
    [[nodiscard]] Lines lines(const models::IoOperation& one, const query::IoPoint& numbers) const
    {
        const QString operation = numbers.reads > 0     ? tr("read")
                                  : numbers.writes > 0  ? tr("write")
                                  : numbers.flushes > 0 ? tr("flush")
                                                        : tr("other operation");
        Lines lines{
            {tr("Operation"), operation},
            {tr("File"), models::fileName(m_definitions, one.handle)}};
        if (numbers.reads + numbers.writes > 0) {
            lines.emplace_back(tr("Size"), bytes(numbers.bytesRead + numbers.bytesWritten));
        }
        lines.emplace_back(tr("Location"), data::locationText(m_definitions, one.location));
        lines.emplace_back(tr("Begin"), instant(one.range.begin));
        lines.emplace_back(tr("End"), instant(one.range.end));
        lines.emplace_back(tr("Duration"), duration(one.range.length()));
        return lines;
    }
    [[nodiscard]] static QString nameOf(EventKind kind)
    {
        return kind == event_kind::kRmaGet   ? tr("get")
               : kind == event_kind::kRmaPut ? tr("put")
                                             : tr("atomic");
    }
    [[nodiscard]] QString instant(Tick tick) const
    {
        return data::instantText(tick, m_definitions.clock);
    }
    [[nodiscard]] QString duration(Tick ticks) const
    {
        return data::durationText(ticks, m_definitions.clock);
    }
    [[nodiscard]] const MarkerDefinition* definitionOf(const Marker& one) const
    {
        return m_definitions.find(one.marker);
    }
    [[nodiscard]] QString kindOf(const Marker& one) const
    {
        const MarkerDefinition* kind = definitionOf(one);
        if (!one.marker.isDefined()) {
            return tr("instant");  // a record of the trace: it has only its name
        }
        if (kind == nullptr) {
            return tr("marker %1").arg(one.marker.value());
        }
        return QString::fromStdString(
            kind->group.empty() ? kind->category : kind->group + " · " + kind->category);
    }

    const Definitions& m_definitions;
};

}  // namespace

QString sentenceOf(const models::Overlaid& overlaid, const Definitions& definitions)
{
    return std::visit([&](const auto& one) { return Teller(definitions).sentence(one); }, overlaid);
}

Lines linesOf(const models::Overlaid& overlaid, const Definitions& definitions)
{
    return std::visit([&](const auto& one) { return Teller(definitions).lines(one); }, overlaid);
}

}  // namespace vellum::gui::charts
