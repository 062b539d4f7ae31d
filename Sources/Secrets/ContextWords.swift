/// Words that an attacker of this service tries first: names of the service, its market, the person and the host.
struct ContextWords {
    /// The service, and the largest coins with their symbols.
    private static let ofService = [
        "closecast", "forecast", "wallet", "portfolio", "coins", "coin", "crypto", "password", "passwort", "bitcoin", "btc",
        "ethereum", "ether", "eth", "tether", "usdt", "usdc", "ripple", "xrp", "binance", "bnb", "solana", "sol", "cardano", "ada",
        "dogecoin", "doge", "tron", "trx", "polkadot", "dot", "litecoin", "ltc", "chainlink", "avalanche", "avax", "stellar", "xlm",
        "monero", "xmr", "shiba", "shib", "dollar", "usd", "euro", "eur",
    ]
    /// Words of at least these lengths count anywhere. A shorter word counts only if the letters between two signs or digits
    /// consist of such words: "ether" is a part of "together".
    private static let (ownLengthAnywhere, serviceLengthAnywhere) = (4, 6)
    /// Shorter words of the person would match by chance.
    private static let shortest = 3

    private let anywhere: [[Unicode.Scalar]]
    private let alone: [[Unicode.Scalar]]

    /// - Parameter context: names, addresses and hosts; they are split into words at digits and signs.
    init(_ context: [String]) {
        let own = Set(context.flatMap { Self.words(of: Array(PasswordText.folded($0).unicodeScalars)) })
            .filter { $0.count >= Self.shortest }
        let service = Self.ofService.map { Array($0.unicodeScalars) }
        // The longest first, so that "dogecoin" does not leave "doge".
        anywhere =
            (own.filter { $0.count >= Self.ownLengthAnywhere } + service.filter { $0.count >= Self.serviceLengthAnywhere })
            .sorted { $0.count > $1.count }
        alone = own.filter { $0.count < Self.ownLengthAnywhere } + service.filter { $0.count < Self.serviceLengthAnywhere }
    }

    /// Returns the number of letters of a text without these words; nil if it contains none of them.
    ///
    /// - Parameter text: folded.
    func lettersLeft(in text: [Unicode.Scalar]) -> Int? {
        var (left, isFound) = (0, false)
        for word in Self.words(of: text) {
            let pieces = anywhere.reduce([word]) { pieces, known in pieces.flatMap { Self.without(known, $0) } }
            isFound = isFound || pieces != [word]
            for piece in pieces {
                if Self.consists(piece, of: alone) { isFound = true } else { left += piece.count }
            }
        }
        return isFound ? left : nil
    }

    /// Returns the runs of letters and their marks. Digits and signs separate them.
    private static func words(of text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        text.split { !($0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark) }.map(Array.init)
    }

    /// Returns the text before, between and after the occurrences of a word, without empty pieces.
    private static func without(_ word: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var (pieces, rest) = ([ArraySlice<Unicode.Scalar>](), text[...])
        while let range = rest.firstRange(of: word) {
            pieces.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return (pieces + [rest]).filter { !$0.isEmpty }.map(Array.init)
    }

    /// Returns true if a text consists only of the words.
    private static func consists(_ text: [Unicode.Scalar], of words: [[Unicode.Scalar]]) -> Bool {
        var isReachable = [Bool](repeating: false, count: text.count + 1)
        isReachable[0] = true
        for start in text.indices where isReachable[start] {
            for word in words where text[start...].starts(with: word) { isReachable[start + word.count] = true }
        }
        return isReachable[text.count]
    }
}
