import Market
import Settings

/// Where the pictures of coins come from.
package struct IconSettings: SettingValues {
    /// The operator's folder of pictures; nil for none.
    package var folder: String?
    /// The provider whose pictures are downloaded; nil for none.
    package var provider: Provider?

    package init() {}

    package static let all: [Setting<IconSettings>] = [
        .path("icons", \.folder, "folder with pictures of coins, named after tickers: BTC.svg, ETH.png"),
        Setting(
            "icon-provider", \.provider, "coingecko, coinapi or off",
            "price provider whose pictures of coins are downloaded once and then served by this server, where --icons has none",
            shown: { $0?.rawValue ?? "off" }
        ) { text in
            text == "off" ? .some(nil) : Provider(rawValue: text).flatMap { [.coingecko, .coinapi].contains($0) ? .some($0) : nil }
        },
    ]
}
