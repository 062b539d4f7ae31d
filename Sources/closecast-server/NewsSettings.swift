import Settings

/// Where news come from.
package struct NewsSettings: SettingValues {
    /// The operator's list of feeds; nil for none.
    package var feeds: String?

    package init() {}

    package static let all: [Setting<NewsSettings>] = [
        .path(
            "news-feeds", \.feeds,
            "file with a feed of news on each line, NAME ADDRESS: RSS, Atom, JSON Feed or CryptoCompare's news; without it no feed is read"
        )
    ]
}
