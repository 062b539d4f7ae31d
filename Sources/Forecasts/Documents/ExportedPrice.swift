import Forecasting
import JSONText
import Market
import Records

/// Returns a price for JSON and CSV: 8 significant digits, more than a single-precision forecast has.
package func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

extension JSONWriter {
    /// Writes an ``exported(_:)`` price.
    package mutating func price(_ price: Double) {
        if !decimal(price, significantDigits: 8) { number(exported(price)) }
    }

    /// Writes a seed as digits, because many JSON readers represent numbers exactly only up to 2^53.
    mutating func seed(_ seed: UInt64) { verbatim(Array(seed.description.utf8)) }
}

extension Document.Member {
    /// An ``exported(_:)`` price.
    static func price(
        _ name: String, _ schema: Schema, _ note: String? = nil, _ price: @escaping @Sendable (Value) -> Double
    ) -> Self {
        .any(name, schema, note) { $1.price(price($0)) }
    }
}
