import Forecasting
import Glibc
import Market

/// A forecast as it was issued, kept unchanged, so that it can be held against the closes that came.
package struct DiaryEntry: Equatable, Sendable {
    /// The model that made it.
    package struct Model: Hashable, Sendable {
        /// The version of a model whose folder names none.
        package static let unversioned = "1"

        /// What its configuration calls it.
        package let name: String
        /// Which of its versions, as the catalogue has it.
        package let version: String
        /// The hash of its weights, 64 lower-case hexadecimal digits.
        package let sha256: String

        /// A model.
        package init(name: String, version: String = Model.unversioned, sha256: String) {
            (self.name, self.version, self.sha256) = (name, version, sha256)
        }
    }

    /// What changes a forecast beside the model and the closes.
    package struct Settings: Hashable, Sendable {
        /// How many days are forecast.
        package let days: Int
        /// How many sample paths were drawn; 0 for a model that draws none.
        package let paths: Int
        /// Of the sample paths; 0 for a model that draws none.
        package let seed: UInt64
        /// How the values after the first one were made.
        package let decode: DecodeMode

        /// Settings.
        package init(days: Int, paths: Int, seed: UInt64, decode: DecodeMode = .recursive) {
            (self.days, self.paths, self.seed, self.decode) = (days, paths, seed, decode)
        }
    }

    /// Whose closes are forecast.
    package let asset: AssetID
    /// The last day that the model saw.
    package let cutoff: Day
    /// Seconds since 1970-01-01 UTC.
    package let issuedAt: Int
    /// What made it.
    package let model: Model
    /// SHA-256 of the exact closes that the model read, and their days, as ``InputHash`` has it.
    package let inputSHA256: String
    /// How it was made.
    package let settings: Settings
    /// The close of the cutoff, in quote currency per coin.
    package let lastClose: Double
    /// What it says of each day, and what the naive forecast does.
    package let numbers: DiaryNumbers

    /// An entry; `numbers` are of `settings.days` days.
    package init(
        asset: AssetID, cutoff: Day, issuedAt: Int, model: Model, inputSHA256: String, settings: Settings, lastClose: Double,
        numbers: DiaryNumbers
    ) {
        precondition(numbers.days == settings.days, "numbers and settings must have the same days")
        (self.asset, self.cutoff, self.issuedAt, self.model) = (asset, cutoff, issuedAt, model)
        (self.inputSHA256, self.settings, self.lastClose, self.numbers) = (inputSHA256, settings, lastClose, numbers)
    }

    /// The expected close of a step, from 1, in quote currency per coin.
    package func point(step: Int) -> Double { price(numbers.points[step - 1]) }

    /// The closes of a step at ``DiaryNumbers/levels``; nil for a forecast of points.
    package func quantiles(step: Int) -> [Double]? { numbers.hasQuantiles ? row(numbers.quantiles, step) : nil }

    /// The same of the naive forecast.
    package func naiveQuantiles(step: Int) -> [Double] { row(numbers.naiveQuantiles, step) }

    private func row(_ quantiles: [Float], _ step: Int) -> [Double] {
        let width = DiaryNumbers.levels.count
        return quantiles[(step - 1) * width..<step * width].map(price)
    }

    private func price(_ logarithm: Float) -> Double { lastClose * exp(Double(logarithm)) }

    /// The last day that it forecasts.
    package var lastDay: Day { cutoff + settings.days }

    /// Whether it was issued after the close of the second day after its cutoff: too late to have been made ahead of its days.
    package var isLate: Bool { issuedAt > (cutoff + 3).daysSince1970 * 86_400 }

    /// The first step whose day had not ended when it was issued. An entry is scored from it on; a late one over all of its days.
    package var firstStep: Int { isLate ? 1 : max(1, Day(secondsSince1970: issuedAt) - cutoff) }
}

/// An entry as it is kept.
package struct KeptEntry: Equatable, Sendable {
    /// Its number; later ones are larger.
    package let id: Int64
    /// What was kept.
    package let entry: DiaryEntry
    /// Whether no earlier entry is of the same asset, cutoff and model. Only these count: who forecasts again with other settings does
    /// not get another try.
    package let isFirst: Bool

    /// A kept entry.
    package init(id: Int64, entry: DiaryEntry, isFirst: Bool) { (self.id, self.entry, self.isFirst) = (id, entry, isFirst) }
}
