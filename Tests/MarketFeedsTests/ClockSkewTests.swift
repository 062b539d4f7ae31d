import Market
import MarketFeeds
import Testing

/// Detecting a wrong clock by a provider's `Date` header.
@Suite struct ClockSkewTests {
    /// Noon of 2024-03-01; every scene has this day's candle, which has not ended.
    private static let date = "Fri, 01 Mar 2024 12:00:00 GMT"

    private func ask(_ scene: Scene, aheadSeconds: Int, _ headers: [String: String]) async -> (Result<FeedAnswer, FeedError>, Int) {
        let transport = ScriptedTransport { _ in HTTPAnswer(status: 200, headers: headers, body: Array(scene.body.utf8)) }
        var settings = FeedSettings()
        for provider in Provider.allCases {
            (settings[provider].key, settings[provider].requestsPerSecond) = (FeedKey(Scene.key), 1000)
        }
        let feeds = PriceFeeds(
            settings: settings, clock: FakeTime(now: Scene.now + aheadSeconds).clock(), transport: transport)
        let answer = await scene.ask(feeds[scene.provider])
        return (answer, feeds.clockAheadSeconds)
    }

    @Test(arguments: Scene.all) func aClockADayAheadMakesNoUnfinishedDayAFinishedOne(scene: Scene) async throws {
        let (result, ahead) = await ask(scene, aheadSeconds: 86_400, ["date": Self.date])
        let answer = try result.get()
        #expect(answer.candles == scene.candles, "as with a clock that is right")
        guard case .clockAhead(let seconds)? = answer.cutShortBy?.reason else {
            Issue.record("\(String(describing: answer.cutShortBy))")
            return
        }
        #expect(seconds == ahead && (86_400...86_460).contains(ahead))
        #expect("\(answer.cutShortBy!)".contains("1440 minutes ahead"))
    }

    /// The clock is trusted without a header, and with the header of an old cached answer.
    @Test(arguments: [[:], ["date": "yesterday"], ["date": "Thu, 29 Feb 2024 12:00:00 GMT", "age": "86400"], ["date": date]])
    func aCorrectClockIsTrusted(headers: [String: String]) async throws {
        let (result, ahead) = await ask(.scene(.binance), aheadSeconds: 0, headers)
        #expect(try result.get().candles == Scene.scene(.binance).candles && ahead == 0)
        #expect(try result.get().cutShortBy == nil)
    }

    @Test func aSlowClockIsReportedAndNothingIsLeftOut() async throws {
        let scene = Scene.scene(.kraken)
        let (result, ahead) = await ask(scene, aheadSeconds: -86_400, ["date": Self.date])
        #expect(try result.get().candles == Array(scene.candles.dropLast()), "the day that our clock says has not ended")
        #expect((-86_400 ... -86_340).contains(ahead))
        #expect(try result.get().cutShortBy == nil)
    }

    @Test func ifNoDaysAreLeftTheClockIsNamedAsTheReason() async throws {
        let scene = Scene.scene(.binance)
        let (result, _) = await ask(scene, aheadSeconds: 86_400, ["date": "Sun, 25 Feb 2024 12:00:00 GMT"])
        guard case .clockAhead? = result.failure?.reason else {
            Issue.record("\(result)")
            return
        }
    }
}
