import APIKit
import AccountsWeb
import AlertsWeb
import ExpensesWeb
import MarketsWeb
import NewsWeb
import NoticesWeb
import PageKit
import PaperWeb
import Server
import Services
import TradingWeb
import WalletsWeb

extension Face {
    /// The faces of all capabilities, in the order of each group of the menu and of the operations in the API's document.
    fileprivate static let all: [Face] = [
        .home, .notices, .alerts, .search, .markets, .news, .wallets, .trading, .verification, .file, .tasks, .docs, .support,
        .earnings, .paper, .expenses,
        Face(operations: ProgramRoutes.add), .profile, .settings, .accounts, .more,
        Face(pages: { _, pages in AppPages().add(to: &pages) }),
    ]

    /// The operations of a server and the document that describes them.
    package static func api(_ parts: ServerParts) -> API {
        ServerAPI.api(parts, all.map(\.operations) + (parts.accounts == nil ? [] : all.map(\.operatorOperations)))
    }
}

extension Site {
    /// The pages of all faces.
    ///
    /// - Parameter files: the folder of templates, styles, scripts and messages.
    package init(_ parts: ServerParts, _ host: PageHost, files: WebFiles) {
        self.init(parts, host, files: files, faces: Face.all)
    }
}
