import Forecasting
import JSONText
import Market

/// A price in JSON and CSV: 8 significant digits, more than a forecast in single precision has.
package func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

extension JSONWriter {
    /// Writes an ``exported(_:)`` price.
    package mutating func price(_ price: Double) {
        if !decimal(price, significantDigits: 8) { number(exported(price)) }
    }
}
