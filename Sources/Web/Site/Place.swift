import Server

extension Page {
    /// A main place of the site, with an entry in the navigation. Each face declares its own.
    struct Place: Equatable, Sendable {
        /// Where its entry stands: in the bar of phones, in "More", or at the end of "More".
        enum Standing: Sendable {
            case bar, more, last
        }

        /// Who sees its entry: everybody, everybody on a server with accounts, or operators.
        enum Audience: Sendable {
            case everybody, people, operators
        }

        /// The path without its slash; the entry's text is `nav.NAME`.
        let name: String
        let icon: String
        let standing: Standing
        var audience = Audience.everybody
        /// Whether its pages, which are about one person, are kept for use without a network on that person's machine.
        var isKeptOffline = false
        /// Other names that people try.
        var otherNames: [String] = []
        /// Returns the number of waiting items; 0 for none.
        var count: @Sendable (Visit) -> Int = { _ in 0 }

        var path: String { self == .markets ? "/" : "/\(name)" }

        static func == (one: Place, other: Place) -> Bool { one.name == other.name }

        func label(_ words: Words) -> String { words("nav.\(name)") }

        func isShown(to visit: Visit) -> Bool {
            switch audience {
            case .everybody: true
            case .people: visit.host.hasAccounts
            case .operators: visit.person?.isOperator == true
            }
        }
    }
}
