import Digests
import HTMLTemplates
import Market

/// How an asset is shown everywhere: a disc with letters, the ticker, the name, and the address of its page.
enum CoinView {
    /// The number of hues of discs in the style sheet.
    private static let hues = 12

    static func of(_ asset: Asset, _ words: Words) -> TemplateValue {
        [
            "ticker": "\(asset.ticker)", "name": .text(name(asset, words)), "id": "\(asset.id)", "href": .text(href(asset)),
            "letters": .text(letters(asset)), "hue": "\(hue(asset))",
        ]
    }

    /// The name as stored: a proper noun, except for the samples.
    static func name(_ asset: Asset, _ words: Words) -> String {
        asset.name == SimulatedMarket.sampleName(asset.ticker) ? words("coin.sample-name") : asset.name
    }

    static func href(_ asset: Asset) -> String { "/coins/\(URLForm.encoded("\(asset.ticker)"))" }

    /// The first letter of the ticker, and its digits or its second letter.
    private static func letters(_ asset: Asset) -> String {
        let text = "\(asset.ticker)".filter { $0.isLetter || $0.isNumber }
        guard let first = text.first else { return "?" }
        let digits = text.drop { !$0.isNumber }.drop { $0 == "0" }
        return String(first) + (digits.isEmpty ? String(text.dropFirst().prefix(1)) : String(digits.prefix(2)))
    }

    /// A number of the disc's hue, the same wherever the asset is shown.
    private static func hue(_ asset: Asset) -> Int { Int(FNV1a.hash(Array("\(asset.id)".utf8)) % UInt64(hues)) + 1 }
}
