import Languages

/// Prices of tables, titles and charts.
enum ShownPrice {
    private static let conventions = Conventions(of: .english)

    /// Returns a price with the digits that the pages show, and a hyphen for minus; the number itself from 1e21 on.
    static func text(_ value: Double) -> String {
        guard value.magnitude < 1e21 else { return "\(value)" }
        return (value < 0 ? "-" : "") + conventions.price(value.magnitude)
    }
}
