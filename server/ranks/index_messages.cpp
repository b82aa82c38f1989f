#include "server/ranks/index_messages.h"

#include "server/ranks/packing.h"
#include "server/ranks/rank_messages.h"

#include <string_view>
#include <utility>

namespace vellum::server::ranks {

namespace {

Packer begin(MessageKind kind, std::uint64_t number)
{
    Packer packer;
    packer.put(kind);
    packer.put(number);
    return packer;
}

Error unreadable()
{
    return {
        .kind = ErrorKind::Internal,
        .message = "a rank has sent a message about an index that cannot be read"};
}

}  // namespace

Result<protocol::Bytes> map(std::uint64_t trace, const MapContent& content)
{
    // As an opening, with the number of the build behind the head.
    const auto opening = open(trace, content.selection);
    VELLUM_RETURN_IF_ERROR(opening);
    MessageHead head;
    std::span<const std::byte> rest;
    if (!readHead(opening.value(), head, rest)) {
        return unreadable();
    }
    Packer packer = begin(MessageKind::Map, trace);
    packer.put(content.build);
    protocol::Bytes bytes = packer.take();
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

Result<MapContent> readMap(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    const auto build = unpacker.get<std::uint64_t>();
    auto selection = readOpen(unpacker.rest());
    VELLUM_RETURN_IF_ERROR(selection);
    return MapContent{.build = build, .selection = std::move(selection).value()};
}

protocol::Bytes keep(std::uint64_t trace, const KeepContent& content)
{
    Packer packer = begin(MessageKind::Keep, trace);
    packer.put(content.build);
    packer.put(std::string_view(content.folder));
    return packer.take();
}

Result<KeepContent> readKeep(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    KeepContent keep;
    keep.build = unpacker.get<std::uint64_t>();
    keep.folder = unpacker.getText();
    return unpacker.isOk() ? Result<KeepContent>(std::move(keep)) : unreadable();
}

protocol::Bytes kept(std::uint64_t trace, const Result<KeptContent>& content)
{
    Packer packer = begin(MessageKind::Kept, trace);
    putOutcome(packer, content.isOk() ? nullptr : &content.error());
    if (content.isOk()) {
        packer.put(content.value().part.numbers);
        packer.put(content.value().part.bytes);
        packer.put(content.value().part.places);
        packer.put(content.value().leftOut);
    }
    return packer.take();
}

Result<KeptContent> readKept(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    VELLUM_RETURN_IF_ERROR(getOutcome(unpacker));
    KeptContent kept;
    kept.part.numbers = unpacker.getVector<std::uint32_t>();
    kept.part.bytes = unpacker.getVector<std::uint64_t>();
    kept.part.places = unpacker.getVector<index::LocationPlace>();
    kept.leftOut = unpacker.getVector<LeftOutBelow>();
    return unpacker.isOk() && kept.part.numbers.size() == kept.part.bytes.size()
               ? Result<KeptContent>(std::move(kept))
               : unreadable();
}

Result<void> addKept(
    index::Manifest& manifest,
    std::span<const LocationIndex> locations,
    std::span<const std::byte> content)
{
    const auto kept = readKept(content);
    VELLUM_RETURN_IF_ERROR(kept);
    if (kept.value().part.places.size() != locations.size()) {
        return unreadable();
    }
    index::addPart(manifest, locations, kept.value().part);
    for (const LeftOutBelow& left : kept.value().leftOut) {
        if (left.location.value() >= manifest.trace->locations.size()) {
            return unreadable();
        }
        manifest.trace->locations[left.location.value()].leftOutBelow.edit()[left.visit] =
            left.ticks;
    }
    return {};
}

}  // namespace vellum::server::ranks
