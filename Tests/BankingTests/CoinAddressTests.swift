import Banking
import Market
import Testing

@Suite struct CoinAddressTests {
    private static let bnb = Ticker("BNB")!

    private func error(_ text: String, expecting: Ticker? = nil) -> CoinAddressError? {
        do {
            _ = try CoinAddress(parsing: text, expecting: expecting)
            return nil
        } catch { return error }
    }

    private func address(_ seed: UInt64, _ ticker: Ticker = bnb) -> CoinAddress {
        var random = SeededGenerator(seed: seed)
        return CoinAddress(ticker: ticker, payload: (0..<10).map { _ in UInt8(random.index(below: 256)) })
    }

    // MARK: The checksum

    /// Splits at the last 1, as BIP 173 says, and checks what a decoder would.
    private func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let one = bytes.lastIndex(of: UInt8(ascii: "1")), one > 0, bytes.count <= 90 else { return false }
        guard text == text.lowercased() || text == text.uppercased() else { return false }
        guard bytes[..<one].allSatisfy({ (33...126).contains($0) }) else { return false }
        let values = text.uppercased().utf8.dropFirst(one + 1).map(Bech32m.value)
        guard values.count >= 6, !values.contains(nil) else { return false }
        return Bech32m.isValid(prefix: text.lowercased().utf8.prefix(one), values: values.compactMap(\.self))
    }

    @Test(arguments: [
        "A1LQFN3A", "a1lqfn3a", "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
        "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
        "11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8",
        "split1checkupstagehandshakeupstreamerranterredcaperredlc445v", "?1v759aa",
    ]) func theValidVectorsOfBIP350(text: String) throws {
        #expect(isValid(text))
        let one = try #require(text.lastIndex(of: "1"))
        let values = text[one...].dropFirst().uppercased().utf8.compactMap(Bech32m.value)
        #expect(Bech32m.checksum(prefix: text[..<one].lowercased().utf8, values: values.dropLast(6)) == values.suffix(6))
    }

    @Test(arguments: [
        " 1xj0phk", "\u{7F}1g6xzxy", "\u{80}1vctc34",
        "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4", "qyrz8wqd2c9m",
        "1qyrz8wqd2c9m", "y1b0jsk6g", "lt1igcx5c0", "in1muywd", "mm1crxm3i", "au1s5cgom", "M1VUXWEZ", "16plkw9", "1p2gdwpf",
        // Valid with the checksum of BIP 173.
        "A12UEL5L", "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
    ]) func theInvalidVectorsOfBIP350(text: String) { #expect(!isValid(text)) }

    @Test func theAlphabetHasNoLookAlikes() {
        #expect(Set(Bech32m.alphabet).count == 32)
        for character in "1BIO".utf8 { #expect(!Bech32m.alphabet.contains(character)) }
    }

    // MARK: Addresses

    @Test(arguments: 0..<100) func anAddressIsReadAsItIsTyped(seed: UInt64) throws {
        let address = address(seed)
        let shown = address.description
        #expect(shown.wholeMatch(of: /SIM-BNB(-[02-9AC-HJ-NP-Z]{4}){5}-[02-9AC-HJ-NP-Z]{2}/) != nil, "\(shown)")
        let forms = [
            shown, shown.lowercased(), shown.replacing("-", with: ""), shown.replacing("-", with: " "),
            "  \(shown.replacing("-", with: "\u{2011}"))\n",
        ]
        for form in forms { #expect(try CoinAddress(parsing: form, expecting: Self.bnb) == address, "\(form)") }
        var random = SeededGenerator(seed: seed)
        #expect(address.payload == (0..<10).map { _ in UInt8(random.index(below: 256)) })
    }

    @Test(arguments: ["A", "1INCH", "BTC.B", "USD_T", "SIM", "ABCDEFGHIJKLMNOPQRST"]) func everyTickerHasAddresses(ticker: String)
        throws
    {
        let ticker = try #require(Ticker(ticker))
        let address = address(1, ticker)
        #expect(try CoinAddress(parsing: address.description.lowercased(), expecting: ticker) == address)
        #expect(address.ticker == ticker.description)
    }

    @Test func hyphensOfATickerAreLeftOut() throws {
        let ticker = try #require(Ticker("A-B"))
        let address = address(1, ticker)
        #expect(address.ticker == "AB" && address.description.hasPrefix("SIM-AB-"))
        #expect(try CoinAddress(parsing: address.description, expecting: ticker) == address)
    }

    /// Every other character at every place, of the alphabet or not, and every exchange of neighbours.
    @Test(arguments: 0..<20) func everySubstitutionAndExchangeIsFound(seed: UInt64) throws {
        let ticker = try #require(Ticker(["BNB", "BTC", "USDT", "1INCH", "A"][Int(seed) % 5]))
        let letters = Array(address(seed, ticker).description.filter { $0 != "-" })
        for place in letters.indices {
            for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._" where other != letters[place] {
                var changed = letters
                changed[place] = other
                #expect(error(String(changed)) == (place < 3 ? .notAnAddress : .mistyped), "seed \(seed): \(String(changed))")
            }
            guard place + 1 < letters.count, letters[place] != letters[place + 1] else { continue }
            var exchanged = letters
            exchanged.swapAt(place, place + 1)
            #expect(error(String(exchanged)) == (place < 3 ? .notAnAddress : .mistyped), "seed \(seed): \(String(exchanged))")
        }
    }

    @Test(arguments: 0..<20) func aMissingOrRepeatedCharacterIsFound(seed: UInt64) {
        let letters = Array(address(seed).description.filter { $0 != "-" })
        for place in letters.indices.dropFirst(3) {
            var changed = letters
            changed.remove(at: place)
            #expect(error(String(changed)) == .mistyped, "seed \(seed)")
            changed = letters
            changed.insert(letters[place], at: place)
            #expect(error(String(changed)) == .mistyped, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", "SIM", "SIM-BNB", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "0x52908400098527886E0F7030069857D2E4169EE7",
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", String(repeating: "SIM-BNB-", count: 100), "SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q27!",
    ]) func addressesOfRealChainsAndOtherTextsAreNotOurs(text: String) { #expect(error(text) == .notAnAddress) }

    @Test func anAddressOfAnotherCoinIsNamed() throws {
        let text = address(3).description
        #expect(error(text, expecting: Ticker("BTC")) == .otherTicker(found: "BNB", expected: "BTC"))
        #expect(error(text, expecting: Ticker("bnb")) == nil)
        // The ticker cannot be replaced: the checksum covers it.
        #expect(error(text.replacing("BNB", with: "BTC"), expecting: Ticker("BTC")) == .mistyped)
    }

    @Test func anInvisibleCharacterIsNamed() {
        #expect(error("SIM-BNB\u{200B}-" + address(1).description.dropFirst(8)) == .hiddenCharacter("U+200B"))
    }

    @Test func randomAddressesDiffer() throws {
        let addresses = Set((0..<100).map { _ in CoinAddress.random(ticker: Self.bnb) })
        #expect(addresses.count == 100)
        // Every character varies.
        for place in 0..<10 { #expect(Set(addresses.map { $0.payload[place] }).count > 40) }
        for address in addresses { #expect(try CoinAddress(parsing: address.description) == address) }
    }
}
