/// The values of one module's settings. `init()` gives the defaults.
package protocol SettingValues: Equatable, Sendable {
    init()
}
