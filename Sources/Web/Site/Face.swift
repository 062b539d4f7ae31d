import Server

/// What a capability shows: its operations for programs, and its pages with their places in the navigation.
package struct Face: Sendable {
    var operations: ServerAPI.Routes = { _, _ in }
    /// The operations for operators, which only a server with accounts has. The API's document has them after all others.
    var operatorOperations: ServerAPI.Routes = { _, _ in }
    var places: [Page.Place] = []
    /// Adds the pages.
    var pages: @Sendable (_ site: SiteParts, _ pages: inout PageList) -> Void = { _, _ in }
}

/// The parts from which faces make their pages. Each page gets only the services that it uses.
struct SiteParts: Sendable {
    let server: ServerParts
    let outlooks: CoinOutlooks
    let board: TaskBoard
    /// The texts in all languages.
    let files: WebFiles
    /// All operations, for their documentation.
    let api: API
}
