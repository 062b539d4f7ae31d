import Forecasting
import Forecasts
import Market
import Testing

@Suite struct BatchSeriesTests {
    @Test func problemsKeepTheirPlacesAmongForecasts() throws {
        let lines = [#"{"id":1,"closes":[1,2]}"#, #"{"id":2,"closes":"x"}"#, #"{"closes":[3,0]}"#, #"{"id":4,"closes":[5]}"#]
        let block = BatchBlock(lines.enumerated().map { BatchSeries(Array($1.utf8), line: $0 + 1, need: 2) })
        #expect(block.histories.map(\.closes) == [[1, 2], [5]])
        var random = SeededGenerator(seed: 7)
        let forecast = Samples.forecast(&random, hasDistribution: false)
        let short = ForecastError.historyTooShort(ticker: Ticker("LINE-4")!, have: 1, need: 2)
        let results = block.results([.success(forecast), .failure(short)])
        let answers = zip(block.series, results).map { String(decoding: $0.answer($1, Samples.plan([])), as: UTF8.self) }
        #expect(answers[0].hasPrefix(#"{"id":1,"#) && answers[0].contains(#""values":"#))
        #expect(answers[1].hasPrefix(#"{"id":2,"line":2,"error":{"code":"invalid-value""#), "the id before the fault is kept")
        #expect(answers[2].hasPrefix(#"{"line":3,"error":{"code":"bad-close""#))
        #expect(answers[3].hasPrefix(#"{"id":4,"line":4,"error":{"code":"\#(short.code)""#))
        #expect(answers.allSatisfy { $0.hasSuffix("\n") })
    }
}
