/// Addresses of pages to which pages of other faces link.
enum PagePaths {
    static let expenses = "/expenses"
    static let noticeSettings = "/notices/settings"
    static let prices = "/prices/import"
    static let readingTopics = "/operators/reading"

    /// - Parameter coin: the ticker.
    static func trade(_ coin: String) -> String { "/trading/trade/\(URLForm.encoded(coin))" }

    /// - Parameter action: `send` or `receive`.
    static func transfer(_ action: String, _ coin: String) -> String { "/trading/\(action)/\(URLForm.encoded(coin))" }
}
