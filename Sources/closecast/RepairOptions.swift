import ArgumentParser
import Forecasting
import Market

/// Options for closes that are missing or wrong.
struct RepairOptions: ParsableArguments {
    enum Fill: String, ExpressibleByArgument, CaseIterable {
        case previous
    }

    @Option(help: ArgumentHelp("Fill missing and bad closes with the close before.", valueName: "how"))
    var fill: Fill?

    @Option(
        help: ArgumentHelp(
            "Leave out the close of a day, which the one before stands in for; repeat the option for more days.", valueName: "date"),
        transform: Day.argument)
    var skipDay: [Day] = []

    func add(to request: inout ForecastRequest) {
        (request.fillsWithPrevious, request.skippedDays) = (fill == .previous, skipDay)
    }
}
