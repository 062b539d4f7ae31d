import Foundation
import LoopbackServer
import Market
import MarketFeeds
import Testing

/// Rates of currencies, against a server that answers as Frankfurter's documentation describes.
@Suite(.serialized) struct FrankfurterTests {
    private func fetch(
        _ code: String, from first: String, through last: String, _ reply: @escaping @Sendable (Int) -> LoopbackServer.Reply
    ) async throws -> (Result<FeedAnswer, FeedError>, [LoopbackServer.Request]) {
        let server = LoopbackServer { _, number in reply(number) }
        defer { server.stop() }
        let feed = Scene.frankfurter.feed(Scene.settings(server.address))
        do throws(FeedError) {
            let answer = try await feed.candles(
                of: code, from: Scene.day(first), through: Scene.day(last), deadlineSeconds: 60, progress: nil)
            return (.success(answer), server.requests)
        } catch {
            return (.failure(error), server.requests)
        }
    }

    /// A weekend has no rates, and a currency may not be quoted on a day. The dollar and the currency are those of one day.
    @Test func aRateIsThatOfTheDollarDividedByTheCurrencys() async throws {
        let (result, requests) = try await fetch("SEK", from: "2024-02-23", through: "2024-02-28") { _ in
            .json(
                """
                {"amount":1.0,"base":"EUR","start_date":"2024-02-22","end_date":"2024-02-28","rates":{
                "2024-02-22":{"SEK":11.1,"USD":1.07},"2024-02-23":{"SEK":11.164,"USD":1.0834},"2024-02-26":{"SEK":11.1835,"USD":"1.0852"},
                "2024-02-27":{"USD":1.0856},"2024-02-28":{"SEK":11.208}}}
                """)
        }
        let answer = try result.get()
        #expect(answer.candles.map(\.day) == [Scene.day("2024-02-23"), Scene.day("2024-02-26")])
        #expect(answer.candles.map(\.close) == [1.0834 / 11.164, 1.0852 / 11.1835])
        #expect(answer.source == "frankfurter" && answer.gaps == [Scene.day("2024-02-24")...Scene.day("2024-02-25")])
        #expect(requests.map(\.path) == ["/v1/2024-02-23..2024-02-28"])
        #expect(requests[0].query["base"] == "EUR" && requests[0].query["symbols"] == "USD,SEK")
    }

    @Test func aCenturyIsAskedForInPagesOfTenYears() async throws {
        let (result, requests) = try await fetch("EUR", from: "2004-01-01", through: "2024-02-29") { _ in
            .json(#"{"amount":1.0,"base":"EUR","rates":{"2024-02-29":{"USD":1.08}}}"#)
        }
        #expect(try result.get().candles.map(\.close) == [1.08])
        #expect(requests.count == 3 && requests.allSatisfy { $0.query["symbols"] == "USD" })
    }

    @Test(arguments: [
        (404, #"{"message":"not found"}"#, FeedError.Reason.unknownAsset("KZT")),
        (422, #"{"message":"invalid currency"}"#, .unknownAsset("KZT")),
        (200, #"{"amount":1.0,"base":"EUR","rates":{}}"#, .noData),
        (
            200, #"{"amount":1.0,"base":"USD","rates":{"2024-02-28":{"USD":1}}}"#,
            .malformed(what: "another base than EUR", place: "the answer")
        ),
        (200, #"{"amount":1.0,"base":"EUR","rates":[]}"#, .malformed(what: "no object", place: "\"rates\"")),
        (200, #"{"amount":1.0,"base":"EUR","rates":{"x":{"USD":1}}}"#, .malformed(what: "no day", place: "\"rates\"")),
        (429, "{}", .rateLimited(retryAfterSeconds: nil)),
    ])
    func whatIsNotARateIsAnError(status: Int, body: String, reason: FeedError.Reason) async throws {
        let feed = Scene.frankfurter.feed { _ in HTTPAnswer(status: status, body: Array(body.utf8)) }
        do throws(FeedError) {
            _ = try await feed.candles(
                of: "KZT", from: Scene.first, through: Scene.last, deadlineSeconds: 60, progress: nil)
            Issue.record("\(body) was accepted")
        } catch {
            #expect(error.reason == reason, "\(error)")
        }
    }
}
