/// Finds the name that somebody most likely meant by a mistyped one.
package enum NearName {
    /// The candidate nearest to a text, nil where none is near.
    ///
    /// Case does not count. Near means at most one edit for 3 to 5 characters, two for 6 to 8, three for longer texts; one edit
    /// inserts, removes or replaces a character, or swaps two neighbours.
    ///
    /// - Parameters:
    ///   - text: what was typed; texts of fewer than 3 or more than 100 characters have no near name.
    ///   - candidates: of several at the same distance, the first one is returned.
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

    /// The optimal string alignment distance.
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

extension NearName {
    /// What to name instead of a text that names no asset: a ticker, or the id where several assets have the ticker.
    ///
    /// A text that is an asset's full name, such as `Bitcoin`, leads to that asset; otherwise tickers, ids and names are searched for a
    /// near one, in this order.
    package static func ofAsset(_ text: String, among assets: [Asset]) -> String? {
        func label(_ asset: Asset) -> String {
            assets.count { $0.ticker == asset.ticker } > 1 ? asset.id.description : asset.ticker.description
        }
        let typed = text.lowercased()
        if let named = assets.first(where: { $0.name.lowercased() == typed || $0.id.description == typed }) { return label(named) }
        let spellings: [(Asset) -> String] = [{ $0.ticker.description }, { $0.id.description }, { $0.name }]
        for spelling in spellings {
            guard let near = of(text, among: assets.map(spelling)) else { continue }
            return assets.first { spelling($0) == near }.map(label)
        }
        return nil
    }
}
