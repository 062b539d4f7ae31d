extension Int {
    /// This count with its noun, such as "1 day" and "30 days".
    ///
    /// - Parameters:
    ///   - singular: the noun for a count of 1.
    ///   - plural: the noun for any other count; by default the singular with an "s". It may include the verb:
    ///     `missing.counted("day is", "days are")`.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}
