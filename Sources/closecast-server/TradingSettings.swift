import Settings

/// The simulated accounts: their rules, and the speed of the fictitious bank's clock.
package struct TradingSettings: SettingValues {
    /// A file of rules; nil for the defaults.
    package var rules: String?
    /// Bank seconds for each real second.
    package var clockSpeed = 1.0

    package init() {}

    package static let all: [Setting<TradingSettings>] = [
        .path(
            "trading-rules", \.rules,
            "file with fees, limits, banking days and levels of the simulated accounts; closecast-server --print-trading-rules "
                + "prints one with the defaults"),
        Setting(
            "clock-speed", \.clockSpeed, "a number from 1 to 1000000",
            "how much faster than real time the simulated bank's clock runs, to try deposits and withdrawals: 1440 makes a day a minute"
        ) { text in Double(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil } },
    ]
}
