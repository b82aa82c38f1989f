#include "gui/report/report_page.h"

#include "gui/theme/theme.h"

#include <QXmlStreamWriter>

#include <algorithm>
#include <utility>

namespace vellum::gui::report {

namespace {

// ---- Look ------------------------------------------------------------------------------------

/// The roles that the page uses, as variables of CSS.
QString variablesOf(const theme::Theme& theme)
{
    const std::pair<const char*, QColor> roles[] = {
        {"window", theme.window},
        {"panel", theme.panel},
        {"stripe", theme.groupRow},
        {"line", theme.line},
        {"ink", theme.ink},
        {"muted", theme.mutedInk},
        {"accent", theme.accent},
        {"slower", theme.slower},
        {"faster", theme.faster}};
    QString text;
    for (const auto& [name, color] : roles) {
        text += QStringLiteral("--%1:%2;").arg(QLatin1String(name), color.name());
    }
    return text;
}

/// No ">" and no "&": they would be escaped, which a browser that reads HTML does not undo here.
QString styleSheet()
{
    const QString light = variablesOf(theme::lightTheme());
    const QString dark = variablesOf(theme::darkTheme());
    return QStringLiteral(":root{color-scheme:light dark;%1}\n"
                          "@media screen and (prefers-color-scheme:dark){:root{%2}}\n")
               .arg(light, dark)
           + QStringLiteral(
               "*{box-sizing:border-box}\n"
               "body{margin:0 auto;max-width:1280px;padding:24px;background:var(--window);"
               "color:var(--ink);font:15px/1.45 system-ui,'DejaVu Sans',sans-serif}\n"
               "h1{font-size:1.5em;margin:0;overflow-wrap:anywhere}\n"
               "h2{font-size:1.2em;margin:36px 0 8px;border-bottom:1px solid var(--line)}\n"
               "h3{font-size:1em;margin:0 0 2px;overflow-wrap:anywhere}\n"
               "a{color:var(--accent)}\n"
               "p{margin:4px 0}\n"
               ".muted,figcaption,caption,footer{color:var(--muted)}\n"
               "nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0}\n"
               "figure{margin:12px 0 24px;break-inside:avoid}\n"
               "img{display:block;max-width:100%;height:auto;border:1px solid var(--line)}\n"
               ".pictures{display:flex;flex-wrap:wrap;gap:0 24px}\n"
               ".wide{overflow-x:auto;margin:12px 0 24px}\n"
               "table{border-collapse:collapse;background:var(--panel);font-size:0.92em}\n"
               "caption{text-align:left;padding:4px 0}\n"
               "caption b{color:var(--ink)}\n"
               "th,td{padding:3px 10px;text-align:left;vertical-align:top;"
               "border-bottom:1px solid var(--line)}\n"
               "thead th{background:var(--stripe)}\n"
               "tbody th{font-weight:normal;max-width:560px;overflow-wrap:anywhere}\n"
               "td{overflow-wrap:break-word;max-width:420px}\n"
               ".number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
               ".slower{color:var(--slower)}\n"
               ".faster{color:var(--faster)}\n"
               "@media print{body{max-width:none;padding:0;background:none}nav{display:none}"
               "thead{display:table-header-group}tr{break-inside:avoid}.wide{overflow:visible}}\n");
}

// ---- Writing ---------------------------------------------------------------------------------

/// Whether XML 1.0 forbids this character. Surrogates are let through: texts come from UTF-8 and have them in pairs.
bool isForbidden(QChar c)
{
    const char16_t unit = c.unicode();
    const bool isControl = unit < 0x20 && unit != u'\t' && unit != u'\n' && unit != u'\r';
    return isControl || unit == 0xFFFE || unit == 0xFFFF;
}

class Page {
public:
    explicit Page(QByteArray* out) : m_xml(out) {}

    void write(const Report& report)
    {
        m_xml.writeDTD(QStringLiteral("<!DOCTYPE html>"));
        line();
        open("html", {{"lang", QStringLiteral("en")}});
        m_xml.writeDefaultNamespace(QStringLiteral("http://www.w3.org/1999/xhtml"));
        writeHead(report);
        open("body");
        open("header");
        element("h1", report.title);
        element("p", report.lead, "muted");
        writeContents(report);
        close();
        for (std::size_t i = 0; i < report.sections.size(); ++i) {
            writeSection(report.sections[i], i);
        }
        element("footer", report.foot);
        close();
        close();
        line();
    }

private:
    using Attributes = std::vector<std::pair<const char*, QString>>;

    void line() { m_xml.writeCharacters(QStringLiteral("\n")); }
    void open(const char* tag, const Attributes& attributes = {})
    {
        m_xml.writeStartElement(QLatin1String(tag));
        for (const auto& [name, value] : attributes) {
            m_xml.writeAttribute(QLatin1String(name), withoutForbidden(value));
        }
    }
    void close() { m_xml.writeEndElement(); }
    void text(const QString& what) { m_xml.writeCharacters(withoutForbidden(what)); }
    /// Without content, as HTML has them.
    void alone(const char* tag, const Attributes& attributes)
    {
        m_xml.writeEmptyElement(QLatin1String(tag));
        for (const auto& [name, value] : attributes) {
            m_xml.writeAttribute(QLatin1String(name), withoutForbidden(value));
        }
    }
    /// With its end, even if it is empty: `<p/>` would be a beginning to HTML.
    void element(const char* tag, const QString& what, const char* className = "")
    {
        open(tag);
        if (*className != '\0') {
            m_xml.writeAttribute(QStringLiteral("class"), QLatin1String(className));
        }
        text(what);
        close();
        line();
    }

