import Foundation
import Market
import Testing

private let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/market")

/// Unmodified files of real quotes, which may not be redistributed. Without the folder, nothing is tested.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder.appending(path: "BTC.csv").path)))
struct RealFileTests {
    private func read(_ ticker: String) throws -> (history: PriceHistory, notes: [String]) {
        guard let data = try? Data(contentsOf: folder.appending(path: "\(ticker).csv")) else {
            preconditionFailure("cannot read \(ticker).csv")
        }
        let read = try PriceFile(Array(data), name: "\(ticker).csv").history(
            Ticker(ticker)!, .init(need: 500, today: Day(iso: "2025-02-21")!))
        return (read.history, read.notes.map(\.description))
    }

    @Test(arguments: ["ADA", "BCH", "BNB", "BTC", "DOGE", "DOT", "ETC", "ETH", "LINK", "LTC", "SOL", "TRX", "XLM", "XRP"])
    func goodFilesAreReadWithoutANote(_ ticker: String) throws {
        let read = try read(ticker)
        #expect(read.notes.isEmpty)
        #expect(read.history.lastDay == Day(iso: "2025-02-20"))
        #expect(read.history.count > 1600)
    }

    @Test func theDayOfRetrievalIsLeftOutWhileItHasNotEnded() throws {
        let bytes = try Array(Data(contentsOf: folder.appending(path: "BTC.csv")))
        let read = try PriceFile(bytes, name: "BTC.csv").history(btc, .init(need: 500, today: Day(iso: "2025-02-20")!))
        #expect(read.history.lastDay == Day(iso: "2025-02-19"))
        #expect(read.notes.map(\.description) == ["BTC.csv: the close of 2025-02-20 is left out: that day has not ended in UTC"])
    }

    @Test(arguments: [
        (
            "AAVE",
            "AAVE.csv:3: the close jumps 103 times on 2020-10-03: another coin or unit; "
                + "used from 2020-10-03 on (1602 closes)"
        ),
        ("AVAX", "AVAX.csv:4: no closes between 2020-07-14 and 2020-09-22 (69 missing); used from 2020-09-22 on (1613 closes)"),
        ("SHIB", "SHIB.csv:218: the close of 2021-04-15 is 0.0; used from 2021-04-16 on (1407 closes)"),
    ])
    func faultsBeforeTheWindowAreNotes(ticker: String, note: String) throws {
        #expect(try read(ticker).notes == [note])
    }

    @Test(arguments: [
        ("TON", "TON.csv:1590: the close jumps from 1.6244 to 0.078178 on 2025-01-03, 20.8 times in a day: another coin"),
        ("UNI", "UNI.csv:1500: the close of 2023-11-27 is 0.001334, between 0.000285 and 0.000197: probably a wrong number"),
        ("PEPE", "PEPE.csv: 119 daily closes, 2022-08-15 to 2022-12-11; the model reads 500. Add 381 more days"),
    ])
    func filesThatCannotBeUsedAreRefused(ticker: String, message: String) {
        do {
            _ = try read(ticker)
            Issue.record("\(ticker) is read")
        } catch {
            #expect(error is CloseSeriesError)
            #expect("\(error)".hasPrefix(message), "\(error)")
        }
    }
}
