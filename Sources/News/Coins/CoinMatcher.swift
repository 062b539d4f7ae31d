import Market

/// Finds the coins that an article is about, by their names and tickers as whole words.
///
/// - A name counts in any case, and the longest name at a place: "Bitcoin Cash" is not Bitcoin.
/// - A ticker counts only in capitals, and not in a text that is all in capitals; after `$` it always counts.
/// - A topic of the feed counts if it is the name or the ticker.
/// - What is also a usual word (``AmbiguousNames``), a ticker of one or two letters and a ticker that several coins share count only
///   together with a second, different sign of the same coin. A word such as "protocol" after the name is one.
package struct CoinMatcher: Sendable {
    private struct Name {
        let words: [String]
        let coin: Int
        let isAmbiguous: Bool
    }

    private enum Sign { case name, ticker, topic, context }

    private let coins: [AssetID]
    /// By the first word, those with most words first.
    private let names: [String: [Name]]
    private let tickers: [String: [Int]]

    /// - Parameter assets: all known assets; currencies are left out.
    package init(_ assets: [Asset]) {
        let assets = assets.filter { CurrencyTable.index(of: $0.id) == nil }
        coins = assets.map(\.id)
        var (names, tickers): ([String: [Name]], [String: [Int]]) = ([:], [:])
        for (coin, asset) in assets.enumerated() {
            let ticker = asset.ticker.description.uppercased()
            if ticker.contains(where: \.isLetter) { tickers[ticker, default: []].append(coin) }
            let words = Self.words(asset.name).map { $0.text.lowercased() }
            guard let first = words.first, asset.name.uppercased() != ticker, asset.name.count > 1 else { continue }
            let isAmbiguous = words.count == 1 && (AmbiguousNames.contains(first) || first.count < 3)
            names[first, default: []].append(Name(words: words, coin: coin, isAmbiguous: isAmbiguous))
        }
        self.names = names.mapValues { $0.sorted { $0.words.count > $1.words.count } }
        self.tickers = tickers
    }

    /// Returns the coins of an article, in the order of their ids.
    package func coins(title: String, summary: String, topics: [String]) -> [AssetID] {
        var found = Found()
        for text in [title, summary] { find(in: text, &found) }
        for topic in topics { find(topic: topic, &found) }
        return found.certain.union(found.signs.filter { $0.value.count > 1 }.keys).map { coins[$0] }
            .sorted { $0.description < $1.description }
    }

    private struct Found {
        var certain: Set<Int> = []
        var signs: [Int: Set<Sign>] = [:]

        mutating func add(_ coin: Int, _ sign: Sign, isAmbiguous: Bool) {
            if isAmbiguous { signs[coin, default: []].insert(sign) } else { certain.insert(coin) }
        }
    }

    private func find(in text: String, _ found: inout Found) {
        let words = Self.words(text)
        let lower = words.map { $0.text.lowercased() }
        let isLoud = Self.isLoud(text)
        var named = 0
        for (place, word) in words.enumerated() {
            if word.isAfterDollar {
                for coin in tickers[word.text.uppercased()] ?? [] {
                    found.add(coin, .ticker, isAmbiguous: (tickers[word.text.uppercased()]?.count ?? 0) > 1)
                }
            } else if !isLoud, let coins = tickers[word.text] {
                for coin in coins { found.add(coin, .ticker, isAmbiguous: isAmbiguous(word.text)) }
            }
            guard place >= named, let name = names[lower[place]]?.first(where: { lower[place...].starts(with: $0.words) }) else {
                continue
            }
            named = place + name.words.count
            // "near" is a word; "Near" may be the coin.
            if name.isAmbiguous, word.text.first?.isUppercase != true { continue }
            for same in names[lower[place]] ?? [] where same.words == name.words {
                found.add(same.coin, .name, isAmbiguous: same.isAmbiguous)
                if named < lower.count, Self.contexts.contains(lower[named]) {
                    found.signs[same.coin, default: []].insert(.context)
                }
            }
        }
    }

    private func find(topic: String, _ found: inout Found) {
        let words = Self.words(topic).map { $0.text.lowercased() }
        for name in (words.first.flatMap { names[$0] } ?? []) where name.words == words {
            found.add(name.coin, .topic, isAmbiguous: name.isAmbiguous)
        }
        let ticker = topic.uppercased()
        for coin in tickers[ticker] ?? [] { found.add(coin, .topic, isAmbiguous: isAmbiguous(ticker)) }
    }

    private func isAmbiguous(_ ticker: String) -> Bool {
        ticker.count < 3 || AmbiguousNames.contains(ticker) || (tickers[ticker]?.count ?? 0) > 1
    }

    private static let contexts: Set = [
        "coin", "token", "tokens", "protocol", "network", "blockchain", "chain", "crypto", "cryptocurrency", "mainnet",
        "foundation",
    ]

    // MARK: Words

    private struct Word {
        let text: String
        let isAfterDollar: Bool
    }

    private static func words(_ text: String) -> [Word] {
        var words: [Word] = []
        var (word, before): (String.UnicodeScalarView, Unicode.Scalar) = (.init(), " ")
        var isAfterDollar = false
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory.isLetterOrNumber || scalar.properties.generalCategory == .nonspacingMark {
                if word.isEmpty { isAfterDollar = before == "$" }
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(Word(text: String(word), isAfterDollar: isAfterDollar))
                word = .init()
            }
            before = scalar
        }
        if !word.isEmpty { words.append(Word(text: String(word), isAfterDollar: isAfterDollar)) }
        return words
    }

    /// Whether most letters of a text are capitals, so that capitals say nothing.
    private static func isLoud(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { $0.properties.isUppercase || $0.properties.isLowercase }
        return letters.count >= 12 && letters.count { $0.properties.isUppercase } * 10 > letters.count * 7
    }
}
