#include "common/client/launch_server.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace vellum::client {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kReadyTimeout{5};
constexpr std::chrono::seconds kStopTimeout{1};
constexpr std::size_t kLastWordsBytes = 4096;

Error unavailable(std::string message)
{
    return {.kind = ErrorKind::Unavailable, .message = std::move(message)};
}

/// A file descriptor with an owner.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int value) : m_value(value) {}
    Descriptor(Descriptor&& other) noexcept : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_value, other.m_value);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { reset(); }

    void reset()
    {
        if (m_value >= 0) {
            ::close(std::exchange(m_value, -1));
        }
    }
    [[nodiscard]] int get() const { return m_value; }

private:
    int m_value = -1;
};

struct Pipe {
    Descriptor read;
    Descriptor write;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return unavailable("cannot make a pipe: " + std::generic_category().message(errno));
    }
    return Pipe{.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

/// Beside \p program if it stands there, else whatever PATH has.
std::string findServer(const std::filesystem::path& program)
{
    std::error_code failed;
    std::filesystem::path self = std::filesystem::canonical(program, failed);
    if (failed) {
        self = std::filesystem::read_symlink("/proc/self/exe", failed);
    }
    const std::filesystem::path beside = self.parent_path() / "vellum-server";
    return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "vellum-server";
}

/// posix_spawn's two parameter objects, with our settings.
class SpawnSettings {
public:
    SpawnSettings(int standardInput, int standardOutput, int standardError)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, standardInput, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, standardOutput, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, standardError, STDERR_FILENO);
        posix_spawnattr_init(&m_attributes);
        // A terminal's Ctrl-C is for us: the server ends when we do, by the end of its input.
        posix_spawnattr_setpgroup(&m_attributes, 0);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }

    [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &m_actions; }
    [[nodiscard]] const posix_spawnattr_t* attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

/// Reads a child's standard error so that it never blocks, passes it on and keeps its end.
///
/// Threads  A thread of its own reads; `text` from any.
class LastWords {
public:
    explicit LastWords(Descriptor source)
        : m_source(std::move(source))
        , m_thread([this] { readAll(); })
    {
    }
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;
    ~LastWords() { finish(); }

