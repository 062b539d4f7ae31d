import Foundation
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// The functions of a store that a server needs in addition to its repositories.
@Suite struct ChangeTests {
    @Test func eachWriteOfAnybodyChangesTheNumberAndReadingDoesNot() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/test.db"
            let (database, other) = (try Store(path), try Store(path))
            let counter = try ChangeCounter(of: database)
            var seen: [Int] = [try await counter.value()]
            for writer in [database, other, database, other] {
                try await writer.addFavourites([.bitcoin], of: "owner \(seen.count)")
                let value = try await counter.value()
                #expect(value != seen.last)
                seen.append(value)
                _ = try await writer.assets()
                #expect(try await counter.value() == value)
            }
            try counter.close()
            try other.close()
            try database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func inUseIsWhatIsStoredMarkedOrHeld() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/test.db")
            #expect(try await database.assetsInUse().isEmpty)
            try await database.addFavourites([AssetID("cardano")!], of: "ann")
            _ = try await database.store(
                [Candle(day: Day(daysSince1970: 20_000), close: 1)], of: AssetID("litecoin")!, source: "test", retrievedAt: 0,
                replaces: false)
            let portfolio = Portfolio(database, owner: "bob") { 1_740_830_400 }
            for (name, coin) in [("Kept", "stellar"), ("Emptied", "ripple"), ("Deleted", "eos")] {
                let wallet = try await portfolio.wallets.create(name)
                let asset = try await portfolio.market.directory.asset(coin)
                func order(_ action: Order.Action) -> Order {
                    Order(wallet: wallet, asset: asset, action: action, time: 1_740_000_000)
                }
                _ = try await portfolio.orders.commit(portfolio.orders.prepare([order(.deposit(.one, cost: nil))]))
                if name == "Emptied" { _ = try await portfolio.orders.commit(portfolio.orders.prepare([order(.withdraw(.one))])) }
                if name == "Deleted" { try await portfolio.wallets.delete(wallet, withHoldings: true) }
            }
            #expect(try await database.assetsInUse().map(\.id.description) == ["cardano", "litecoin", "stellar"])
            try database.close()
        }
    }
}
