import HTMLTemplates
import Languages
import Ledger
import Market

/// A link beside a figure that opens the form of an alert on it: the values of `bell.mustache`.
package enum AlertBell {
    /// - Parameter name: the ticker or id in the address of the coin's page.
    package static func coin(_ asset: Asset, named name: String, _ words: Words) -> TemplateValue {
        bell("measure=price&" + subject(asset, named: name), words("alerts.bell.coin", ["coin": "\(asset.ticker)"]))
    }

    /// - Parameter wallet: the permanent id of the wallet; nil for all together.
    package static func total(of wallet: String?, _ words: Words) -> TemplateValue {
        bell("measure=total" + (wallet.map { "&wallet=\(URLForm.encoded($0))" } ?? ""), words("alerts.bell.total"))
    }

    package static func practiceTotal(_ words: Words) -> TemplateValue {
        bell("measure=total&account=practice", words("alerts.bell.total"))
    }

    /// Asks for the probability that a coin falls to a price, which is rounded; nil for a price that is too small for an amount.
    static func fall(
        of asset: Asset, named name: String, to price: Double, within days: Int, _ words: Words
    ) -> TemplateValue? {
        guard let rounded = FixedDecimal(exactly: PriceText.rounded(price, digits: 3)), rounded > .zero else { return nil }
        let query = "measure=probability-below&\(subject(asset, named: name))&price=\(rounded)&days=\(days)"
        return bell(query, words("alerts.bell.fall", ["price": words.format.exact("\(rounded)")]))
    }

    /// The coin in the query: by its ticker if its page is, else by its id, because several coins may share a ticker.
    private static func subject(_ asset: Asset, named name: String) -> String {
        let isTicker = name.uppercased() == asset.ticker.description.uppercased()
        return "asset=" + URLForm.encoded(isTicker ? asset.ticker.description : asset.id.description)
    }

    private static func bell(_ query: String, _ label: String) -> TemplateValue {
        ["href": .text("/alerts/new?\(query)"), "label": .text(label)]
    }
}
