import ArgumentParser
import Forecasting
import Platform

extension DecodeMode: ExpressibleByArgument {}

/// Options that choose the model and how it decodes.
struct ModelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A model's name or folder.", valueName: "name|dir"), completion: .models)
    var model = ModelFolder.defaultName

    @Option(
        help: ArgumentHelp(
            "recursive carries the state on; sliding-window restarts on the last 500 days before each step (models without sample paths).",
            valueName: "how"))
    var decode = DecodeMode.recursive

    func folder() throws(Failure) -> ModelFolder { try Resources.modelFolder(model, option: "--model DIR") }

    func forecaster() throws(Failure) -> Forecaster { try forecaster(try folder()) }

    /// - Parameter folder: the folder of ``model``.
    func forecaster(_ folder: ModelFolder) throws(Failure) -> Forecaster {
        do throws(ModelError) {
            return try Forecaster(folder, mode: decode)
        } catch {
            throw Failure(error)
        }
    }
}

/// The number of days to forecast.
struct DaysOption: ParsableArguments {
    @Option(help: ArgumentHelp("Days to forecast, 1 to the model's horizon (default: all of it, 96).", valueName: "n"))
    var days: Int?
}

/// The number of threads to compute on.
struct ThreadsOption: ParsableArguments {
    @Option(help: ArgumentHelp("Threads to compute on (default: one per processor).", valueName: "n"))
    var threads: Int?

    func validate() throws {
        if let threads, !(1...1024).contains(threads) {
            throw ValidationError("--threads \(threads): give 1 to 1024")
        }
    }

    var count: Int { threads ?? ProcessState.processorCount }
}
