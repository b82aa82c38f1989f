#include "common/mapped_file/mapping.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

using vellum::mapped_file::Mapping;

namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

bool isAll(std::span<const std::byte> bytes, std::byte value)
{
    return std::ranges::all_of(bytes, [value](std::byte byte) { return byte == value; });
}

}  // namespace

class TestMapping : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;

    [[nodiscard]] std::filesystem::path fileOf(const char* name, std::size_t bytes) const
    {
        auto path = std::filesystem::path(m_temporary.path().toStdString()) / name;
        std::ofstream(path) << std::string(bytes, 'x');
        return path;
    }

private slots:
    void aFileIsWhatItHolds();
    void whatIsCutOffIsZeroAndLost();
    void aFewBytesCutOffAreSeen();
    void manyMayBeHeld();
    void whatIsNoFileIsNotWaitedFor();
};

void TestMapping::aFileIsWhatItHolds()
{
    const auto mapping = Mapping::open(fileOf("whole", 3 * kPage + 5));
    QVERIFY(mapping.isOk());
    QCOMPARE(mapping.value()->bytes().size(), 3 * kPage + 5);
    QVERIFY(isAll(mapping.value()->bytes(), std::byte{'x'}));
    QVERIFY(!mapping.value()->isLost());
}

void TestMapping::whatIsCutOffIsZeroAndLost()
{
    const auto path = fileOf("cut", 4 * kPage);
    const auto cut = Mapping::open(path);
    const auto other = Mapping::open(fileOf("other", 4 * kPage));
    QVERIFY(cut.isOk() && other.isOk());
    std::filesystem::resize_file(path, 2 * kPage);
    const auto bytes = cut.value()->bytes();
    QVERIFY(isAll(bytes.first(2 * kPage), std::byte{'x'}));
    QVERIFY(cut.value()->isLost());
    QVERIFY(isAll(bytes.subspan(2 * kPage), std::byte{0}));
    QVERIFY(cut.value()->isLost());
    QVERIFY(isAll(bytes.first(2 * kPage), std::byte{'x'}));
    QVERIFY(isAll(other.value()->bytes(), std::byte{'x'}));
    QVERIFY(!other.value()->isLost());
}

void TestMapping::aFewBytesCutOffAreSeen()
{
    const auto path = fileOf("few", 2 * kPage);
    const auto mapping = Mapping::open(path);
    QVERIFY(mapping.isOk());
    std::filesystem::resize_file(path, 2 * kPage - 1);
    QVERIFY(mapping.value()->isLost());
}

void TestMapping::manyMayBeHeld()
{
    const auto path = fileOf("many", kPage);
    std::vector<std::shared_ptr<const Mapping>> held;
    for (int i = 0; i < 2'000; ++i) {
        const auto mapping = Mapping::open(path);
        QVERIFY(mapping.isOk());
        held.push_back(mapping.value());
    }
    QVERIFY(std::ranges::none_of(held, [](const auto& mapping) { return mapping->isLost(); }));
    held.clear();
    const auto again = Mapping::open(path);
    QVERIFY(again.isOk());
    std::filesystem::resize_file(path, 0);
    QVERIFY(isAll(again.value()->bytes(), std::byte{0}));
    QVERIFY(again.value()->isLost());
}

void TestMapping::whatIsNoFileIsNotWaitedFor()
{
    const auto pipe = std::filesystem::path(m_temporary.path().toStdString()) / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto mapping = Mapping::open(pipe);
    QVERIFY(!mapping.isOk());
    QCOMPARE(
        QString::fromStdString(mapping.error().message),
        QString::fromStdString("'" + pipe.string() + "' is no file"));
    QVERIFY(!Mapping::open(pipe.parent_path()).isOk());
}

VELLUM_TEST_GUILESS(TestMapping)

#include "test_mapping.moc"
