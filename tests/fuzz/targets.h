#pragma once

#include <cstdint>
#include <span>

/// What the fuzzers call with any bytes, one function per reader. Each returns, whatever the bytes
/// are: an answer or a refusal. Where two ways of reading must agree and do not, it aborts.
///
/// Threads  One.
namespace vellum::fuzz {

using Input = std::span<const std::uint8_t>;

/// An OTF2 archive of one location: four lengths of 4 bytes and a location of 8, then the bytes of
/// anchor, global definitions, local definitions and events; what is left are the markers.
void readArchive(Input input);

/// A JSON trace, by the fast parser and by the lenient one.
void readJson(Input input);

/// Any file: plain, gzip or zstd.
void readPacked(Input input);

/// An SQLite export of Nsight Systems.
void readExport(Input input);

/// An index of one shard: a byte, the length of the manifest in 4, manifest, shard. Where the byte is odd,
/// headers and the manifest's checksum are put right, so that what they vouch for can be anything; else
/// what still opens is asked.
void readIndex(Input input);

/// A client's message, as the server decodes it; what it means must survive being sent on.
void readClientMessage(Input input);

/// A server's message, as a client decodes it; likewise.
void readServerMessage(Input input);

/// A message between ranks of one server.
void readRankMessage(Input input);

}  // namespace vellum::fuzz
