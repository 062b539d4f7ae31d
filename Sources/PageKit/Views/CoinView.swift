import Digests
import HTMLTemplates
import Market

/// How an asset is shown everywhere: a disc with its picture or letters, the ticker, the name, and the address of its page.
package enum CoinView {
    /// The number of hues of discs in the style sheet.
    private static let hues = 12

    package static func of(_ asset: Asset, _ words: Words) -> TemplateValue {
        let letters = words.signs.letters(of: asset)
        return [
            "ticker": "\(asset.ticker)", "name": .text(name(asset, words)), "id": "\(asset.id)", "href": .text(href(asset)),
            // Four letters have two lines: in one, they would be too narrow to read.
            "letters": .text(letters), "isTight": .flag(letters.count > 3), "upper": .text(String(letters.prefix(2))),
            "lower": .text(String(letters.dropFirst(2))), "hue": "\(hue(asset))",
            "icon": .optional(words.signs.icon(of: asset)),
        ]
    }

    /// The name as stored: a proper noun, except for the samples and the mark of simulated prices.
    package static func name(_ asset: Asset, _ words: Words) -> String {
        if asset.name == SimulatedMarket.sampleName(asset.ticker) { return words("coin.sample-name") }
        return SimulatedMarket.coinName(ofPractice: asset.name).map { words("coin.practice-name", ["name": $0]) } ?? asset.name
    }

    package static func href(_ asset: Asset) -> String { "/coins/\(URLForm.encoded("\(asset.ticker)"))" }

    /// A number of the disc's hue, the same wherever the asset is shown.
    private static func hue(_ asset: Asset) -> Int { Int(FNV1a.hash(Array("\(asset.id)".utf8)) % UInt64(hues)) + 1 }
}
