import Server

extension Page.Place {
    static let help = Self(name: "help", icon: "help", standing: .last)
}

extension Face {
    /// The help, and messages between people and the operators.
    static let support = Face(
        operations: { parts, api in SupportOperations(parts.support).add(to: &api, parts.store) },
        operatorOperations: { parts, api in SupportOperations(parts.support).addForOperators(to: &api, parts.store) },
        places: [.help],
        pages: { site, pages in
            let (parts, operations) = (site.server, SupportOperations(site.server.support))
            HelpPages(help: parts.help, store: parts.store, operations: operations).add(to: &pages)
            guard parts.accounts != nil else { return }
            SupportPages(store: parts.store, operations: operations).add(to: &pages)
        })
}
