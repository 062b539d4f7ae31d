import Alerts
import Market
import PortfolioWorld
import Storage
import Testing

/// The order in which alerts fire.
@Suite struct AlertOrderTests {
    @Test func alertsOfSeveralSeriesFireInTheOrderOfTheirFigures() async throws {
        let world = try AlertWorld()
        let first = world.today - 4
        try await world.close(100, of: bitcoin, on: first)
        try await world.close(10, of: ethereum, on: first)
        for (coin, threshold) in [(bitcoin, 90), (ethereum, 9)] {
            _ = try await world.alerts().add(
                draft(
                    #"{"measure":"price","asset":"\#(coin)","direction":"below","threshold":"\#(threshold)","repeats":true}"#),
                of: "ann")
        }
        for (day, price) in [100.0, 80, 100].enumerated() { try await world.close(price, of: bitcoin, on: first + 1 + day) }
        for (day, price) in [8.0, 10, 7].enumerated() { try await world.close(price, of: ethereum, on: first + 1 + day) }
        let fired = try await world.work().firings()
        #expect(fired.map(\.time.seconds) == [first + 1, first + 2, first + 3].map(\.end))
        #expect(fired.map(\.value) == [8, 80, 7])
        #expect(try await world.work().firings().isEmpty)
    }
}
