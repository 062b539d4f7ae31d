import Platform
import Testing

@Suite struct SuccessesTests {
    private enum Fault: Error, Equatable {
        case of(Int)
    }

    @Test func failuresKeepTheirPlaces() throws {
        let results: [Result<Int, Fault>] = [.success(10), .failure(.of(1)), .success(30), .failure(.of(3))]
        let successes = Successes(results)
        #expect(successes.values == [10, 30])
        #expect(successes.merging(["ten", "thirty"]) == [.success("ten"), .failure(.of(1)), .success("thirty"), .failure(.of(3))])
        let outputs: [Result<String, Fault>] = [.failure(.of(10)), .success("thirty")]
        #expect(successes.merging(outputs) == [.failure(.of(10)), .failure(.of(1)), .success("thirty"), .failure(.of(3))])
    }

    @Test func nothingButFailuresHasNoValues() {
        let successes = Successes<Int, Fault>([.failure(.of(0))])
        #expect(successes.values.isEmpty)
        #expect(successes.merging([String]()) == [.failure(.of(0))])
    }
}
