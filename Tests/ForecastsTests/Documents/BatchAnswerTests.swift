import Forecasting
import Forecasts
import JSONText
import Market
import Testing

@Suite struct BatchAnswerTests {
    @Test(arguments: 0..<100 as Range<UInt64>) func anAnswerIsOneLineOfJSONThatIsKnownAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ids = ["", #""id":"a\"\\\n","#, #""id":-1.5e3,"#]
        let id = ids[random.index(below: ids.count)]
        let last = random.index(below: 2) == 0 ? #""last":"2025-02-20","# : ""
        var record = BatchLine()
        try record.read(Array("{\(id)\(last)\"closes\":[1]}".utf8))
        let forecast = Samples.forecast(&random, hasDistribution: random.index(below: 2) == 0)
        let plan = Samples.plan([0.1, 0.9])
        let problem = BatchLine.Fault(code: "jump", message: "a \"quoted\" message,\nof two lines")
        let good = BatchAnswer.forecast(forecast, of: record, line: 3, plan)
        let bad = BatchAnswer.problem(problem, of: record, line: 3)
        for (answer, isProblem) in [(good, false), (bad, true)] {
            #expect(answer.last == 0x0A && answer.count { $0 == 0x0A } == 1, "seed \(seed)")
            let line = Array(answer.dropLast())
            #expect(BatchAnswer.isWhole(line) && BatchAnswer.isProblem(line) == isProblem, "seed \(seed)")
            let value = try JSONValue(parsing: line)
            #expect(value["id"] == (try JSONValue(parsing: Array("{\(id)\"x\":0}".utf8)))["id"], "seed \(seed)")
            #expect(isProblem || id.isEmpty ? value["line"]?.integer == 3 : value["line"] == nil)
            #expect((value["error"] != nil) == isProblem && (value["values"] != nil) == !isProblem)
            if isProblem { #expect(value["error"]?["message"]?.string == problem.message) }
            if !isProblem { #expect((value["cutoff"] != nil) == !last.isEmpty) }
        }
    }

    /// A crash cuts off a write anywhere, or leaves zeros in place of blocks.
    @Test(arguments: 0..<20 as Range<UInt64>) func noTornAnswerIsWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var record = BatchLine()
        try record.read(Array(#"{"id":"a","last":"2025-02-20","closes":[1]}"#.utf8))
        let forecast = Samples.forecast(&random)
        let answers = [
            BatchAnswer.forecast(forecast, of: record, line: 1, Samples.plan([0.1, 0.9])),
            BatchAnswer.problem(BatchLine.Fault(code: "a", message: "b"), of: record, line: 1),
        ]
        for answer in answers {
            let line = Array(answer.dropLast())
            for length in 0..<line.count { #expect(!BatchAnswer.isWhole(Array(line[..<length])), "seed \(seed): \(length)") }
            for start in 1..<line.count { #expect(!BatchAnswer.isWhole(Array(line[start...])) || line[start] == 0x7B) }
            var zeroed = line
            zeroed[random.index(below: line.count)] = 0
            #expect(!BatchAnswer.isWhole(zeroed), "seed \(seed)")
        }
        #expect(!BatchAnswer.isWhole([]) && !BatchAnswer.isWhole(Array("[]}".utf8)) && !BatchAnswer.isWhole(Array("{}".utf8)))
    }
}
