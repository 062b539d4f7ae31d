import Market
import Testing

/// Which days are used, and which faults are only notes.
@Suite struct PriceFileSelectionTests {
    @Test func aGapBeforeTheWindowIsANote() throws {
        let read = try history(daily(20, without: [3, 4]), need: 10)
        #expect(read.history.firstDay == Day(iso: "2024-01-06"))
        #expect(read.history.count == 15)
        #expect(
            read.notes == [
                "BTC.csv:5: no closes between 2024-01-03 and 2024-01-06 (2 missing); used from 2024-01-06 on (15 closes)"
            ])
    }

    @Test func aJumpOrAWrongNumberBeforeTheWindowIsANote() throws {
        let wrong = try history(daily(20, closes: [4: "9999"]), need: 10)
        #expect(wrong.history.firstDay == Day(iso: "2024-01-06"))
        #expect(
            wrong.notes == [
                "BTC.csv:6: the close of 2024-01-05 is 9999, between 103 and 105; used from 2024-01-06 on (15 closes)"
            ])
        let jump = try history(daily(20, closes: [0: "9999", 1: "9999", 2: "9999", 3: "9999", 4: "9999"]), need: 10)
        #expect(jump.history.firstDay == Day(iso: "2024-01-06"))
        #expect(jump.notes.count == 1)
        #expect(jump.notes[0].hasPrefix("BTC.csv:7: the close jumps 95.2 times on 2024-01-06: another coin or unit"))
    }

    @Test(arguments: [("0", "0"), ("", "missing"), ("nan", "nan")])
    func aBadCloseBeforeTheWindowIsANote(close: String, reported: String) throws {
        let read = try history(daily(20, closes: [4: close]), need: 10)
        #expect(read.history.firstDay == Day(iso: "2024-01-06"))
        #expect(read.notes == ["BTC.csv:6: the close of 2024-01-05 is \(reported); used from 2024-01-06 on (15 closes)"])
    }

    @Test func aFaultOnTheDayBeforeTheWindowIsANoteAndInsideItAnError() throws {
        #expect(try history(daily(20, closes: [9: "0"]), need: 10).history.count == 10)
        #expect(problems(daily(20, closes: [10: "0"]), need: 10).count == 1)
        #expect(try history(daily(20, without: [9]), need: 10).history.count == 10)
        #expect(problems(daily(20, without: [10]), need: 10).count == 1)
    }

    @Test func aMoveOfTwentyTimesIsNotAJump() throws {
        #expect(try history("date,close\n2025-02-18,1\n2025-02-19,20\n2025-02-20,20\n", need: 3).history.count == 3)
        #expect(problems("date,close\n2025-02-18,1\n2025-02-19,20.01\n2025-02-20,20\n", need: 3).count == 1)
    }

    @Test func fillRepeatsTheCloseBefore() throws {
        let text = daily(10, closes: [4: "0", 7: ""], without: [5, 6])
        let read = try history(text, need: 10, fill: true)
        #expect(read.history.closes == [100, 101, 102, 103, 103, 103, 103, 103, 108, 109])
        #expect(read.notes == ["BTC.csv: 4 missing or bad closes filled with the previous close"])
    }

    @Test func fillInventsNothingBeforeTheFirstGoodClose() throws {
        let read = try history(daily(6, closes: [0: "0", 1: ""]), need: 4, fill: true)
        #expect(read.history.firstDay == Day(iso: "2024-01-03"))
        #expect(problems(daily(6, closes: [0: "0", 1: ""]), need: 5, fill: true).count == 1)
    }

    @Test func fillDoesNotHideAJump() {
        let low = [7: "1", 8: "1", 9: "1", 10: "1", 11: "1", 12: "1", 13: "1", 14: "1"]
        #expect(problems(daily(16, closes: low, without: [5, 6]), need: 16, fill: true).map(\.line) == [7, 15])
    }

    @Test func fillReplacesAWrongNumberAndSaysWhich() throws {
        let read = try history(daily(30, closes: [20: "9.7", 21: "9.8"]), need: 30, fill: true)
        #expect(read.history.closes[19...22] == [119, 119, 119, 122])
        #expect(
            read.notes == [
                "BTC.csv: 2 missing or bad closes filled with the previous close, also 9.7 on 2024-01-21, 9.8 on 2024-01-22"
            ])
    }

    @Test func fillOfAFileWithoutAnyGoodCloseIsAnError() {
        let text = daily(3, closes: [0: "0", 1: "0", 2: "0"])
        #expect(problems(text, need: 2, fill: true).map(\.line) == [3, 4])
    }

    @Test func sinceLeavesOutTheDaysBefore() throws {
        let read = try history(daily(20, closes: [4: "0"]), need: 10, since: "2024-01-06")
        #expect(read.history.count == 15)
        #expect(read.notes.isEmpty)
        #expect(problems(daily(20), need: 10, since: "2024-01-15").first?.description.contains("6 daily closes") == true)
    }

    @Test func theRemedyThatAnErrorOffersMends() throws {
        let broken = daily(600, from: "2022-01-01", closes: [400: "0"])
        guard case .badClose(_, _, let window)? = problems(broken, need: 300).first?.series else {
            Issue.record("no bad close")
            return
        }
        #expect(window.closesFromThere == 199)
        #expect(try history(broken, need: 199, since: window.goodFrom.description).history.count == 199)
        #expect(try history(broken, need: 300, fill: true).history.count == 600)
    }

    @Test func theCutoffHidesWhatFollows() throws {
        let read = try history(daily(20, closes: [15: "0"]), need: 10, asOf: "2024-01-15")
        #expect(read.history.lastDay == Day(iso: "2024-01-15"))
        #expect(read.history.lastClose == 114)
    }

    @Test func theCutoffDayMustHaveEnded() {
        let found = problems(daily(20), need: 10, today: Day(iso: "2024-01-15")!, asOf: "2024-01-15")
        #expect(found.first?.description.contains("--as-of 2024-01-14") == true)
    }

    @Test func theHistoryHasAllGoodDaysNotOnlyThoseNeeded() throws {
        #expect(try history(daily(700, from: "2022-01-01"), need: 500).history.count == 700)
    }
}

@Suite struct PriceHistoryTests {
    @Test func theSuffixKeepsTheNewestDays() {
        let history = PriceHistory(ticker: btc, firstDay: Day(iso: "2024-01-01")!, closes: [1, 2, 3])
        #expect(history.suffix(2) == PriceHistory(ticker: btc, firstDay: Day(iso: "2024-01-02")!, closes: [2, 3]))
        #expect(history.suffix(9) == history)
        #expect(history.lastDay == Day(iso: "2024-01-03"))
    }
}
