import Forecasting
import Platform

/// Why a folder's files are not what is served, in two texts.
struct ModelFault: Sendable {
    /// For whoever asks, who may have no token: it names files of the model, and no place on this machine.
    let told: String
    /// For the log, with paths.
    let detail: String

    /// - Parameter folder: of the version, as the model was read from it.
    init(_ error: ModelError, folder: String) {
        detail = error.description
        switch error {
        case .readsNoPrices: told = "its transform is \"none\": it reads raw numbers, not prices"
        case .notOneSeries(_, _, let inputs, let outputs):
            told =
                "it has \(inputs) inputs and \(outputs) outputs; a forecast of closes takes a model with one of each, or with a head "
                + "that says what several outputs are"
        default: told = error.description.replacing(folder + "/", with: "").replacing(folder, with: "its folder")
        }
    }
}

extension FileError {
    /// What went wrong, with words in the place of the path.
    func told(as words: String) -> String { description.replacing(path, with: words) }
}
