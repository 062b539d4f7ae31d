/// Places that pages of several faces, or the frame, name.
extension Page.Place {
    package static let home = Self(name: "home", group: .home, icon: "home", address: "/", isKeptOffline: true)
    package static let more = Self(name: "more", group: .more, icon: "more")
    package static let search = Self(name: "search", group: .more, icon: "search", otherNames: ["find"])
    package static let practice = Self(
        name: "practice", group: .practice, icon: "trade", otherNames: ["trade"], formerPaths: ["/trading"])
    package static let account = Self(name: "account", group: .more, icon: "user", audience: .people)
    package static let operators = Self(name: "operators", group: .more, icon: "shield", audience: .operators)
    package static let portfolio = Self(
        name: "portfolio", group: .portfolio, icon: "wallet", isKeptOffline: true, formerPaths: ["/wallets", "/investments"])
}
