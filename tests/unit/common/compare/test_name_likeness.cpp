#include "common/compare/name_likeness.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <cctype>
#include <cmath>
#include <map>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::NameShape;

namespace {

/// Counts pairs by their letters.
double slowDice(const std::string& a, const std::string& b)
{
    std::map<std::string, int> counts;
    const auto count = [&](const std::string& text, int step) {
        std::string framed(1, '\0');
        for (const char c : text) {
            framed += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        framed += '\0';
        int common = 0;
        for (std::size_t i = 0; i + 1 < framed.size(); ++i) {
            int& there = counts[framed.substr(i, 2)];
            common += step < 0 && there > 0 ? 1 : 0;
            there += step < 0 && there == 0 ? 0 : step;
        }
        return common;
    };
    count(a, 1);
    return 2.0 * count(b, -1) / static_cast<double>(a.size() + b.size() + 2);
}

std::string randomName(std::mt19937_64& random)
{
    std::string name;
    for (std::uint64_t i = random() % 9; i > 0; --i) {
        name += static_cast<char>('a' + random() % 3);
    }
    return name;
}

}  // namespace

class TestNameLikeness : public QObject {
    Q_OBJECT

private slots:
    void plainNamesAreWithoutWhatChanges_data();
    void plainNamesAreWithoutWhatChanges();
    void likenessIsDiceOfPairs();
    void whatTheSamePlainNameHasIsMoreAlikeThanAnythingElse();
    void hostileNamesEnd();
};

void TestNameLikeness::plainNamesAreWithoutWhatChanges_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("plain");
    const auto row = [](const char* name, const char* plain) {
        QTest::newRow(name) << name << plain;
    };
    row("solve", "solve");
    row("solve.isra.0", "solve");
    row("solve.constprop.1", "solve");
    row("solve.isra.0.constprop.12", "solve");
    row("solve.cold", "solve");
    row("solve.part.3", "solve");
    row("solve.f90", "solve.f90");
    row(".part.3", ".part.3");
    row("solve() [clone .cold]", "solve");
    row("void axpy<float, 4>(int, float*)", "axpy");
    row("void axpy<double, std::pair<int, 2> >(int) [clone .isra.0]", "axpy");
    row("std::vector<int, std::allocator<int> >::push_back(int const&)", "std::vector::push_back");
    row("Solver::residual(double) const", "Solver::residual");
    row("(anonymous namespace)::helper(int)", "helper");
    row("A::operator->()", "A::operator");
    row("operator<<(std::ostream&, A)", "operator<<(std::ostream&, A)");
    row("Memcpy DtoH (Device -> Pinned)", "Memcpy DtoH (Device -> Pinned)");
    row("!$omp for @jacobi.c:175", "!$omp for @jacobi.c:175");
    row("f(", "f(");
    row("f)", "f)");
    row("<>", "<>");
    row("", "");
}

void TestNameLikeness::plainNamesAreWithoutWhatChanges()
{
    QFETCH(QString, name);
    QFETCH(QString, plain);
    QCOMPARE(QString::fromStdString(compare::plainName(name.toStdString())), plain);
}

void TestNameLikeness::likenessIsDiceOfPairs()
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same names each time
    for (int round = 0; round < 5000; ++round) {
        const std::string a = randomName(random);
        const std::string b = randomName(random);
        const double likeness = NameShape(a).likeness(NameShape(b));
        const double wanted = std::min(0.999, a == b ? 1 : 0.8 * slowDice(a, b));
        const bool isRight = std::abs(likeness - wanted) < 1e-12
                             && NameShape(b).likeness(NameShape(a)) == likeness
                             && NameShape(a).mostLikeness(NameShape(b)) >= likeness;
        QVERIFY2(isRight, qPrintable(QString::fromStdString(a) + " and " + b.c_str()));
    }
}

void TestNameLikeness::whatTheSamePlainNameHasIsMoreAlikeThanAnythingElse()
{
    const NameShape kernel("void gemm<float, 128>(float*)");
    const double other = kernel.likeness(NameShape("void gemm<double, 64>(double*)"));
    const double near = kernel.likeness(NameShape("void gemm<float, 64>(float*)"));
    const double renamed = kernel.likeness(NameShape("void gemv<float, 128>(float*)"));
    QVERIFY(0.8 <= other && other < near && near < 1 && renamed < 0.8 && renamed > 0.4);
    QCOMPARE(NameShape("alpha").likeness(NameShape("omicron")) < 0.2, true);
}

void TestNameLikeness::hostileNamesEnd()
{
    const std::string open(1'000'000, '<');
    const std::string suffixes = [] {
        std::string text = "f";
        for (int i = 0; i < 10'000; ++i) {
            text += ".isra.0";
        }
        return text;
    }();
    QCOMPARE(compare::plainName(open), open);
    QCOMPARE(compare::plainName(suffixes), std::string("f"));
    const NameShape a{std::string(1'000'000, 'x')};
    const NameShape b{std::string("\0\xff", 2)};
    QCOMPARE(a.likeness(b), 0.0);
}

VELLUM_TEST_APPLESS(TestNameLikeness)
#include "test_name_likeness.moc"
