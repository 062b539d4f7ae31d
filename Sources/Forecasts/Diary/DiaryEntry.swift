import Forecasting
import Glibc
import Market

/// A forecast recorded as it was issued, so that it can be compared with the closes that followed.
package struct DiaryEntry: Equatable, Sendable {
    /// The model of a forecast.
    package struct Model: Hashable, Sendable {
        /// The version of a model whose folder has no versions.
        package static let unversioned = "1"

        /// The name in its configuration.
        package let name: String
        /// Its version in the catalogue.
        package let version: String
        /// The SHA-256 of its weights, 64 lower-case hexadecimal digits.
        package let sha256: String

        package init(name: String, version: String = Model.unversioned, sha256: String) {
            (self.name, self.version, self.sha256) = (name, version, sha256)
        }
    }

    /// The settings that change a forecast, besides the model and the closes.
    package struct Settings: Hashable, Sendable {
        /// The number of days forecast.
        package let days: Int
        /// The number of sample paths; 0 for a model that draws none.
        package let paths: Int
        /// The seed of the sample paths; 0 for a model that draws none.
        package let seed: UInt64
        /// How the values after the first were computed.
        package let decode: DecodeMode

        /// Creates settings.
        package init(days: Int, paths: Int, seed: UInt64, decode: DecodeMode = .recursive) {
            (self.days, self.paths, self.seed, self.decode) = (days, paths, seed, decode)
        }
    }

    /// The asset that is forecast.
    package let asset: AssetID
    /// The last day that the model saw.
    package let cutoff: Day
    /// When the forecast was issued, in seconds since 1970-01-01 UTC.
    package let issuedAt: Int
    package let model: Model
    /// The SHA-256 of the closes that the model read, and of their days (``InputHash``).
    package let inputSHA256: String
    package let settings: Settings
    /// The close of the cutoff, in quote currency per coin.
    package let lastClose: Double
    /// The forecast and the naive forecast of each day.
    package let numbers: DiaryNumbers

    /// Creates an entry.
    ///
    /// - Precondition: `numbers` cover `settings.days` days.
    package init(
        asset: AssetID, cutoff: Day, issuedAt: Int, model: Model, inputSHA256: String, settings: Settings, lastClose: Double,
        numbers: DiaryNumbers
    ) {
        precondition(numbers.days == settings.days, "numbers and settings must have the same days")
        (self.asset, self.cutoff, self.issuedAt, self.model) = (asset, cutoff, issuedAt, model)
        (self.inputSHA256, self.settings, self.lastClose, self.numbers) = (inputSHA256, settings, lastClose, numbers)
    }

    /// Returns the expected close of a step, counted from 1, in quote currency per coin.
    package func point(step: Int) -> Double { price(numbers.points[step - 1]) }

    /// Returns the closes of a step at ``DiaryNumbers/levels``; nil for a point forecast.
    package func quantiles(step: Int) -> [Double]? { numbers.hasQuantiles ? row(numbers.quantiles, step) : nil }

    /// Returns the naive forecast's closes of a step at ``DiaryNumbers/levels``.
    package func naiveQuantiles(step: Int) -> [Double] { row(numbers.naiveQuantiles, step) }

    private func row(_ quantiles: [Float], _ step: Int) -> [Double] {
        let width = DiaryNumbers.levels.count
        return quantiles[(step - 1) * width..<step * width].map(price)
    }

    private func price(_ logarithm: Float) -> Double { lastClose * exp(Double(logarithm)) }

    /// The last day forecast.
    package var lastDay: Day { cutoff + settings.days }

    /// Whether the entry was issued more than two days after its cutoff had ended: too late to count as made in advance.
    package var isLate: Bool { issuedAt > (cutoff + 3).daysSince1970 * 86_400 }

    /// The first step whose day had not ended when the entry was issued; scoring starts there. A late entry is scored on all of
    /// its days.
    package var firstStep: Int { isLate ? 1 : max(1, Day(secondsSince1970: issuedAt) - cutoff) }
}

/// A stored entry.
package struct KeptEntry: Equatable, Sendable {
    /// Its number; later entries have larger numbers.
    package let id: Int64
    package let entry: DiaryEntry
    /// Whether no earlier entry has the same asset, cutoff and model. Only first entries count: forecasting again with other
    /// settings is no second try.
    package let isFirst: Bool

    package init(id: Int64, entry: DiaryEntry, isFirst: Bool) { (self.id, self.entry, self.isFirst) = (id, entry, isFirst) }
}
