import APIKit

extension Page {
    /// The five main places: the entries of the bar of phones, and the groups of the menu on wider screens, in their order.
    package enum Group: String, CaseIterable, Sendable {
        case home, markets, portfolio, practice, more
    }

    /// A place of the site with an entry in the navigation. Each face declares its own, once: the menu, the redirects of former
    /// addresses, the rule for offline use and the suggestions for wrong addresses follow from it.
    package struct Place: Equatable, Sendable {
        /// Where its entry stands: as one of the five, in the group of one, or under the avatar.
        enum Standing: Sendable {
            case main, inGroup, avatar
        }

        /// Who sees its entry: everybody, everybody on a server with accounts, the person of a server without accounts, or operators.
        package enum Audience: Sendable {
            case everybody, people, onePerson, operators
        }

        /// The entry's text is `nav.NAME`. A main place has the name of its group.
        package let name: String
        package let group: Group
        package let icon: String
        /// The address; nil for the name.
        package var address: String?
        /// Places that only people with accounts have are about the signed-in person, so their entries stand under the avatar.
        package var audience = Audience.everybody
        /// Whether its pages, which are about one person, are kept for use without a network on that person's machine.
        package var isKeptOffline = false
        /// Other names that people try.
        package var otherNames: [String] = []
        /// Pages below it that a search finds: the keys of their titles and of texts with words for them.
        package var parts: [(titleKey: String, wordsKey: String, path: String)] = []
        /// Its addresses in earlier versions, which redirect to it.
        package var formerPaths: [String] = []
        /// Returns the number of waiting items; 0 for none.
        package var count: @Sendable (Visit) -> Int = { _ in 0 }

        package init(
            name: String, group: Group, icon: String, address: String? = nil, audience: Audience = Audience.everybody,
            isKeptOffline: Bool = false, otherNames: [String] = [],
            parts: [(titleKey: String, wordsKey: String, path: String)] = [], formerPaths: [String] = [],
            count: @escaping @Sendable (Visit) -> Int = { _ in 0 }
        ) {
            (
                self.name, self.group, self.icon, self.address, self.audience, self.isKeptOffline, self.otherNames, self.parts,
                self.formerPaths, self.count
            ) = (name, group, icon, address, audience, isKeptOffline, otherNames, parts, formerPaths, count)
        }

        package var path: String { address ?? "/\(name)" }

        var standing: Standing {
            if name == group.rawValue { return .main }
            return [.everybody, .onePerson].contains(audience) ? .inGroup : .avatar
        }

        /// The names by which people may look for it.
        package var names: [String] {
            [name] + otherNames + formerPaths.compactMap { $0.split(separator: "/").last.map(String.init) }
        }

        package static func == (one: Place, other: Place) -> Bool { one.name == other.name }

        package func label(_ words: Words) -> String { words("nav.\(name)") }

        package func isShown(to visit: Visit) -> Bool {
            switch audience {
            case .everybody: true
            case .people: visit.host.hasAccounts
            case .onePerson: !visit.host.hasAccounts
            case .operators: visit.person?.isOperator == true
            }
        }
    }
}
