#pragma once

namespace vellum::socket {

/// Wakes a thread that waits in `poll`: readable from the first `wake` on until `drain`.
///
/// Threads  `wake` from any; the rest by the thread that waits.
class WakeUp {
public:
    WakeUp();
    ~WakeUp();
    WakeUp(const WakeUp&) = delete;
    WakeUp& operator=(const WakeUp&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    void wake() const;
    void drain() const;

private:
    int m_descriptor;
};

}  // namespace vellum::socket
