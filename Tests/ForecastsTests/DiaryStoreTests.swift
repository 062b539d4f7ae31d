import Forecasting
import Forecasts
import Market
import MarketData
import PortfolioWorld
import Testing

@Suite(.serialized) struct DiaryStoreTests {
    private static let nowhere = AssetID("nowhere")!

    private let world: World

    init() throws { world = try World() }

    @Test func anEntryIsReadBackBitForBit() async throws {
        let store = world.database
        let entries: [DiaryEntry] = [
            .sample(seed: .max, days: 96), .sample(model: "c", paths: 0, seed: 0, hasQuantiles: false, decode: .slidingWindow),
            .sample(cutoff: -5, days: 1),
        ]
        for entry in entries { _ = try await store.append(entry) }
        let kept = try await store.entries(of: bitcoin, before: nil, limit: 9)
        #expect(kept.map(\.entry) == entries.reversed())
    }

    @Test func aForecastIsKeptOnce() async throws {
        let store = world.database
        let first = DiaryEntry.sample()
        let kept = try await store.append(first)
        #expect(kept.isNew)
        // Issued again later: the first entry is kept.
        let again = try await store.append(.sample(issuedAt: first.issuedAt + 99))
        #expect(again == (kept.id, false))
        #expect(try await store.entries(of: bitcoin, before: nil, limit: 9).map(\.entry) == [first])
        let others: [DiaryEntry] = [
            .sample(of: .usd), .sample(cutoff: 20_001), .sample(model: "c"), .sample(input: "c"), .sample(paths: 999),
            .sample(seed: 2), .sample(days: 2), .sample(decode: .slidingWindow),
        ]
        for other in others { #expect(try await store.append(other).isNew, "\(other.settings)") }
        #expect(try await store.entryCounts() == [bitcoin: 8, .usd: 1])
    }

    @Test func theFirstOfACutoffAndModelIsKnown() async throws {
        let store = world.database
        let entries: [DiaryEntry] = [
            .sample(), .sample(seed: 2), .sample(cutoff: 20_001), .sample(model: "c"), .sample(input: "c"),
        ]
        for entry in entries { _ = try await store.append(entry) }
        let kept = try await store.entries(of: bitcoin, before: nil, limit: 9)
        #expect(kept.map(\.isFirst) == [false, true, true, false, true])
    }

    @Test func pagesFollowEachOtherWithoutAGap() async throws {
        let store = world.database
        for cutoff in 20_000..<20_025 {
            _ = try await store.append(.sample(cutoff: cutoff))
            _ = try await store.append(.sample(of: .usd, cutoff: cutoff))
        }
        var (found, before): ([Int], Int64?) = ([], nil)
        while true {
            let page = try await store.entries(of: bitcoin, before: before, limit: 7)
            found += page.map(\.entry.cutoff.daysSince1970)
            guard page.count == 7 else { break }
            before = page.last?.id
        }
        #expect(found == (20_000..<20_025).reversed())
        #expect(try await store.entries(of: Self.nowhere, before: nil, limit: 9).isEmpty)
        #expect(try await store.entries(of: bitcoin, before: nil, limit: 0).isEmpty)
    }

    @Test func anAssetInTheDiaryIsKept() async throws {
        let store = world.database
        await #expect(throws: AssetError.notStored(Self.nowhere)) { try await store.append(.sample(of: Self.nowhere)) }
        try await store.save(Asset(id: Self.nowhere, ticker: Ticker("NIX")!, name: "Nix"))
        _ = try await store.append(.sample(of: Self.nowhere))
        #expect(try await !store.remove(Self.nowhere))
    }
}

extension DiaryEntry {
    /// An entry with numbers from a seed.
    fileprivate static func sample(
        of asset: AssetID = bitcoin, cutoff: Int = 20_000, model: Character = "a", input: Character = "b", paths: Int = 1000,
        seed: UInt64 = 1, days: Int = 3, hasQuantiles: Bool = true, decode: DecodeMode = .recursive, issuedAt: Int? = nil
    ) -> DiaryEntry {
        var random = SeededGenerator(seed: seed &+ UInt64(bitPattern: Int64(cutoff)))
        let width = DiaryNumbers.levels.count
        func numbers() -> [Float] {
            (0..<days).flatMap { _ in (0..<width).map { _ in Float.random(in: -1...1, using: &random) }.sorted() }
        }
        return DiaryEntry(
            asset: asset, cutoff: Day(daysSince1970: cutoff), issuedAt: issuedAt ?? (cutoff + 1) * 86_400 + 5,
            model: Model(name: "m", sha256: String(repeating: model, count: 64)),
            inputSHA256: String(repeating: input, count: 64),
            settings: Settings(days: days, paths: paths, seed: seed, decode: decode), lastClose: 0.1,
            numbers: DiaryNumbers(
                points: (0..<days).map { _ in Float.random(in: -1...1, using: &random) },
                quantiles: hasQuantiles ? numbers() : [], naiveQuantiles: numbers())!)
    }
}
