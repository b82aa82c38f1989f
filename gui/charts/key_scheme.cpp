#include "gui/charts/key_scheme.h"

#include "common/base/check.h"
#include "gui/data/user_file.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <array>
#include <cstddef>
#include <iterator>
#include <optional>

namespace vellum::gui::charts {

namespace {

/// What a file calls a value.
template <typename Value>
struct Word {
    const char* word = "";
    Value value{};
};

constexpr std::array kDragWords = {
    Word<DragAction>{"none", DragAction::None},
    Word<DragAction>{"select", DragAction::Select},
    Word<DragAction>{"extend", DragAction::Extend},
    Word<DragAction>{"zoom", DragAction::Zoom},
    Word<DragAction>{"measure", DragAction::Measure},
    Word<DragAction>{"pan", DragAction::Pan},
};

constexpr std::array kWheelWords = {
    Word<WheelAction>{"zoom", WheelAction::Zoom},
    Word<WheelAction>{"pan", WheelAction::Pan},
    Word<WheelAction>{"scroll-rows", WheelAction::ScrollRows},
    Word<WheelAction>{"row-height", WheelAction::RowHeight},
};

constexpr std::array kHeldWords = {
    Word<int>{"Ctrl+Shift+", Qt::ControlModifier | Qt::ShiftModifier},
    Word<int>{"Ctrl+", Qt::ControlModifier},
    Word<int>{"Shift+", Qt::ShiftModifier},
    Word<int>{"", Qt::NoModifier},
};

// The middle button pans everywhere.
constexpr std::array kButtonWords = {
    Word<int>{"Left", Qt::LeftButton},
    Word<int>{"Right", Qt::RightButton},
};

/// By NavigationScheme.
constexpr std::array<const char*, kNavigationSchemes> kFiles = {
    "vellum.json", "vampir.json", "perfetto.json", "trace-compass.json"};

using Schemes = std::array<KeyScheme, kNavigationSchemes>;

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::charts", text);
}

template <typename Words>
auto actionOf(const Words& words, const QJsonValue& value)
    -> std::optional<decltype(words[0].value)>
{
    for (const auto& one : words) {
        if (value.toString() == QLatin1String(one.word)) {
            return one.value;
        }
    }
    return std::nullopt;
}

/// What "Ctrl+Left" holds; \p word is "Left" afterwards.
int takeHeld(QString& word)
{
    for (const auto& one : kHeldWords) {
        const QLatin1String prefix(one.word);
        if (word.startsWith(prefix)) {
            word.remove(0, prefix.size());
            return one.value;
        }
    }
    return 0;
}

void readDrag(
    const QString& name,
    const QJsonValue& value,
    const QString& where,
    KeyScheme& scheme,
    QStringList& mistakes)
{
    QString word = name;
    const int held = takeHeld(word);
    const auto action = actionOf(kDragWords, value);
    for (const auto& one : kButtonWords) {
        if (word == QLatin1String(one.word) && action) {
            scheme.drags[{one.value, held}] = *action;
            return;
        }
    }
    mistakes
        << tr("%1: in \"drags\", \"%2\" must be Left or Right, with Ctrl+ or Shift+ before it, and one of none, select, "
              "extend, zoom, measure, pan")
               .arg(where, name);
}

void readWheel(
    const QString& name,
    const QJsonValue& value,
    const QString& where,
    KeyScheme& scheme,
    QStringList& mistakes)
{
    QString word = name;
    const int held = takeHeld(word);
    const auto action = actionOf(kWheelWords, value);
    if (word != QLatin1String("Wheel") || !action) {
        mistakes
            << tr("%1: in \"wheel\", \"%2\" must be Wheel, with Ctrl+ or Shift+ before it, and one of zoom, pan, "
                  "scroll-rows, row-height")
                   .arg(where, name);
        return;
    }
    scheme.wheel[held] = *action;
}

/// One stroke each, as charts know no chords; none if one of them is no key.
std::optional<QList<QKeySequence>> keysOf(const QJsonValue& value)
{
    if (!value.isArray()) {
        return std::nullopt;
    }
    QList<QKeySequence> keys;
    for (const auto& one : value.toArray()) {
        const auto key = QKeySequence::fromString(one.toString(), QKeySequence::PortableText);
        if (key.count() != 1 || key[0].key() == Qt::Key_unknown) {
            return std::nullopt;
        }
        keys << key;
    }
    return keys;
}

void readKeys(
    const QString& name,
    const QJsonValue& value,
    const QString& where,
    KeyScheme& scheme,
    QStringList& mistakes)
{
    const auto keys = keysOf(value);
    if (!keys) {
        mistakes << tr(R"(%1: in "keys", "%2" must have a list of keys, such as ["W", "Ctrl++"])")
                        .arg(where, name);
        return;
    }
    scheme.keys[name] = *keys;
}

QStringList readInto(Schemes& schemes, const QString& folder)
{
    QStringList mistakes;
    for (std::size_t i = 0; i < schemes.size(); ++i) {
        const QString path = folder + QLatin1Char('/') + QLatin1String(kFiles[i]);
        if (const auto bytes = data::readUserFile(path, mistakes)) {
            mistakes << readKeyScheme(*bytes, path, schemes[i]);
        }
    }
    return mistakes;
}

Schemes builtIn()
{
    Schemes schemes;
    const QStringList mistakes = readInto(schemes, QStringLiteral(":/keymaps"));
    VELLUM_ASSERT(mistakes.isEmpty());
    for (const KeyScheme& scheme : schemes) {
        VELLUM_ASSERT(!scheme.drags.isEmpty() && scheme.wheel.size() == std::ssize(kHeldWords));
    }
    return schemes;
}

Schemes& schemes()
{
    static Schemes kept = builtIn();
    return kept;
}

}  // namespace

QStringList readKeyScheme(const QByteArray& json, const QString& where, KeyScheme& scheme)
{
    QStringList mistakes;
    const QJsonObject object = data::jsonObject(json, where, mistakes);
    for (auto part = object.begin(); part != object.end(); ++part) {
        const auto read = part.key() == QLatin1String("drags")   ? &readDrag
                          : part.key() == QLatin1String("wheel") ? &readWheel
                          : part.key() == QLatin1String("keys")  ? &readKeys
                                                                 : nullptr;
        if (read == nullptr) {
            mistakes << tr("%1: there is nothing that is called \"%2\"").arg(where, part.key());
            continue;
        }
        if (!part.value().isObject()) {
            mistakes << tr("%1: \"%2\" must be an object").arg(where, part.key());
            continue;
        }
        const QJsonObject entries = part.value().toObject();
        for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
            read(entry.key(), entry.value(), where, scheme, mistakes);
        }
    }
    return mistakes;
}

const KeyScheme& keyScheme(NavigationScheme scheme)
{
    return schemes().at(static_cast<std::size_t>(scheme));
}

QStringList readUserSchemes(const QString& folder)
{
    return readInto(schemes(), folder);
}

}  // namespace vellum::gui::charts
