#include "server/reader/json/kept_text.h"

namespace vellum::server::reader::json {

std::string keptText(Raw raw, tracks::Findings& findings)
{
    TextDamage damage;
    std::string text = textOf(raw, damage);
    findings.addMany("unknown-escape", query::Severity::Info, damage.isLiteral ? 1 : 0, [raw] {
        return "the text " + shown(raw)
               + " has an escape that JSON does not know: all of it is taken as it stands";
    });
    findings.addMany("lost-surrogate", query::Severity::Info, damage.hasLostPair ? 1 : 0, [raw] {
        return "the text " + shown(raw)
               + " has half of a surrogate pair, which is replaced by U+FFFD";
    });
    findings.addMany(
        "invalid-utf8", query::Severity::Warning, damage.hasInvalidUtf8 ? 1 : 0, [raw] {
            return "the text " + shown(raw)
                   + " has bytes that are no UTF-8: they are replaced by U+FFFD";
        });
    return text;
}

}  // namespace vellum::server::reader::json
