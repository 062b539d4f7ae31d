/// Powers of ten as doubles, each the nearest one. `pow` and `log10` differ in their last bit between the libraries of servers and
/// browsers; a table does not, and pages and scripts must write the same digits.
package enum PowerOfTen {
    private static let lowest = -30
    private static let powers: [Double] = (lowest...30).map { Double("1e\($0)") ?? 0 }

    /// Returns 10 to an exponent from -30 to 30.
    package static func value(_ exponent: Int) -> Double { powers[min(max(exponent, lowest), 30) - lowest] }

    /// Returns the largest exponent, from -30 to 30, whose power of ten is not above a positive value.
    package static func exponent(of value: Double) -> Int {
        var exponent = lowest
        for next in (lowest + 1)...30 where powers[next - lowest] <= value { exponent = next }
        return exponent
    }
}
