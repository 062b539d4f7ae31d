import Foundation
import Market
import MarketFeeds
import Pictures
import Scratch
import Services
import Synchronization
import Testing

/// Folders with pictures of coins, and pictures that a provider publishes.
@Suite struct IconTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// What was reported, and how often pictures were decoded.
    private final class Record: Sendable {
        private let state = Mutex<(reports: [String], decoded: Int)>(([], 0))

        var reports: [String] { state.withLock { $0.reports } }
        var decoded: Int { state.withLock { $0.decoded } }

        func note(_ text: String) { state.withLock { $0.reports.append(text) } }
        func noteDecoding() { state.withLock { $0.decoded += 1 } }
    }

    private static func svg(_ colour: String = "red") -> [UInt8] {
        Array("<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\" fill=\"\(colour)\"/></svg>".utf8)
    }

    private static func asset(_ id: String, _ ticker: String) -> Asset {
        Asset(id: AssetID(id)!, ticker: Ticker(ticker)!, name: ticker)
    }

    private static func folders(_ paths: [String], _ icons: CoinIcons, _ record: Record = Record()) -> IconFolders {
        IconFolders(
            paths, for: icons,
            reencode: { bytes, _ in
                record.noteDecoding()
                guard bytes.count < 100 else { throw PictureError.notAPicture(.png) }
                return [0xFF, 0xD8, 0xFF] + bytes
            }, report: { path, _ in record.note(path) })
    }

    @Test func picturesAreNamedAfterTickersAndIDs() async throws {
        let scratch = try Scratch()
        try scratch.write(Self.svg(), to: "BTC.svg")
        try scratch.write(Self.png, to: "ethereum.PNG")
        try scratch.write(Self.png, to: "btc.png")
        try scratch.write([], to: "notes.txt")
        let (icons, record) = (CoinIcons(), Record())
        let folders = Self.folders([scratch("missing"), scratch.path], icons, record)
        await folders.refresh()
        let bitcoin = try #require(icons.icon(of: Self.asset("bitcoin", "BTC")))
        #expect(bitcoin.mediaType == "image/svg+xml" && bitcoin.name.hasSuffix(".svg"))
        #expect(String(decoding: bitcoin.bytes, as: UTF8.self).contains("xmlns"), "it is written anew")
        let ether = try #require(icons.icon(of: Self.asset("ethereum", "ETH")))
        #expect(ether.mediaType == "image/jpeg" && ether.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(icons.icon(of: Self.asset("cardano", "ADA")) == nil && record.reports.isEmpty)
        #expect(icons.icon(named: bitcoin.name) == bitcoin && icons.icon(named: "../BTC.svg") == nil)
    }

    @Test func onlyChangedFilesAreReadAgain() async throws {
        let scratch = try Scratch()
        let (icons, record, bitcoin) = (CoinIcons(), Record(), Self.asset("bitcoin", "BTC"))
        try scratch.write(Self.png, to: "BTC.png")
        let folders = Self.folders([scratch.path], icons, record)
        await folders.refresh()
        await folders.refresh()
        #expect(record.decoded == 1)
        let old = icons.icon(of: bitcoin)
        try scratch.write(Self.png + [1], to: "BTC.png")
        await folders.refresh()
        #expect(record.decoded == 2 && icons.icon(of: bitcoin) != old && icons.icon(of: bitcoin) != nil)
        try FileManager.default.removeItem(atPath: scratch("BTC.png"))
        await folders.refresh()
        #expect(icons.icon(of: bitcoin) == nil)
    }

    /// The coin keeps its disc, and the log has one line for each file.
    @Test func picturesThatCannotBeUsedAreReportedOnce() async throws {
        let scratch = try Scratch()
        try scratch.write(Array("<svg onload='x'/>".utf8), to: "BTC.svg")
        try scratch.write(Self.png + [UInt8](repeating: 0, count: 100), to: "ETH.png")
        try FileManager.default.createDirectory(atPath: scratch("ADA.png"), withIntermediateDirectories: false)
        let (icons, record) = (CoinIcons(), Record())
        let folders = Self.folders([scratch.path], icons, record)
        await folders.refresh()
        await folders.refresh()
        #expect(Set(record.reports) == Set(["BTC.svg", "ETH.png", "ADA.png"].map { scratch($0) }) && record.reports.count == 3)
        for ticker in ["BTC", "ETH", "ADA"] { #expect(icons.icon(of: Self.asset("x", ticker)) == nil) }
    }

    /// Files beyond the limit are not read, and the log says so once, not at each reading.
    @Test func aFolderWithTooManyFilesIsReportedOnce() async throws {
        let scratch = try Scratch()
        try scratch.write(Self.svg(), to: "BTC.svg")
        try scratch.write(Self.svg(), to: "ZEC.svg")
        for number in 0..<IconFolders.maximumFiles { try scratch.write([], to: "C\(number).txt") }
        let (icons, record) = (CoinIcons(), Record())
        let folders = Self.folders([scratch.path], icons, record)
        await folders.refresh()
        await folders.refresh()
        #expect(record.reports == [scratch.path])
        #expect(icons.icon(of: Self.asset("bitcoin", "BTC")) != nil && icons.icon(of: Self.asset("zcash", "ZEC")) == nil)
        let error = IconFolderError.tooManyFiles(5002, maximum: 5000)
        #expect(error.description.contains("5002 files") && error.description.contains("first 5000"))
    }

    @Test func theFirstFolderCounts() async throws {
        let (own, kept, icons) = (try Scratch(), try Scratch(), CoinIcons())
        try own.write(Self.svg("red"), to: "BTC.svg")
        try kept.write(Self.svg("blue"), to: "BTC.svg")
        try kept.write(Self.svg("blue"), to: "ETH.svg")
        await Self.folders([own.path, kept.path], icons).refresh()
        let bitcoin = try #require(icons.icon(of: Self.asset("bitcoin", "BTC")))
        #expect(String(decoding: bitcoin.bytes, as: UTF8.self).contains("red"))
        #expect(icons.icon(of: Self.asset("ethereum", "ETH")) != nil)
    }

    // MARK: Downloads

    private struct Publisher: PriceProvider {
        let provider = Provider.coingecko
        let needsKey = false
        let record: Record

        func candles(
            of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double,
            progress: (@Sendable (Int) -> Void)?
        ) async throws(FeedError) -> FeedAnswer { throw FeedError(provider, asked: "candles", .unsupported) }

        func iconAddresses(of providerIDs: [String], deadlineSeconds: Double) async throws(FeedError) -> [String: URL] {
            record.note(providerIDs.joined(separator: ","))
            return Dictionary(uniqueKeysWithValues: providerIDs.map { ($0, URL(string: "https://example.com/\($0)")!) })
        }

        func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8] {
            switch address.lastPathComponent {
            case "broken": throw FeedError(provider, asked: "a picture", .noData)
            case "page": Array("<html>".utf8)
            default: IconTests.png
            }
        }
    }

    @Test func missingPicturesAreDownloadedOnce() async throws {
        let scratch = try Scratch()
        let (asked, failed) = (Record(), Record())
        let downloads = IconDownloads(from: Publisher(record: asked), to: scratch("icons")) { coin, _ in failed.note(coin) }
        let assets = ["bitcoin", "broken", "page", "other"].map { id in
            Asset(id: AssetID(id)!, ticker: Ticker("T")!, name: id, providerIDs: id == "other" ? [:] : [.coingecko: id])
        }
        try await downloads.fetch(for: assets)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("icons")) == ["bitcoin.png"])
        #expect(failed.reports == ["broken", "page"])
        try await downloads.fetch(for: assets)
        #expect(asked.reports == ["bitcoin,broken,page", "broken,page"])
    }
}
