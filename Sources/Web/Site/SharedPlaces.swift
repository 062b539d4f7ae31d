/// Places that pages of several faces, or the frame, name.
extension Page.Place {
    static let home = Self(name: "home", group: .home, icon: "home", address: "/", isKeptOffline: true)
    static let more = Self(name: "more", group: .more, icon: "more")
    static let search = Self(name: "search", group: .more, icon: "search", otherNames: ["find"])
    static let practice = Self(name: "practice", group: .practice, icon: "trade", otherNames: ["trade"], formerPaths: ["/trading"])
    static let account = Self(name: "account", group: .more, icon: "user", audience: .people)
    static let operators = Self(name: "operators", group: .more, icon: "shield", audience: .operators)
    static let portfolio = Self(
        name: "portfolio", group: .portfolio, icon: "wallet", isKeptOffline: true, formerPaths: ["/wallets", "/investments"])
}
