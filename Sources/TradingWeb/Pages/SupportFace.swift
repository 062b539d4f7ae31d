import PageKit
import Services

extension Page.Place {
    static let help = Self(name: "help", group: .more, icon: "help")
}

extension Face {
    /// The help, and messages between people and the operators.
    package static let support = Face(
        operations: { parts, api in parts.supportOperations.add(to: &api) },
        operatorOperations: { parts, api in parts.supportOperations.addForOperators(to: &api) },
        places: [.help],
        pages: { site, pages in
            let (parts, operations) = (site.server, site.server.supportOperations)
            HelpPages(help: parts.help, operations: operations).add(to: &pages)
            guard parts.accounts != nil else { return }
            SupportPages(operations: operations).add(to: &pages)
        })
}
