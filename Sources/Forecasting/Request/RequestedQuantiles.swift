import Market

/// A quantile's level in column and member names: `0.025`.
package func quantileName(_ quantile: Double) -> String { PriceText.significant(quantile, digits: 12) }

/// The quantiles that a forecast shows, and the bands whose ends they are.
package struct RequestedQuantiles: Equatable, Sendable {
    /// Central bands in percent, ascending; empty if quantiles were requested.
    package let levels: [Double]
    /// Between 0 and 1, ascending.
    package let quantiles: [Double]
    /// Whether the user requested them.
    package let isChosen: Bool

    /// The quantiles at the ends of bands.
    package init(levels: [Double], isChosen: Bool) {
        self.levels = Set(levels).sorted()
        quantiles = Set(levels.flatMap { Self.ends(of: $0) }).sorted()
        self.isChosen = isChosen
    }

    /// Requested quantiles.
    package init(quantiles: [Double]) {
        levels = []
        self.quantiles = Set(quantiles).sorted()
        isChosen = true
    }

    /// The quantiles at a band's ends, as people write them: 0.025, not 0.025000000000000022.
    package static func ends(of level: Double) -> [Double] {
        [(100 - level) / 200, (100 + level) / 200].map { PriceText.rounded($0, digits: 12) }
    }
}
