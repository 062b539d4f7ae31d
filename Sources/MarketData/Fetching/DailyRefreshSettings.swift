import Settings

/// When the server refreshes the stored closes.
package struct DailyRefreshSettings: SettingValues {
    /// The hour of the day, UTC; nil for never.
    package var hour: Int? = 1

    package init() {}

    package static let all: [Setting<DailyRefreshSettings>] = [
        .optional("feed-hour", \.hour, 0...23, none: "off", "hour (UTC) of the daily refresh of closes, or off")
    ]
}
