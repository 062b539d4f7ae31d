import Testing
import Text

@Suite struct CountedNounTests {
    @Test func onlyACountOfOneIsSingular() {
        #expect([0, 1, 2].map { $0.counted("close") } == ["0 closes", "1 close", "2 closes"])
    }

    @Test func anotherPluralMayIncludeTheVerb() {
        #expect([1, 2].map { $0.counted("day is", "days are") } == ["1 day is", "2 days are"])
    }
}
