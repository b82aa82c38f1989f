#include "server/reader/v8/profile_text.h"

#include <simdjson.h>

#include <utility>

namespace vellum::server::reader::v8 {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

Error refused(std::string what)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(what)};
}

/// Numbers may be written as 12.0.
template <typename Member>
bool takeInteger(const Member& member, std::int64_t& to)
{
    if (member.get(to) == simdjson::SUCCESS) {
        return true;
    }
    constexpr double kMost = 9.0e15;  // whole numbers are exact up to there
    double real = 0;
    if (member.get(real) != simdjson::SUCCESS || !(real >= -kMost && real <= kMost)) {
        return false;
    }
    to = static_cast<std::int64_t>(real);
    return true;
}

std::string textOf(const simdjson::simdjson_result<element>& member)
{
    std::string_view text;
    return member.get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

bool takeNode(const element& from, ProfileNode& node)
{
    object members;
    object frame;
    if (from.get(members) != simdjson::SUCCESS || !takeInteger(members["id"], node.id)
        || members["callFrame"].get(frame) != simdjson::SUCCESS) {
        return false;
    }
    node.function = textOf(frame["functionName"]);
    node.url = textOf(frame["url"]);
    takeInteger(frame["lineNumber"], node.line);
    array children;
    if (members["children"].get(children) == simdjson::SUCCESS) {
        for (const element child : children) {
            std::int64_t id = 0;
            if (takeInteger(child, id)) {
                node.children.push_back(id);
            }
        }
    }
    return true;
}

void takeNumbers(const array& from, std::vector<std::int64_t>& to, std::uint64_t& unusable)
{
    to.reserve(from.size());
    for (const element number : from) {
        std::int64_t value = 0;
        unusable += takeInteger(number, value) ? 0U : 1U;
        to.push_back(value);
    }
}

}  // namespace

Result<ProfileText> parseProfile(std::string text)
{
    simdjson::dom::parser parser;
    object profile;
    const simdjson::padded_string padded(text);
    text = {};
    if (const auto error = parser.parse(padded).get(profile); error != simdjson::SUCCESS) {
        return refused(std::string("cannot be read: ") + simdjson::error_message(error));
    }
    array nodes;
    array samples;
    array deltas;
    if (profile["nodes"].get(nodes) != simdjson::SUCCESS) {
        return refused("has no list 'nodes'");
    }
    if (profile["samples"].get(samples) != simdjson::SUCCESS
        || profile["timeDeltas"].get(deltas) != simdjson::SUCCESS) {
        return refused("has no lists 'samples' and 'timeDeltas': it says how often, but not when");
    }
    ProfileText read;
    for (const element element : nodes) {
        ProfileNode node;
        if (takeNode(element, node)) {
            read.nodes.push_back(std::move(node));
        } else {
            ++read.unusableNodes;
        }
    }
    takeNumbers(samples, read.samples, read.unusableNumbers);
    takeNumbers(deltas, read.timeDeltas, read.unusableNumbers);
    read.hasTimes = takeInteger(profile["startTime"], read.startTime)
                    && takeInteger(profile["endTime"], read.endTime);
    return read;
}

}  // namespace vellum::server::reader::v8
