#include "server/query/name_pattern.h"
#include "tests/support/program/test_program.h"

#include <QRegularExpression>
#include <QString>

#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::NamePattern;

namespace {

bool isFound(const std::string& pattern, const std::string& name, bool ignoreCase = false)
{
    const auto compiled = NamePattern::compile(pattern, ignoreCase);
    if (!compiled.isOk()) {
        qWarning("%s", compiled.error().message.c_str());
        return false;
    }
    NamePattern::Budget budget;
    return compiled.value().isFoundIn(name, budget).value();
}

/// A random expression over a, b and what other matchers understand in the same way.
class RandomPattern {
public:
    explicit RandomPattern(std::uint64_t seed) : m_random(seed) {}

    std::string choice(int depth)
    {
        std::string text = sequence(depth);
        return below(4) == 0 ? text + '|' + sequence(depth) : text;
    }

    std::string name()
    {
        std::string text;
        for (std::uint64_t i = below(9); i > 0; --i) {
            text += "ab c_"[below(5)];
        }
        return text;
    }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    std::string sequence(int depth)
    {
        std::string text;
        for (std::uint64_t i = 1 + below(3); i > 0; --i) {
            text += atom(depth) + quantifier();
        }
        return text;
    }

    std::string quantifier()
    {
        constexpr const char* kQuantifiers[] = {"", "", "", "*", "+", "?", "{2}", "{1,3}", "*?"};
        return kQuantifiers[below(std::size(kQuantifiers))];
    }

    std::string atom(int depth)
    {
        if (depth > 0 && below(3) == 0) {
            return (below(2) == 0 ? "(" : "(?:") + choice(depth - 1) + ')';
        }
        constexpr const char* kAtoms[] = {
            "a", "b", "c", ".", "[ab]", "[^a]", "[a-c_]", "\\w", "\\s", "\\W", "_"};
        return kAtoms[below(std::size(kAtoms))];
    }

    std::mt19937_64 m_random;
};

}  // namespace

class TestNamePattern : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsThere_data();
    void findsWhatIsThere();
    void equalsABacktrackingMatcherOnSmallOnes();
    void refusesInASentence_data();
    void refusesInASentence();
    void nestedQuantifiersDoNotHang();
    void longNamesDoNotOverflow();
    void budgetEndsTheSearch();
    void cancelEndsTheSearch();
};

void TestNamePattern::findsWhatIsThere_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("found");
    const auto row = [](const char* pattern, const char* name, bool found) {
        QTest::addRow("%s in %s", pattern, name) << pattern << name << found;
    };
    row("Send", "MPI_Send", true);
    row("^Send", "MPI_Send", false);
    row("^MPI_.*d$", "MPI_Send", true);
    row("", "anything", true);
    row("^$", "", true);
    row("a|b|", "c", true);
    row("\\bomp\\b", "!$omp for", true);
    row("\\bom\\b", "!$omp for", false);
    row("\\Bmp\\b", "!$omp for", true);
    row("\\(int", "main(int)", true);
    row("x{2,}", "axb", false);
    row("x{2,}", "axxb", true);
    row("{", "a{b", true);
    row("x{,3}", "x{,3}", true);
    row("]", "a]", true);
    row("[]]", "a]", false);
    row("[-a]", "-", true);
    row("[a-]", "-", true);
    row("[\\w-]", "-", true);
    row("[^\\d]", "7", false);
    row("[\\d\\s]+$", "x 7 8", true);
    row("\\x41\\u0042", "AB", true);
    row("^.$", "é", true);
    row("[à-ü]", "é", true);
    row("a.b", "a\nb", false);
    row("(?<word>ab)+c", "ababc", true);
    row("operator\\+\\+", "operator++", true);
    row("(ab|a)(bc|c)$", "abc", true);
    row("(a*)*b", "aaab", true);
    row("(a|b)??c", "c", true);
}

void TestNamePattern::findsWhatIsThere()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    QFETCH(bool, found);
    QCOMPARE(isFound(pattern.toStdString(), name.toStdString()), found);
}

