import ArgumentParser
import Forecasting
import Market

/// Options for closes that are missing or wrong.
struct RepairOptions: ParsableArguments {
    enum Fill: String, ExpressibleByArgument, CaseIterable {
        case previous
    }

    @Option(help: ArgumentHelp("Fill missing and bad closes with the previous close.", valueName: "how"))
    var fill: Fill?

    @OptionGroup var skipOption: SkipDayOption

    func add(to request: inout ForecastRequest) {
        (request.fillsWithPrevious, request.skippedDays) = (fill == .previous, skipOption.skipDay)
    }
}

/// The option that leaves out wrong closes.
struct SkipDayOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Leave out the close of a day; forecasts use the previous close instead. Repeat the option for more days.",
            valueName: "date"), transform: Day.argument)
    var skipDay: [Day] = []
}
