import Forecasts
import Market
import MarketData
import Portfolio
import Storage
import Testing

@Suite(.serialized) struct DiaryRepositoryTests {
    @Test func anEntryIsReadBackBitForBit() async throws {
        try await TestStore.with { (store) async throws in
            let entries: [DiaryEntry] = [
                .sample(seed: .max, days: 96), .sample(model: "c", paths: 0, seed: 0, hasQuantiles: false, decode: .slidingWindow),
                .sample(cutoff: -5, days: 1),
            ]
            for entry in entries { _ = try await store.append(entry) }
            let kept = try await store.entries(of: .bitcoin, before: nil, limit: 9)
            #expect(kept.map(\.entry) == entries.reversed())
        }
    }

    @Test func aForecastIsKeptOnce() async throws {
        try await TestStore.with { (store) async throws in
            let first = DiaryEntry.sample()
            let kept = try await store.append(first)
            #expect(kept.isNew)
            // Issued again later: the first entry is kept.
            let again = try await store.append(.sample(issuedAt: first.issuedAt + 99))
            #expect(again == (kept.id, false))
            #expect(try await store.entries(of: .bitcoin, before: nil, limit: 9).map(\.entry) == [first])
            let others: [DiaryEntry] = [
                .sample(of: .usd), .sample(cutoff: 20_001), .sample(model: "c"), .sample(input: "c"), .sample(paths: 999),
                .sample(seed: 2), .sample(days: 2), .sample(decode: .slidingWindow),
            ]
            for other in others { #expect(try await store.append(other).isNew, "\(other.settings)") }
            #expect(try await store.entryCounts() == [.bitcoin: 8, .usd: 1])
        }
    }

    @Test func theFirstOfACutoffAndModelIsKnown() async throws {
        try await TestStore.with { (store) async throws in
            let entries: [DiaryEntry] = [
                .sample(), .sample(seed: 2), .sample(cutoff: 20_001), .sample(model: "c"), .sample(input: "c"),
            ]
            for entry in entries { _ = try await store.append(entry) }
            let kept = try await store.entries(of: .bitcoin, before: nil, limit: 9)
            #expect(kept.map(\.isFirst) == [false, true, true, false, true])
        }
    }

    @Test func pagesFollowEachOtherWithoutAGap() async throws {
        try await TestStore.with { (store) async throws in
            for cutoff in 20_000..<20_025 {
                _ = try await store.append(.sample(cutoff: cutoff))
                _ = try await store.append(.sample(of: .usd, cutoff: cutoff))
            }
            var (found, before): ([Int], Int64?) = ([], nil)
            while true {
                let page = try await store.entries(of: .bitcoin, before: before, limit: 7)
                found += page.map(\.entry.cutoff.daysSince1970)
                guard page.count == 7 else { break }
                before = page.last?.id
            }
            #expect(found == (20_000..<20_025).reversed())
            #expect(try await store.entries(of: .nowhere, before: nil, limit: 9).isEmpty)
            #expect(try await store.entries(of: .bitcoin, before: nil, limit: 0).isEmpty)
        }
    }

    @Test func anAssetInTheDiaryIsKept() async throws {
        try await TestStore.with { (store) async throws in
            await #expect(throws: AssetError.notStored(.nowhere)) { try await store.append(.sample(of: .nowhere)) }
            try await store.save(Asset(id: .nowhere, ticker: Ticker("NIX")!, name: "Nix"))
            _ = try await store.append(.sample(of: .nowhere))
            #expect(try await !store.remove(.nowhere))
        }
    }
}