// NOLINTNEXTLINE(readability-function-size): the test macros' own blocks are what is too many
void TestNamePattern::equalsABacktrackingMatcherOnSmallOnes()
{
    int found = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        RandomPattern random(seed);
        const std::string pattern = random.choice(2);
        const QRegularExpression other(QString::fromStdString(pattern));
        QVERIFY(other.isValid());
        for (int i = 0; i < 3; ++i) {
            const std::string name = random.name();
            const bool expected = other.match(QString::fromStdString(name)).hasMatch();
            found += expected ? 1 : 0;
            const auto where = QStringLiteral("%1 in '%2'").arg(pattern.c_str(), name.c_str());
            QVERIFY2(isFound(pattern, name) == expected, qPrintable(where));
        }
    }
    QVERIFY(found > 200 && found < 1600);
}

void TestNamePattern::refusesInASentence_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("why");
    QTest::newRow("open group") << "a(b"
                                << "( without )";
    QTest::newRow("closed group") << "ab)"
                                  << ") without (";
    QTest::newRow("open set") << "[ab"
                              << "[ without ]";
    QTest::newRow("nothing to repeat") << "a|*"
                                       << "repeats nothing";
    QTest::newRow("twice repeated") << "a**"
                                    << "repeats a repetition";
    QTest::newRow("backslash at the end") << "a\\"
                                          << "ends with a backslash";
    QTest::newRow("back-reference") << "(a)\\1"
                                    << "refers back";
    QTest::newRow("looking ahead") << "a(?=b)"
                                   << "looks ahead";
    QTest::newRow("looking behind") << "(?<!b)a"
                                    << "looks ahead or behind";
    QTest::newRow("range") << "[b-a]"
                           << "from the larger";
    QTest::newRow("counts") << "a{3,2}"
                            << "from more to fewer";
    QTest::newRow("letter") << "\\q"
                            << "means nothing";
    QTest::newRow("hexadecimal") << "\\x4"
                                 << "hexadecimal";
    QTest::newRow("nested") << QString("(").repeated(1000) << "nested";
    QTest::newRow("states") << "(a{1000}){1000}"
                            << "20,000 states";
    QTest::newRow("huge count") << "a{4294967295}"
                                << "20,000 states";
}

void TestNamePattern::refusesInASentence()
{
    QFETCH(QString, pattern);
    QFETCH(QString, why);
    const auto compiled = NamePattern::compile(pattern.toStdString(), false);
    QVERIFY(!compiled.isOk());
    QCOMPARE(compiled.error().kind, ErrorKind::InvalidArgument);
    const QString message = QString::fromStdString(compiled.error().message);
    QVERIFY2(message.contains(why), compiled.error().message.c_str());
}

void TestNamePattern::nestedQuantifiersDoNotHang()
{
    QVERIFY(!isFound("(((a*)*)*)*b", std::string(5000, 'a')));
    QVERIFY(!isFound("(a|aa)+$", std::string(5000, 'a') + "b"));
    QVERIFY(!isFound("(.*)(.*)(.*)(.*)(.*)x", std::string(5000, 'a')));
}

void TestNamePattern::longNamesDoNotOverflow()
{
    // std::regex ends the process here. What lies beyond the bound is not looked at.
    const std::string name = std::string(NamePattern::kMaxNameBytes, 'a') + "tail";
    QVERIFY(isFound("^(a|b)*", name));
    QVERIFY(!isFound("tail", name));
    QVERIFY(isFound("aa$", name));
}

void TestNamePattern::budgetEndsTheSearch()
{
    const auto compiled = NamePattern::compile("a*b", false);
    NamePattern::Budget budget{.steps = 1000};
    const auto found = compiled.value().isFoundIn(std::string(5000, 'a'), budget);
    QVERIFY(!found.isOk());
    QCOMPARE(found.error().kind, ErrorKind::ResourceExhausted);
}

void TestNamePattern::cancelEndsTheSearch()
{
    const auto compiled = NamePattern::compile("a*b", false);
    std::stop_source source;
    source.request_stop();
    NamePattern::Budget budget{.cancel = source.get_token()};
    const auto found = compiled.value().isFoundIn("aaaa", budget);
    QVERIFY(!found.isOk());
    QCOMPARE(found.error().kind, ErrorKind::Cancelled);
}

VELLUM_TEST_APPLESS(TestNamePattern)
#include "test_name_pattern.moc"