    void writeHead(const Report& report)
    {
        open("head");
        alone("meta", {{"charset", QStringLiteral("utf-8")}});
        alone(
            "meta",
            {{"http-equiv", QStringLiteral("Content-Security-Policy")},
             {"content",
              QStringLiteral("default-src 'none'; img-src data:; style-src 'unsafe-inline'")}});
        alone(
            "meta",
            {{"name", QStringLiteral("viewport")},
             {"content", QStringLiteral("width=device-width")}});
        element("title", report.title);
        element("style", styleSheet());
        close();
        line();
    }

    static QString idOf(std::size_t section)
    {
        return QStringLiteral("section-%1").arg(section + 1);
    }

    void writeContents(const Report& report)
    {
        open("nav");
        open("ul");
        for (std::size_t i = 0; i < report.sections.size(); ++i) {
            open("li");
            open("a", {{"href", QLatin1Char('#') + idOf(i)}});
            text(report.sections[i].title);
            close();
            close();
        }
        m_xml.writeCharacters({});
        close();
        close();
    }

    void writeSection(const Section& section, std::size_t number)
    {
        open("section", {{"id", idOf(number)}});
        element("h2", section.title);
        for (const QString& sentence : section.sentences) {
            element("p", sentence);
        }
        if (!section.pictures.empty()) {
            open("div", {{"class", QStringLiteral("pictures")}});
            for (const Picture& picture : section.pictures) {
                writePicture(picture);
            }
            close();
        }
        for (const Table& table : section.tables) {
            writeTable(table);
        }
        close();
        line();
    }

    static QString addressOf(const QByteArray& bytes, bool isSvg)
    {
        return (isSvg ? QStringLiteral("data:image/svg+xml;base64,")
                      : QStringLiteral("data:image/png;base64,"))
               + QLatin1String(bytes.toBase64());
    }

    /// As images, not as elements of the page: what is in an image cannot run, and its identifiers are its own.
    void writePicture(const Picture& picture)
    {
        open("figure");
        element("h3", picture.title);
        open("picture");
        alone(
            "source",
            {{"media", QStringLiteral("screen and (prefers-color-scheme: dark)")},
             {"srcset", addressOf(picture.dark, picture.isSvg)}});
        alone(
            "img",
            {{"src", addressOf(picture.light, picture.isSvg)},
             {"width", QString::number(picture.size.width())},
             {"height", QString::number(picture.size.height())},
             {"alt", picture.title + QStringLiteral(": ") + picture.sentence}});
        close();
        element("figcaption", picture.sentence);
        close();
        line();
    }

    void writeTable(const Table& table)
    {
        open("div", {{"class", QStringLiteral("wide")}});
        open("table");
        open("caption");
        element("b", table.title);
        text(table.note);
        close();
        open("thead");
        open("tr");
        for (const Column& column : table.columns) {
            element("th", column.title, column.isNumber ? "number" : "");
        }
        close();
        close();
        line();
        open("tbody");
        for (const auto& row : table.rows) {
            open("tr");
            for (std::size_t i = 0; i < row.size() && i < table.columns.size(); ++i) {
                writeCell(row[i], table.columns[i], i == 0);
            }
            close();
            line();
        }
        m_xml.writeCharacters({});
        close();
        close();
        close();
        line();
    }

    void writeCell(const Cell& cell, const Column& column, bool isFirst)
    {
        open(isFirst ? "th" : "td");
        if (isFirst) {
            m_xml.writeAttribute(QStringLiteral("scope"), QStringLiteral("row"));
        }
        const char* tone = cell.tone == Tone::Slower   ? "slower"
                           : cell.tone == Tone::Faster ? "faster"
                                                       : "";
        const char* className = column.isNumber ? "number" : tone;
        if (*className != '\0') {
            m_xml.writeAttribute(QStringLiteral("class"), QLatin1String(className));
        }
        if (!cell.value.isEmpty()) {
            open("data", {{"value", cell.value}});
        }
        text(cell.text);
        if (!cell.value.isEmpty()) {
            close();
        }
        close();
    }

    QXmlStreamWriter m_xml;
};

}  // namespace

QString withoutForbidden(QString text)
{
    std::replace_if(text.begin(), text.end(), isForbidden, QChar(QChar::ReplacementCharacter));
    return text;
}

QByteArray withoutForbidden(const QByteArray& utf8)
{
    return withoutForbidden(QString::fromUtf8(utf8)).toUtf8();
}

QByteArray pageOf(const Report& report)
{
    QByteArray page;
    Page(&page).write(report);
    return page;
}

}  // namespace vellum::gui::report
