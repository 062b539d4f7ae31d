/// Faults of closes and files, as pages list them.
extension Words {
    /// A list shows as many faults as this, and counts the rest.
    private static let mostFaults = 8

    /// Returns a sentence for each fault, with its line if it has one, and one that counts those left out.
    func faultList(_ faults: [(line: Int?, sentence: String)]) -> [String] {
        let shown = faults.prefix(Self.mostFaults).map { line, sentence in
            (line.map { self("fault.line", ["line": format.price(Double($0), decimals: 0)]) + " " } ?? "") + sentence
        }
        let more = faults.count - shown.count
        return more > 0 ? shown + [self("fault.more", n: more)] : shown
    }
}
