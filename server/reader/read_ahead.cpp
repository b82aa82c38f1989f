#include "server/reader/read_ahead.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace vellum::server::reader {

namespace {

// More than whoever reads takes at once (a piece of DocumentReader), or this thread would wait in turn.
constexpr std::size_t kBlocks = 6;
constexpr std::size_t kBlockBytes = std::size_t(1) << 20U;

struct Block {
    std::vector<char> bytes;
    std::size_t size = 0;
    std::uint64_t filePosition = 0;
};

class ReadAhead final : public ByteStream {
public:
    explicit ReadAhead(std::unique_ptr<ByteStream> inner)
        : m_filePosition(inner->filePosition())
        , m_free(kBlocks)
        , m_inner(std::move(inner))
    {
    }
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;
    ~ReadAhead() override
    {
        {
            const std::lock_guard lock(m_guard);
            m_isStopped = true;
        }
        m_changed.notify_all();
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

    /// False where the system has no thread for us.
    [[nodiscard]] bool start()
    {
        try {
            m_thread = std::thread([this] { run(*m_inner); });
        } catch (const std::system_error&) {
            return false;
        }
        return true;
    }
    /// What it was made of, where it could not start.
    [[nodiscard]] std::unique_ptr<ByteStream> giveBack() { return std::move(m_inner); }

    std::size_t read(std::span<char> to) override
    {
        std::size_t done = 0;
        while (done < to.size() && (m_used < m_block.size || nextBlock())) {
            const std::size_t count = std::min(to.size() - done, m_block.size - m_used);
            std::copy_n(m_block.bytes.data() + m_used, count, to.data() + done);
            m_used += count;
            done += count;
        }
        return done;
    }
    [[nodiscard]] const std::string& error() const override { return m_error; }
    [[nodiscard]] std::uint64_t trailing() const override { return m_trailing; }
    [[nodiscard]] std::uint64_t filePosition() const override { return m_filePosition; }

private:
    /// Gives the block back that has been read and takes the next; false at the end.
    bool nextBlock()
    {
        std::unique_lock lock(m_guard);
        if (!m_block.bytes.empty()) {
            m_free.push_back(std::exchange(m_block, {}));
            m_changed.notify_all();
        }
        m_changed.wait(lock, [this] { return !m_ready.empty() || m_isAtEnd; });
        m_used = 0;
        if (m_ready.empty()) {
            m_error = m_innerError;
            m_trailing = m_innerTrailing;
            return false;
        }
        m_block = std::move(m_ready.front());
        m_ready.pop_front();
        m_filePosition = m_block.filePosition;
        return true;
    }
    void run(ByteStream& stream)
    {
        try {
            while (readBlock(stream)) {}
            end(stream.error(), stream.trailing());
        } catch (const std::bad_alloc&) {
            end("there is no memory left to unpack it", 0);
        }
    }
    bool readBlock(ByteStream& stream)
    {
        Block block;
        {
            std::unique_lock lock(m_guard);
            m_changed.wait(lock, [this] { return !m_free.empty() || m_isStopped; });
            if (m_isStopped) {
                return false;
            }
            block = std::move(m_free.back());
            m_free.pop_back();
        }
        block.bytes.resize(kBlockBytes);
        block.size = stream.read(block.bytes);
        block.filePosition = stream.filePosition();
        const bool isLast = block.size < block.bytes.size();
        const std::lock_guard lock(m_guard);
        m_ready.push_back(std::move(block));
        m_changed.notify_all();
        return !isLast;
    }
    void end(std::string error, std::uint64_t trailing)
    {
        const std::lock_guard lock(m_guard);
        m_innerError = std::move(error);
        m_innerTrailing = trailing;
        m_isAtEnd = true;
        m_changed.notify_all();
    }

    // Of the reading side.
    Block m_block;
    std::size_t m_used = 0;
    std::uint64_t m_filePosition;
    std::string m_error;
    std::uint64_t m_trailing = 0;

    std::mutex m_guard;  ///< of what follows
    std::condition_variable m_changed;
    std::vector<Block> m_free;
    std::deque<Block> m_ready;
    std::string m_innerError;
    std::uint64_t m_innerTrailing = 0;
    bool m_isAtEnd = false;
    bool m_isStopped = false;

    std::unique_ptr<ByteStream> m_inner;
    std::thread m_thread;
};

}  // namespace

std::unique_ptr<ByteStream> readAhead(std::unique_ptr<ByteStream> bytes)
{
    auto ahead = std::make_unique<ReadAhead>(std::move(bytes));
    if (!ahead->start()) {
        return ahead->giveBack();
    }
    return ahead;
}

}  // namespace vellum::server::reader
