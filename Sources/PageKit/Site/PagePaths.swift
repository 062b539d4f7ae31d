/// Addresses of pages to which pages of other faces link.
package enum PagePaths {
    package static let expenses = "/expenses"
    package static let noticeSettings = "/notices/settings"
    package static let prices = "/prices/import"
    package static let readingTopics = "/operators/reading"

    /// Where a person chooses the time zone: of the account, or of the notices on a server without accounts.
    package static func timeZone(hasAccounts: Bool) -> String { hasAccounts ? "/account#profile" : "\(noticeSettings)#time_zone" }

    /// - Parameter coin: the ticker.
    package static func trade(_ coin: String) -> String { "/trading/trade/\(URLForm.encoded(coin))" }

    /// - Parameter action: `send` or `receive`.
    package static func transfer(_ action: String, _ coin: String) -> String { "/trading/\(action)/\(URLForm.encoded(coin))" }
}
