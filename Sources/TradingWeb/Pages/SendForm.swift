import Banking
import Languages
import Market
import PageKit
import Trading

/// The form that sends coins, with the typed values.
struct SendForm: Sendable {
    static let fields = ["address", "quantity", "note"]
    static let members = ["/address": "address", "/quantity": "quantity", "/amount": "quantity", "/note": "note"]

    /// The fields as they were sent, or as a link fills them in.
    let typed: Fields

    var pairs: [(name: String, value: String)] { Self.fields.map { ($0, typed[$0]) } }

    /// Returns the input of the operations, and the errors that can be found without them.
    func input(_ coin: Asset, _ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        let (address, note) = (typed["address"], typed["note"])
        let quantity = typed.decimal("quantity", words, &errors)
        if address.isEmpty {
            errors.add(words("wallet.error.missing"), to: "address")
        } else {
            do {
                _ = try CoinAddress(parsing: address, expecting: coin.ticker)
            } catch {
                errors.add(Self.sentence(error, coin, words), to: "address")
            }
        }
        if note.unicodeScalars.count > Transfers.longestNote { errors.add(words("send.note.long"), to: "note") }
        return (["asset": "\(coin.id)", "quantity": quantity, "address": address, "note": note], errors)
    }

    private static func sentence(_ error: CoinAddressError, _ coin: Asset, _ words: Words) -> String {
        switch error {
        case .otherTicker(let found, _): words("send.address.other-coin", ["found": found, "coin": "\(coin.ticker)"])
        case .hiddenCharacter: words("pay.number.hidden")
        default: words("pay.refused.bad-address", ["coin": "\(coin.ticker)"])
        }
    }
}
