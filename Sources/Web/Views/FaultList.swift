/// Faults of closes and files, in the form of the pages' lists.
extension Words {
    /// The maximum number of faults in a list; further ones are counted.
    private static let mostFaults = 8

    /// Returns a sentence for each fault, with its line if it has one, and one with the number of omitted faults.
    func faultList(_ faults: [(line: Int?, sentence: String)]) -> [String] {
        let shown = faults.prefix(Self.mostFaults).map { line, sentence in
            (line.map { self("fault.line", ["line": format.price(Double($0), decimals: 0)]) + " " } ?? "") + sentence
        }
        let more = faults.count - shown.count
        return more > 0 ? shown + [self("fault.more", n: more)] : shown
    }
}
