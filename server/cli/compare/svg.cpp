#include "server/cli/compare/svg.h"

#include "server/cli/text_table.h"

#include <array>
#include <charconv>
#include <utility>

namespace vellum::server::cli {

namespace {

std::string numberText(double value)
{
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 1)
            .ptr;
    return {buffer.data(), end};
}

/// As an element's content and as an attribute's value alike.
std::string xmlText(std::string_view text)
{
    std::string xml;
    const std::string clean = printable(std::string(text));
    for (std::size_t i = 0; i < clean.size(); ++i) {
        // U+FFFE and U+FFFF are characters of UTF-8, and none of XML's.
        const std::string_view three = std::string_view(clean).substr(i, 3);
        if (three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf") {
            xml += '?';
            i += 2;
            continue;
        }
        switch (clean[i]) {
        case '&':
            xml += "&amp;";
            break;
        case '<':
            xml += "&lt;";
            break;
        case '>':
            xml += "&gt;";
            break;
        case '"':
            xml += "&quot;";
            break;
        default:
            xml += clean[i];
        }
    }
    return xml;
}

}  // namespace

Svg::Svg(double width, double height, std::string_view title)
    : m_text(R"(<svg xmlns="http://www.w3.org/2000/svg")")
{
    number("width", width);
    number("height", height);
    m_text += " viewBox=\"0 0 " + numberText(width) + ' ' + numberText(height) + '"';
    m_text += R"( font-family="system-ui, sans-serif" font-size="12">)";
    m_text += "\n<title>" + xmlText(title) + "</title>\n";
}

void Svg::number(std::string_view attribute, double value)
{
    m_text.append(" ").append(attribute).append("=\"").append(numberText(value)).append("\"");
}

void Svg::color(std::string_view attribute, std::uint32_t value)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    m_text.append(" ").append(attribute).append("=\"#");
    for (unsigned shift = 24; shift > 0; shift -= 4) {
        m_text += kDigits[(value >> (shift - 4)) & 0xfU];
    }
    m_text += '"';
}

void Svg::end(std::string_view element, std::string_view title)
{
    if (title.empty()) {
        m_text += "/>\n";
        return;
    }
    m_text.append("><title>").append(xmlText(title)).append("</title></");
    m_text.append(element).append(">\n");
}

void Svg::rectangle(
    SvgPoint corner, double width, double height, std::uint32_t fill, std::string_view title)
{
    m_text += "<rect";
    number("x", corner.x);
    number("y", corner.y);
    number("width", width);
    number("height", height);
    color("fill", fill);
    end("rect", title);
}

void Svg::circle(SvgPoint middle, double radius, std::uint32_t fill, std::string_view title)
{
    m_text += "<circle";
    number("cx", middle.x);
    number("cy", middle.y);
    number("r", radius);
    color("fill", fill);
    end("circle", title);
}

void Svg::line(const std::vector<SvgPoint>& points, Stroke stroke)
{
    m_text += R"(<polyline fill="none" points=")";
    std::string_view blank;
    for (const SvgPoint& point : points) {
        m_text.append(std::exchange(blank, " ")).append(numberText(point.x));
        m_text.append(",").append(numberText(point.y));
    }
    m_text += '"';
    color("stroke", stroke.color);
    number("stroke-width", stroke.widthPx);
    m_text += stroke.isDashed ? R"( stroke-dasharray="6 4")" : "";
    end("polyline", {});
}

void Svg::text(SvgPoint at, std::string_view text, TextStyle style)
{
    m_text += "<text";
    number("x", at.x);
    number("y", at.y);
    number("font-size", style.sizePx);
    color("fill", style.color);
    m_text += style.anchor == Anchor::Middle ? R"( text-anchor="middle")"
              : style.anchor == Anchor::End  ? R"( text-anchor="end")"
                                             : "";
    m_text += style.isBold ? R"( font-weight="bold")" : "";
    m_text += '>' + xmlText(text) + "</text>\n";
}

std::string Svg::take()
{
    return std::move(m_text) + "</svg>\n";
}

}  // namespace vellum::server::cli
