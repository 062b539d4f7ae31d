import Foundation
import JSONText
import Market
import MarketFeeds
import Synchronization
import Testing

/// A clock that advances only while something sleeps.
final class FakeTime: Sendable {
    private let state: Mutex<(uptime: Double, sleeps: [Double])> = Mutex((0, []))
    private let now: Int

    init(now: Int) { self.now = now }

    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// - Parameter random: the value of the jitter's generator.
    func clock(random: Double = 0.5) -> FeedClock {
        FeedClock(
            now: { [self] in now + Int(state.withLock { $0.uptime }) },
            uptime: { [self] in state.withLock { $0.uptime } },
            sleep: { [self] seconds in
                try Task.checkCancellation()
                state.withLock { state in
                    state.uptime += seconds
                    state.sleeps.append(seconds)
                }
            },
            random: { random })
    }
}

/// Answers from memory, for tests with thousands of answers.
struct ScriptedTransport: HTTPTransport {
    let answer: @Sendable (URL) -> HTTPAnswer

    func get(
        _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
    ) async throws(TransportError) -> HTTPAnswer { answer(url) }
}

/// A provider's documented answer, and its meaning.
struct Scene: Sendable, CustomTestStringConvertible {
    let provider: Provider
    let id: String
    let path: String
    let body: String
    let candles: [Candle]

    static let first = day("2024-02-27")
    static let last = day("2024-03-05")
    /// Noon of 2024-03-01: the 29th is the last day that has ended.
    static let now = day("2024-03-01").daysSince1970 * 86_400 + 43_200
    static let key = "s3cret-k3y"

    var testDescription: String { provider.rawValue }

    static func day(_ text: String) -> Day { Day(iso: text)! }
    static func seconds(_ text: String) -> Int { day(text).daysSince1970 * 86_400 }
    static func scene(_ provider: Provider) -> Scene { all.first { $0.provider == provider }! }

    /// Keys for all providers, one address, and no waiting between requests except where it is tested.
    static func settings(_ address: URL, keys: Bool = true) -> FeedSettings {
        var settings = FeedSettings()
        for provider in Provider.allCases {
            settings[provider].address = address
            settings[provider].requestsPerSecond = 1000
            if keys { settings[provider].key = FeedKey(key) }
        }
        return settings
    }

    func feed(_ settings: FeedSettings, _ time: FakeTime = FakeTime(now: now)) -> any PriceProvider {
        PriceFeeds(settings: settings, clock: time.clock())[provider]
    }

    func feed(answering answer: @escaping @Sendable (URL) -> HTTPAnswer) -> any PriceProvider {
        let settings = Self.settings(URL(string: "http://127.0.0.1:9")!)
        let transport = ScriptedTransport(answer: answer)
        return PriceFeeds(settings: settings, clock: FakeTime(now: Self.now).clock(), transport: transport)[provider]
    }

