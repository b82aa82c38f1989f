#pragma once

#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::values {

/// A block, variable or stack that accesses went to.
struct ValueObject {
    ::vellum::values::sidecar::ObjectRecord record;
    std::uint64_t site = 0;  ///< of a heap block: address behind the call that asked for it
    std::string name;  ///< of a variable; of a heap block the pointer that was set to its begin
    std::uint32_t process = 0;  ///< number in the recording
    bool isUsed = false;        ///< something was read or written in it
    bool isMany = false;        ///< many blocks together
};

/// All objects of a recording, by number. Numbers count from 1 and are never used twice.
///
/// Size     A block that is freed without having been used gives its place to the next one.
/// Threads  One owner.
class ObjectList {
public:
    /// \return its number
    std::uint64_t add(ValueObject object);
    void recycle(std::uint64_t number) { m_unused.push_back(number); }

    [[nodiscard]] ValueObject& at(std::uint64_t number) { return m_objects[number - 1]; }
    [[nodiscard]] const std::vector<ValueObject>& all() const { return m_objects; }
    [[nodiscard]] std::size_t size() const { return m_objects.size() - m_unused.size(); }

private:
    std::vector<ValueObject> m_objects;
    std::vector<std::uint64_t> m_unused;
};

/// Which object lies at an address of a process now.
///
/// Size     The first kMostOfSite blocks that a site asks for are objects of their own, of \p most in all. Later ones are
///          one object together, in which an offset is the address itself.
/// Threads  One owner.
class ObjectMap {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20U;
    static constexpr std::uint32_t kMostOfSite = 1024;

    explicit ObjectMap(ObjectList& list, std::uint32_t process, std::size_t most = kMost)
        : m_list(list)
        , m_process(process)
        , m_most(most)
    {
    }

    /// An object and where it lies now: [begin, end). Number 0: none.
    struct Place {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t number = 0;
        std::uint64_t origin = 0;  ///< what offsets count from
    };

    /// What lay there before is gone. \p object has base and size in its record. \return its number
    std::uint64_t put(ValueObject object);
    /// The block that begins there is freed. \return its number; 0 if there is none
    std::uint64_t remove(std::uint64_t base, std::uint64_t tick);

    [[nodiscard]] Place find(std::uint64_t address) const;
    /// Numbers of all objects that have a byte in [begin, end), ascending by address.
    [[nodiscard]] std::vector<std::uint64_t> within(std::uint64_t begin, std::uint64_t end) const;

    /// Changes with every put and remove: a place found before may be out of date.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }

private:
    struct Live {
        std::uint64_t end = 0;
        std::uint64_t number = 0;
        bool isShared = false;
    };
    struct OfSite {
        std::uint32_t blocks = 0;
        std::uint64_t shared = 0;  ///< their common object; 0: none yet
    };

    void makeRoom(std::uint64_t begin, std::uint64_t end, std::uint64_t tick);
    void retire(const Live& live, std::uint64_t tick);
    std::uint64_t share(OfSite& site, ValueObject object);

    ObjectList& m_list;
    std::uint32_t m_process;
    std::size_t m_most;
    std::uint64_t m_generation = 1;
    std::map<std::uint64_t, Live> m_live;  ///< by begin
    std::unordered_map<std::uint64_t, OfSite> m_sites;
};

}  // namespace vellum::collector::values
