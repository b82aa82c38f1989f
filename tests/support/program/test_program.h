#pragma once

#include <QTest>

// QTest includes no application; a test has the one that its program links.
#if defined(QT_WIDGETS_LIB)
#    include <QApplication>
#elif defined(QT_GUI_LIB)
#    include <QGuiApplication>
#else
#    include <QCoreApplication>
#endif

namespace vellum::tests {

/// One test of a program: what a file of tests says of itself. All files of a folder are one program, which runs the
/// test that its first argument names: linking one program for each file took longer than most of them run.
class TestEntry {
public:
    using Run = int (*)(int argc, char** argv);

    /// \param file  path of the source; the test has its name, without folder and ending
    TestEntry(const char* file, Run function) noexcept;

    /// Null where no test has this name.
    [[nodiscard]] static const TestEntry* find(const char* name);
    [[nodiscard]] static const TestEntry* first();
    [[nodiscard]] const TestEntry* next() const { return m_next; }
    [[nodiscard]] bool hasName(const char* name) const;
    /// Not ended by a zero.
    [[nodiscard]] const char* name() const { return m_name; }
    [[nodiscard]] int nameLength() const { return m_nameLength; }
    [[nodiscard]] int run(int argc, char** argv) const { return m_run(argc, argv); }

private:
    const char* m_name;
    int m_nameLength = 0;
    Run m_run;
    const TestEntry* m_next;
};

}  // namespace vellum::tests

// One of these ends a file of tests, before the include of its .moc.

#define VELLUM_TEST_ENTRY(Class, makeApplication)                                                  \
    static const vellum::tests::TestEntry testOfThisFile(__FILE__, [](int argc, char** argv) {     \
        makeApplication;                                                                           \
        Class test;                                                                                \
        QTEST_SET_MAIN_SOURCE_PATH                                                                 \
        return QTest::qExec(&test, argc, argv);                                                    \
    });

/// A class of tests that needs no application.
#define VELLUM_TEST_APPLESS(Class) VELLUM_TEST_ENTRY(Class, static_cast<void>(0))
/// One that needs an event loop and no window.
#define VELLUM_TEST_GUILESS(Class)                                                                 \
    VELLUM_TEST_ENTRY(Class, const QCoreApplication application(argc, argv))
/// One with windows, or with fonts and pictures alone.
#if defined(QT_WIDGETS_LIB)
#    define VELLUM_TEST_GUI(Class)                                                                 \
        VELLUM_TEST_ENTRY(Class, const QApplication application(argc, argv))
#elif defined(QT_GUI_LIB)
#    define VELLUM_TEST_GUI(Class)                                                                 \
        VELLUM_TEST_ENTRY(Class, const QGuiApplication application(argc, argv))
#endif
