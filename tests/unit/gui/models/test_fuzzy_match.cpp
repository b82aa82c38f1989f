// What a few letters find.

#include "gui/models/fuzzy_match.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>

using vellum::gui::models::fuzzyMatch;

class TestFuzzyMatch : public QObject {
    Q_OBJECT

private slots:
    static void lettersInOrderFit_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        QTest::newRow("part") << "send"
                              << "MPI_Isend" << true;
        QTest::newRow("scattered") << "mis"
                                   << "MPI_Isend" << true;
        QTest::newRow("not in order") << "sim"
                                      << "MPI_Isend" << false;
        QTest::newRow("too many") << "sendd"
                                  << "MPI_Isend" << false;
        QTest::newRow("nothing") << ""
                                 << "MPI_Isend" << true;
        QTest::newRow("blanks") << " zoom  in "
                                << "Zoom in" << true;
        QTest::newRow("in nothing") << "a"
                                    << "" << false;
        // Seeking beginnings of words first must not lead past what is needed.
        QTest::newRow("words lead astray") << "aab"
                                           << "xaab_a" << true;
    }

    static void lettersInOrderFit()
    {
        QFETCH(const QString, pattern);
        QFETCH(const QString, text);
        QFETCH(const bool, fits);
        QCOMPARE(fuzzyMatch(pattern, text).has_value(), fits);
    }

    static void theBestIsWhatIsMeant_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("part") << "zoom"
                              << "Row zoom"
                              << "Zero or one more";
        QTest::newRow("begins") << "send"
                                << "send_all"
                                << "resend_all";
        QTest::newRow("word") << "mw"
                              << "MPI_Wait"
                              << "mammoth flow";
        QTest::newRow("camel") << "cs"
                               << "cudaStream"
                               << "class";
        QTest::newRow("short") << "main"
                               << "main"
                               << "main_loop_of_everything";
    }

    static void theBestIsWhatIsMeant()
    {
        QFETCH(const QString, pattern);
        QFETCH(const QString, better);
        QFETCH(const QString, worse);
        const auto a = fuzzyMatch(pattern, better);
        const auto b = fuzzyMatch(pattern, worse);
        QVERIFY(a && b);
        QVERIFY2(a->score > b->score, qPrintable(QString("%1 %2").arg(a->score).arg(b->score)));
    }

    static void positionsAreThoseOfTheLetters()
    {
        const auto match = fuzzyMatch("mis", "MPI_Isend");
        QVERIFY(match);
        QVERIFY(std::ranges::is_sorted(match->positions));
        QString letters;
        for (const int place : match->positions) {
            letters += QString("MPI_Isend")[place];
        }
        QCOMPARE(letters.toLower(), QStringLiteral("mis"));
    }
};

VELLUM_TEST_GUILESS(TestFuzzyMatch)
#include "test_fuzzy_match.moc"
