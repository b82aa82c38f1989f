#include "server/match/message_merge.h"

#include "server/match/crew.h"
#include "server/store/columns.h"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <tuple>

namespace vellum::server::match {

namespace {

using Sent = std::span<const SentMessage>;

/// What one of the senders has left of a stretch of time.
struct Rest {
    Sent sent;
    std::size_t sender = 0;

    [[nodiscard]] Tick next() const { return sent.front().message.send; }
};

bool isBefore(const Rest& a, const Rest& b)
{
    const Tick first = a.next();
    const Tick second = b.next();
    return std::tie(first, a.sender) < std::tie(second, b.sender);
}

/// Puts the first of \p heap where it belongs; all others are in their places.
void sink(std::span<Rest> heap)
{
    const Rest sinking = heap.front();
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap.size(); child = 2 * at + 1) {
        if (child + 1 < heap.size() && isBefore(heap[child + 1], heap[child])) {
            ++child;
        }
        if (!isBefore(heap[child], sinking)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = sinking;
}

/// \p rests, none of them empty, merged into \p to, which has room for just that.
void merge(std::vector<Rest> rests, std::span<query::Message> to)
{
    std::ranges::sort(rests, isBefore);  // which is a heap with the first in front
    std::span<Rest> heap(rests);
    for (query::Message& message : to) {
        Rest& first = heap.front();
        message = first.sent.front().message;
        first.sent = first.sent.subspan(1);
        if (first.sent.empty()) {
            first = heap.back();
            heap = heap.first(heap.size() - 1);
        }
        if (heap.size() > 1) {
            sink(heap);
        }
    }
}

/// Ticks that part the messages into \p parts stretches of about as many each.
std::vector<Tick> ticksBetween(
    std::span<const std::vector<SentMessage>> bySender, std::size_t count, std::size_t parts)
{
    constexpr std::size_t kSamplesPerPart = 64;
    const std::size_t step = std::max<std::size_t>(1, count / (parts * kSamplesPerPart));
    std::vector<Tick> samples;
    for (const std::vector<SentMessage>& sent : bySender) {
        for (std::size_t i = step / 2; i < sent.size(); i += step) {
            samples.push_back(sent[i].message.send);
        }
    }
    std::ranges::sort(samples);
    std::vector<Tick> between;
    for (std::size_t part = 1; part < parts && !samples.empty(); ++part) {
        between.push_back(samples[part * samples.size() / parts]);
    }
    return between;
}

/// A stretch of time: what the senders sent in it, and where it begins in the list of all.
struct Part {
    std::vector<Rest> rests;
    std::size_t begin = 0;
    std::size_t count = 0;
};

std::vector<Part> partsOf(
    std::span<const std::vector<SentMessage>> bySender, std::span<const Tick> between)
{
    std::vector<Part> parts(between.size() + 1);
    for (std::size_t sender = 0; sender < bySender.size(); ++sender) {
        Sent left = bySender[sender];
        for (std::size_t i = 0; i < parts.size() && !left.empty(); ++i) {
            const auto end =
                i == between.size()
                    ? left.end()
                    : std::ranges::lower_bound(left, between[i], {}, [](const SentMessage& sent) {
                          return sent.message.send;
                      });
            const auto count = static_cast<std::size_t>(end - left.begin());
            if (count > 0) {
                parts[i].rests.push_back({.sent = left.first(count), .sender = sender});
                parts[i].count += count;
            }
            left = left.subspan(count);
        }
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        parts[i].begin = parts[i - 1].begin + parts[i - 1].count;
    }
    return parts;
}

}  // namespace

std::vector<query::Message> mergeMessages(
    std::span<const std::vector<SentMessage>> bySender, unsigned threads)
{
    std::size_t count = 0;
    for (const std::vector<SentMessage>& sent : bySender) {
        count += sent.size();
    }
    // Twice as many parts as threads: they are not quite of one size, and threads are not equally quick.
    constexpr std::size_t kLeastOfPart = 4096;
    constexpr std::size_t kPartsPerThread = 2;
    const std::size_t most = threads > 0 ? threads : std::thread::hardware_concurrency();
    const std::size_t wanted =
        std::clamp<std::size_t>(kPartsPerThread * most, 1, count / kLeastOfPart + 1);
    std::vector<query::Message> all;
    store::reserveColumn(all, count);
    all.resize(count);
    const std::vector<Part> parts = partsOf(bySender, ticksBetween(bySender, count, wanted));
    workTogether(parts.size(), threads, [&](Numbers& numbers) {
        for (std::size_t i = 0; numbers.take(i);) {
            const Part& part = parts[i];
            merge(part.rests, std::span(all).subspan(part.begin, part.count));
        }
    });
    return all;
}

}  // namespace vellum::server::match
