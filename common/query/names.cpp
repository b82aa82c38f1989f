#include "common/query/names.h"

namespace vellum::query {

namespace {

template <typename Ref>
std::string nameOf(const Definitions& definitions, Ref ref, const char* what)
{
    const auto* found = definitions.find(ref);
    return found != nullptr ? found->name : what + (' ' + std::to_string(ref.value()));
}

}  // namespace

std::string locationName(const Definitions& definitions, LocationRef ref)
{
    return nameOf(definitions, ref, "location");
}

std::string groupName(const Definitions& definitions, LocationGroupRef ref)
{
    return nameOf(definitions, ref, "location group");
}

std::string regionName(const Definitions& definitions, RegionRef ref)
{
    return nameOf(definitions, ref, "region");
}

std::string communicatorName(const Definitions& definitions, CommRef ref)
{
    return nameOf(definitions, ref, "communicator");
}

std::string nodeName(const Definitions& definitions, SystemTreeNodeRef ref)
{
    return nameOf(definitions, ref, "system tree node");
}

std::string ioFileName(const Definitions& definitions, IoFileRef ref)
{
    return ref.isDefined() ? nameOf(definitions, ref, "file") : "no file";
}

std::string keyName(const Definitions& definitions, Key key, GroupBy by)
{
    switch (by) {
    case GroupBy::FunctionGroup:
        return std::string(name(static_cast<FunctionGroup>(key.value)));
    case GroupBy::Paradigm:
        return std::string(name(static_cast<Paradigm>(key.value)));
    case GroupBy::Region:
        break;
    }
    return regionName(definitions, RegionRef(key.value));
}

}  // namespace vellum::query
