import Forecasting
import Market
import Platform
import Text

/// The reason why a folder's files are not served, in two texts.
struct ModelFault: Sendable {
    /// For clients, which may be unauthenticated: names the model's files, but no paths.
    let clientMessage: String
    /// For the log, with paths.
    let detail: String

    /// Creates both texts.
    ///
    /// - Parameter folder: the folder from which the version was read.
    init(_ error: ModelError, folder: String) {
        detail = error.description
        switch error {
        case .readsNoPrices: clientMessage = "its transform is \"none\": it reads raw numbers, not prices"
        case .notOneSeries(_, _, let inputs, let outputs):
            clientMessage =
                "it has \(inputs.counted("input")) and \(outputs.counted("output")); a forecast of closes takes a model with one of each, or with a head "
                + "that says what several outputs are"
        default: clientMessage = error.description.replacing(folder + "/", with: "").replacing(folder, with: "its folder")
        }
    }
}

extension FileError {
    /// Returns the description with the path replaced by `words`.
    func description(replacingPathWith words: String) -> String { description.replacing(path, with: words) }
}
