import Digests
import Platform

/// A paper match that an owner has started.
package struct RecordedPaperMatch: Equatable, Sendable {
    /// `pm_` and 16 random hexadecimal digits.
    package let id: String
    package let match: PaperMatch
    /// In seconds since 1970-01-01 UTC.
    package let createdAt: Int
    /// The SHA-256 of the weights of the model that ``Strategy/followForecast`` followed when the match started; nil if it does not take
    /// part, or if the match is older than this column.
    package let modelSHA256: String?

    package init(id: String, match: PaperMatch, createdAt: Int, modelSHA256: String? = nil) {
        (self.id, self.match, self.createdAt, self.modelSHA256) = (id, match, createdAt, modelSHA256)
    }

    /// Returns the model of a result if it is not the one with which the match started. A match is computed anew with the current
    /// model each time it is viewed, so another model may change its past trades.
    ///
    /// - Returns: nil if it is the same model, if no forecast is followed, or if the first model is not known.
    package func otherModel(in result: PaperResult) -> PaperModel? {
        guard let modelSHA256, let model = result.model, model.sha256 != modelSHA256 else { return nil }
        return model
    }

    /// A new id of 64 random bits.
    static func makeID() -> String { "pm_" + RandomID.hexadecimal(digits: 16) }

    /// Whether a text has the form of an id.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 19 && text.hasPrefix("pm_") && Hexadecimal.isValid(text.utf8.dropFirst(3))
    }
}
