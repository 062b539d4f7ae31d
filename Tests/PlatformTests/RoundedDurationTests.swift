import Platform
import Testing

@Suite struct RoundedDurationTests {
    @Test(arguments: [
        (0, 0, RoundedDuration.Unit.seconds), (119, 119, .seconds), (120, 2, .minutes), (121, 3, .minutes), (7199, 120, .minutes),
        (7200, 2, .hours), (7201, 3, .hours), (86_400, 24, .hours), (172_799, 48, .hours), (172_800, 2, .days), (172_801, 3, .days),
    ])
    func aSpanIsRoundedUpInItsUnit(seconds: Int, count: Int, unit: RoundedDuration.Unit) {
        let duration = RoundedDuration(seconds: seconds)
        #expect(duration.count == count && duration.unit == unit)
    }
}
