import Market
import MarketData
import MarketFeeds
import Testing

@Suite struct FileClosesTests {
    private let bitcoin = Ticker("BTC")!
    private let today = Day(iso: "2025-03-01")!

    private func closes(_ text: String, since: Day? = nil, skipping skipped: Set<Day> = []) throws -> FileCloses {
        try FileCloses(
            try PriceFile(Array(text.utf8), name: "BTC.csv"), as: bitcoin, since: since, skipping: skipped, today: today)
    }

    @Test func daysAreLeftOutWithANoteAndWithoutOneOnTheGap() throws {
        let text = "date,close\n2025-02-01,1\n2025-02-02,2\n2025-02-03,3\n"
        let left = try closes(text, skipping: [Day(iso: "2025-02-02")!, Day(iso: "2025-02-20")!])
        #expect(left.candles.map(\.close) == [1, 3])
        #expect(
            left.notes.map(\.description)
                == ["BTC.csv: the close of 2025-02-02, 2, is left out", "BTC.csv: no close on 2025-02-20 to leave out"])
        let gap = try closes(text.replacing("2025-02-03", with: "2025-02-04"), skipping: [Day(iso: "2025-02-02")!])
        #expect(gap.notes.last?.description == "BTC.csv: no closes from 2025-02-02 to 2025-02-03, 2 days")
    }

    @Test func daysBeforeTheFirstWantedOneAreLeftOut() throws {
        let text = "date,close\n2025-02-01,1\n2025-02-02,2\n2025-02-03,3\n"
        #expect(try closes(text).candles.map(\.close) == [1, 2, 3])
        let later = try closes(text, since: Day(iso: "2025-02-02")!)
        #expect(later.candles.map(\.close) == [2, 3])
        #expect(later.days == Day(iso: "2025-02-02")!...Day(iso: "2025-02-03")!)
    }

    @Test func doubtsAreNotedAndOldFilesAreNone() throws {
        let old = try closes("date,close\n2020-01-01,1\n2020-01-02,2\n2020-01-03,1.5\n")
        #expect(old.notes.isEmpty, "\(old.notes)")
        let gap = try closes("date,close\n2025-02-01,1\n2025-02-02,1.1\n2025-02-05,1.2\n")
        #expect(gap.notes.map(\.description) == ["BTC.csv: no closes from 2025-02-03 to 2025-02-04, 2 days"])
    }

    @Test func aFileWithoutClosesToStoreSaysFromWhichDay() throws {
        let text = "date,close\n2025-02-01,1\n2025-02-02,2\n"
        let since = Day(iso: "2025-02-20")!
        let error = #expect(throws: FileClosesError.self) { try closes(text, since: since) }
        #expect(error?.name == "BTC.csv" && error?.since == since)
        #expect(error?.detail == "no closes above zero of days that have ended from 2025-02-20 on")
        let early = #expect(throws: FileClosesError.self) { try closes("date,close\n2025-03-01,1\n2025-03-02,1\n") }
        #expect(early?.detail == "no closes above zero of days that have ended")
    }
}

@Suite struct FetchRangeTests {
    private let yesterday = Day(iso: "2025-02-28")!
    private var asset = Asset(id: AssetID("solana")!, ticker: Ticker("SOL")!, name: "Solana")

    private func first(_ range: FetchRange, last: Day? = nil) -> Day {
        range.firstDay(of: asset, last: last, yesterday: yesterday)
    }

    @Test func storedClosesOverlapAndNewAssetsGetAThousandDays() {
        #expect(first(.sinceStored) == yesterday - 999)
        #expect(first(.sinceStored, last: yesterday - 20) == yesterday - 20 - HistoryFetcher.overlapDays)
        #expect(first(.sinceStored, last: yesterday + 10) == yesterday, "a store from a machine whose clock was ahead")
    }

    @Test mutating func whatIsAskedForCountsWhateverIsStored() {
        #expect(first(.days(1), last: yesterday - 9) == yesterday)
        #expect(first(.from(yesterday - 5), last: yesterday - 9) == yesterday - 5)
        #expect(first(.all, last: yesterday) == Day(iso: "2010-01-01"))
        asset.firstTrade = Day(iso: "2020-04-10")
        #expect(first(.all, last: yesterday) == Day(iso: "2020-04-10"))
    }
}
