#include "common/values/sidecar/verify_ids.h"

#include "common/values/sidecar/record_table.h"

#include <array>
#include <cstring>
#include <string>
#include <unordered_set>

namespace vellum::values::sidecar {

namespace {

constexpr std::size_t kReferences = 10;

/// All ids of a file, by what they are ids of.
class KnownIds {
public:
    explicit KnownIds(const SideCar& sideCar) : m_sideCar(sideCar)
    {
        collect<ModuleRecord>(Refers::Module);
        collect<FunctionRecord>(Refers::Function);
        collect<SiteRecord>(Refers::Site);
        collect<CallingContextRecord>(Refers::CallingContext);
        collect<ObjectRecord>(Refers::Object);
        collect<OperationRecord>(Refers::Operation);
        collect<VertexRecord>(Refers::Vertex);
        for (const ChunkPlace& chunk : sideCar.chunks()) {
            m_patterns += chunk.head.type == ChunkType::Pattern ? chunk.head.count : 0;
        }
    }

    [[nodiscard]] bool contains(Refers refers, std::uint64_t id) const
    {
        if (id == 0) {
            return true;
        }
        if (refers == Refers::String) {
            return m_sideCar.hasString(static_cast<StringId>(id));
        }
        if (refers == Refers::Pattern) {
            return id <= m_patterns;
        }
        return m_ids[static_cast<std::size_t>(refers)].contains(id);
    }

private:
    template <typename Record>
    void collect(Refers refers)
    {
        auto& ids = m_ids[static_cast<std::size_t>(refers)];
        m_sideCar.records<Record>().forEach(
            [&ids](const Record& record, std::uint64_t /*index*/) { ids.insert(record.id); });
    }

    const SideCar& m_sideCar;
    std::array<std::unordered_set<std::uint64_t>, kReferences> m_ids;
    std::uint64_t m_patterns = 0;
};

std::uint64_t numberAt(const std::byte* place, std::size_t bytes)
{
    std::uint64_t number = 0;  // little-endian: the low bytes come first
    std::memcpy(&number, place, bytes);
    return number;
}

void checkRecord(
    const RecordShape& shape,
    std::span<const std::byte> record,
    std::uint64_t index,
    const KnownIds& known,
    FindingList& findings)
{
    for (const Field& field : shape.fields) {
        if (field.refers == Refers::Nothing) {
            continue;
        }
        const std::uint64_t id = numberAt(record.data() + field.offset, field.bytes);
        if (!known.contains(field.refers, id)) {
            findings.add(FindingKind::UnresolvedId, [&] {
                return std::string(shape.name) + " record " + std::to_string(index) + ": "
                       + std::string(field.name) + " is " + std::to_string(id)
                       + ", and there is no such " + std::string(name(field.refers));
            });
        }
    }
}

}  // namespace

void checkIds(const SideCar& sideCar, FindingList& findings)
{
    const KnownIds known(sideCar);
    for (const RecordShape& shape : recordShapes()) {
        for (const auto& part :
             shape.bytes == 0 ? std::vector<SideCar::RawPart>() : sideCar.partsOf(shape.type)) {
            std::uint64_t index = part.firstIndex;
            for (auto rest = part.bytes; rest.size() >= shape.bytes;
                 rest = rest.subspan(shape.bytes)) {
                checkRecord(shape, rest.first(shape.bytes), index++, known, findings);
            }
        }
    }
}

}  // namespace vellum::values::sidecar
