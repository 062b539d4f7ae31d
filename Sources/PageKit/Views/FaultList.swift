/// Faults of closes and files, in the form of the pages' lists.
extension Words {
    /// Returns a sentence for each fault, with its line if it has one, and one with the number of omitted faults.
    package func faultList(_ faults: [(line: Int?, sentence: String)], most: Int = 8) -> [String] {
        let shown = faults.prefix(most).map { line, sentence in
            (line.map { self("fault.line", ["line": format.price(Double($0), decimals: 0)]) + " " } ?? "") + sentence
        }
        let more = faults.count - shown.count
        return more > 0 ? shown + [self("fault.more", n: more)] : shown
    }
}
