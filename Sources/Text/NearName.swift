/// Suggests the name that a mistyped one most likely meant.
package enum NearName {
    /// Returns the candidate nearest to a text, or nil if none is near.
    ///
    /// Case is ignored. Near means at most one edit for 3 to 5 characters, two for 6 to 8, and three for longer texts. One edit
    /// inserts, removes or replaces a character, or swaps two neighbours.
    ///
    /// - Parameters:
    ///   - text: the typed name. Texts of fewer than 3 or more than 100 characters have no near name.
    ///   - candidates: the accepted names. Of several at the same distance, the first is returned.
    /// - Complexity: O(candidates x text x candidate) character comparisons.
    package static func of(_ text: String, among candidates: some Sequence<String>) -> String? {
        let typed = Array(text.lowercased())
        guard (3...100).contains(typed.count) else { return nil }
        let limit = typed.count < 6 ? 1 : typed.count < 9 ? 2 : 3
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = Array(candidate.lowercased())
            guard abs(name.count - typed.count) <= limit else { continue }
            let distance = edits(from: typed, to: name)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the optimal string alignment distance.
    private static func edits(from one: [Character], to other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1..<(one.count + 1) {
            var current = [row] + [Int](repeating: 0, count: other.count)
            for column in 1..<(other.count + 1) {
                let isSame = one[row - 1] == other[column - 1]
                current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