    func ask(_ feed: any PriceProvider, deadlineSeconds: Double = 60) async -> Result<FeedAnswer, FeedError> {
        do throws(FeedError) {
            return .success(
                try await feed.candles(
                    of: id, from: Self.first, through: Self.last, deadlineSeconds: deadlineSeconds, progress: nil))
        } catch { return .failure(error) }
    }
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension Scene {
    private static let days = ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"]

    private static func rows(_ row: (String, Int) -> String) -> String {
        days.enumerated().map { row($1, $0) }.joined(separator: ",")
    }

    private static func candles(volume: Double?, prices: Bool = true) -> [Candle] {
        days.prefix(3).enumerated().map { index, text in
            let close = 105.25 + Double(index)
            return Candle(
                day: day(text), open: prices ? 100.5 : nil, high: prices ? 110.75 : nil, low: prices ? 99.5 : nil, close: close,
                volume: volume)
        }
    }

    static let all: [Scene] = [binance, kraken, coinMetrics, coinbase, coinGecko, cryptoCompare, coinAPI, messari, frankfurter]

    static let binance = Scene(
        provider: .binance, id: "BTCUSDT", path: "/api/v3/klines",
        body: "["
            + rows { text, index in
                let open = seconds(text) * 1000
                return """
                    [\(open),"100.50000000","110.75000000","99.50000000","\(105.25 + Double(index))","148976.11427815",\
                    \(open + 86_399_999),"2434.50000000",308,"1756.87402397","28.46694368","0"]
                    """
            } + "]", candles: candles(volume: 2434.5))

    static let kraken = Scene(
        provider: .kraken, id: "XBTUSD", path: "/0/public/OHLC",
        body: "{\"error\":[],\"result\":{\"XXBTZUSD\":["
            + rows { text, index in
                "[\(seconds(text)),\"100.5\",\"110.75\",\"99.5\",\"\(105.25 + Double(index))\",\"104.5\",\"3.00000000\",139286]"
            } + "],\"last\":\(seconds("2024-02-29"))}}", candles: candles(volume: 313.5))

    static let coinMetrics = Scene(
        provider: .coinmetrics, id: "btc", path: "/timeseries/asset-metrics",
        body: "{\"data\":["
            + days.prefix(3).enumerated().map { index, text in
                "{\"asset\":\"btc\",\"time\":\"\(text)T00:00:00.000000000Z\",\"PriceUSD\":\"\(105.25 + Double(index))\"}"
            }.joined(separator: ",") + "]}", candles: candles(volume: nil, prices: false))

    static let coinbase = Scene(
        provider: .coinbase, id: "BTC-USD", path: "/products/BTC-USD/candles",
        body: "["
            + days.enumerated().reversed().map { index, text in
                "[\(seconds(text)),99.5,110.75,100.5,\(105.25 + Double(index)),17.20]"
            }.joined(separator: ",") + "]", candles: candles(volume: nil))

    static let coinGecko = Scene(
        provider: .coingecko, id: "bitcoin", path: "/coins/bitcoin/market_chart",
        body: {
            let moments = days.map { seconds($0) * 1000 } + [now * 1000 + 41]
            func points(_ value: (Int) -> String) -> String {
                moments.enumerated().map { "[\($1),\(value($0))]" }.joined(separator: ",")
            }
            return "{\"prices\":[\(points { "\(104.25 + Double($0))" })],\"market_caps\":[\(points { _ in "1560631481361.8042" })],"
                + "\"total_volumes\":[\(points { _ in "313.5" })]}"
        }(), candles: candles(volume: 313.5, prices: false))

    static let cryptoCompare = Scene(
        provider: .cryptocompare, id: "BTC", path: "/data/v2/histoday",
        body: "{\"Response\":\"Success\",\"Message\":\"\",\"HasWarning\":false,\"Type\":100,\"RateLimit\":{},\"Data\":"
            + "{\"Aggregated\":false,\"TimeFrom\":\(seconds(days[0])),\"TimeTo\":\(seconds(days[3])),\"Data\":["
            + "{\"time\":\(seconds("2024-02-26")),\"high\":0,\"low\":0,\"open\":0,\"volumefrom\":0,\"volumeto\":0,\"close\":0},"
            + rows { text, index in
                "{\"time\":\(seconds(text)),\"high\":110.75,\"low\":99.5,\"open\":100.5,\"volumefrom\":27233.93,"
                    + "\"volumeto\":313.5,\"close\":\(105.25 + Double(index)),\"conversionType\":\"direct\",\"conversionSymbol\":\"\"}"
            } + "]}}", candles: candles(volume: 313.5))

    static let coinAPI = Scene(
        provider: .coinapi, id: "BITSTAMP_SPOT_BTC_USD", path: "/v1/ohlcv/BITSTAMP_SPOT_BTC_USD/history",
        body: "["
            + rows { text, index in
                "{\"time_period_start\":\"\(text)T00:00:00.0000000Z\",\"time_period_end\":\"\(day(text) + 1)T00:00:00.0000000Z\","
                    + "\"time_open\":\"\(text)T00:00:01.1234567Z\",\"time_close\":\"\(text)T23:59:46.0000000Z\","
                    + "\"price_open\":100.5,\"price_high\":110.75,\"price_low\":99.5,\"price_close\":\(105.25 + Double(index)),"
                    + "\"volume_traded\":16.903274550,\"trades_count\":31}"
            } + "]", candles: candles(volume: nil))

    static let messari = Scene(
        provider: .messari, id: "bitcoin", path: "/api/v1/assets/bitcoin/metrics/price/time-series",
        body: "{\"status\":{\"elapsed\":72,\"timestamp\":\"2021-08-30T15:26:56.919197666Z\"},\"data\":{\"symbol\":\"BTC\","
            + "\"parameters\":{\"columns\":[\"timestamp\",\"open\",\"high\",\"low\",\"close\",\"volume\"]},\"values\":["
            + rows { text, index in "[\(seconds(text) * 1000),100.5,110.75,99.5,\(105.25 + Double(index)),313.5]" } + "]}}",
        candles: candles(volume: 313.5))

    static let frankfurter = Scene(
        provider: .frankfurter, id: "EUR", path: "/v1/2024-02-27..2024-02-29",
        body: "{\"amount\":1.0,\"base\":\"EUR\",\"start_date\":\"2024-02-27\",\"end_date\":\"2024-03-01\",\"rates\":{"
            + rows { text, index in "\"\(text)\":{\"USD\":\(105.25 + Double(index))}" } + "}}",
        candles: candles(volume: nil, prices: false))
}
