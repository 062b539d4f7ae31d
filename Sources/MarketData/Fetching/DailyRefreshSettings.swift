import Settings

/// When the operator of a server has stored closes brought up to date.
package struct DailyRefreshSettings: SettingValues {
    /// Hour of the day, UTC; nil: never.
    package var hour: Int? = 1

    package init() {}

    package static let all: [Setting<DailyRefreshSettings>] = [
        .optional("feed-hour", \.hour, 0...23, none: "off", "hour (UTC) of the daily refresh of closes, or off")
    ]
}