    /// Waits for the end of the stream; the child must be gone.
    void finish()
    {
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

    [[nodiscard]] std::string text() const
    {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    void readAll()
    {
        std::array<char, 1024> buffer{};
        ssize_t count = 0;
        while ((count = ::read(m_source.get(), buffer.data(), buffer.size())) > 0
               || (count < 0 && errno == EINTR)) {
            const std::string_view part(
                buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
            [[maybe_unused]] const auto passed = ::write(STDERR_FILENO, part.data(), part.size());
            keep(part);
        }
    }
    void keep(std::string_view part)
    {
        const std::lock_guard lock(m_mutex);
        m_text += part;
        if (m_text.size() > kLastWordsBytes) {
            m_text.erase(0, m_text.size() - kLastWordsBytes);
        }
    }

    Descriptor m_source;
    mutable std::mutex m_mutex;
    std::string m_text;
    std::thread m_thread;  // last: it uses the others
};

/// A child process; ends with its owner.
class Child {
public:
    Child(pid_t process, Descriptor input, Descriptor output, Descriptor error)
        : m_process(process)
        , m_input(std::move(input))
        , m_output(std::move(output))
        , m_lastWords(std::move(error))
    {
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { stop(); }

    [[nodiscard]] int processId() const { return m_process; }
    [[nodiscard]] int output() const { return m_output.get(); }
    [[nodiscard]] std::string lastWords() const { return m_lastWords.text(); }

    /// Ends it and waits: by closing its input, by a signal after a second. Then `lastWords` are
    /// really the last.
    void stop();

private:
    [[nodiscard]] bool hasEnded(std::chrono::milliseconds within) const;

    pid_t m_process;
    bool m_isRunning = true;
    Descriptor m_input;
    Descriptor m_output;
    LastWords m_lastWords;
};

/// Its output closes when it ends; nothing else is ever waited for there.
bool Child::hasEnded(std::chrono::milliseconds within) const
{
    const auto deadline = Clock::now() + within;
    std::array<char, 256> ignored{};
    pollfd item{.fd = m_output.get(), .events = POLLIN, .revents = 0};
    while (true) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0 || ::poll(&item, 1, static_cast<int>(left)) <= 0) {
            return false;
        }
        if (::read(m_output.get(), ignored.data(), ignored.size()) <= 0) {
            return true;
        }
    }
}

void Child::stop()
{
    if (!m_isRunning) {
        return;
    }
    m_isRunning = false;
    m_input.reset();
    if (!hasEnded(kStopTimeout)) {
        ::kill(m_process, SIGKILL);
    }
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {}
    m_lastWords.finish();
}

Result<std::unique_ptr<Child>> spawn(const std::string& server, std::vector<std::string> arguments)
{
    auto input = makePipe();
    VELLUM_RETURN_IF_ERROR(input);
    auto output = makePipe();
    VELLUM_RETURN_IF_ERROR(output);
    auto error = makePipe();
    VELLUM_RETURN_IF_ERROR(error);
    const SpawnSettings settings(
        input.value().read.get(), output.value().write.get(), error.value().write.get());
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    pid_t process = 0;
    const int failure = ::posix_spawnp(
        &process, server.c_str(), settings.actions(), settings.attributes(), argv.data(), environ);
    if (failure != 0) {
        return unavailable(
            "cannot start " + server + ": " + std::generic_category().message(failure));
    }
    return std::make_unique<Child>(
        process,
        std::move(input.value().write),
        std::move(output.value().read),
        std::move(error.value().read));
}

/// The first line of \p descriptor, or what there was when time or stream ended.
std::string readLine(int descriptor)
{
    const auto deadline = Clock::now() + kReadyTimeout;
    std::string line;
    pollfd item{.fd = descriptor, .events = POLLIN, .revents = 0};
    while (line.find('\n') == std::string::npos) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        std::array<char, 512> buffer{};
        if (left <= 0 || ::poll(&item, 1, static_cast<int>(left)) == 0) {
            break;
        }
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count <= 0) {
            break;
        }
        line.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return line.substr(0, line.find('\n'));
}

class SpawnedServer final : public PrivateServer {
public:
    SpawnedServer(std::unique_ptr<Child> child, Endpoint endpoint)
        : m_child(std::move(child))
        , m_endpoint(std::move(endpoint))
    {
    }
    [[nodiscard]] const Endpoint& endpoint() const override { return m_endpoint; }
    [[nodiscard]] int processId() const override { return m_child->processId(); }
    [[nodiscard]] std::string lastWords() const override { return m_child->lastWords(); }

private:
    std::unique_ptr<Child> m_child;
    Endpoint m_endpoint;
};

std::string trimmed(std::string text)
{
    text.erase(text.find_last_not_of(" \n") + 1);
    return text;
}

}  // namespace

Result<std::unique_ptr<PrivateServer>> PrivateServer::launch(
    const std::filesystem::path& program, const std::vector<std::string>& extraArguments)
{
    const std::string server = findServer(program);
    std::vector<std::string> arguments = {server, "--until-stdin-closes"};
    arguments.insert(arguments.end(), extraArguments.begin(), extraArguments.end());
    auto child = spawn(server, std::move(arguments));
    VELLUM_RETURN_IF_ERROR(child);
    const std::string line = readLine(child.value()->output());
    if (!line.starts_with(kServerReady)) {
        child.value()->stop();
        const std::string words = trimmed(child.value()->lastWords());
        return unavailable(
            server + " did not become ready" + (words.empty() ? std::string() : ": " + words));
    }
    Endpoint endpoint{.url = line.substr(kServerReady.size())};
    return std::unique_ptr<PrivateServer>(
        std::make_unique<SpawnedServer>(std::move(child).value(), std::move(endpoint)));
}

}  // namespace vellum::client
