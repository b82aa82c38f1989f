#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::cli {

struct SvgPoint {
    double x = 0;
    double y = 0;
};

/// A picture as SVG: shapes are written in the order they are drawn. No scripts, no fonts of its own, nothing loaded.
///
/// Units    Pixels from the upper left corner, at 100 %; colours are 0xRRGGBB.
/// Errors   None: whatever bytes a text has, what is written is well-formed XML 1.0. What XML has no place for becomes '?'.
class Svg {
public:
    enum class Anchor : std::uint8_t { Start, Middle, End };

    struct TextStyle {
        Anchor anchor = Anchor::Start;
        std::uint32_t color = 0x1c2127;
        double sizePx = 12;
        bool isBold = false;
    };
    struct Stroke {
        std::uint32_t color = 0x1c2127;
        double widthPx = 1;
        bool isDashed = false;
    };

    Svg(double width, double height, std::string_view title);

    /// \param title  shown while the pointer is over it; empty: nothing is
    void rectangle(
        SvgPoint corner,
        double width,
        double height,
        std::uint32_t fill,
        std::string_view title = {});
    void circle(SvgPoint middle, double radius, std::uint32_t fill, std::string_view title = {});
    void line(const std::vector<SvgPoint>& points, Stroke stroke);
    void text(SvgPoint at, std::string_view text, TextStyle style);

    [[nodiscard]] std::string take();

private:
    void number(std::string_view attribute, double value);
    void color(std::string_view attribute, std::uint32_t value);
    void end(std::string_view element, std::string_view title);

    std::string m_text;
};

}  // namespace vellum::server::cli
