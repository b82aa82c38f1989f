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

}  // namespace vellum::fuzz
