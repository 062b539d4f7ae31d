import HTTPTypes
import Hummingbird

/// What a browser may keep of pages, to show it when there is no network. The service worker (`web/scripts/sw.js`) keeps nothing that
/// the server does not allow in the header ``HTTPFields/Name/closecastKeep``.
///
/// On one person's machine it keeps the pages of markets and wallets as they are. With accounts, a browser may be shared and a session
/// may end elsewhere, so it keeps nothing personal: it asks a second time for the page as it looks to nobody in particular
/// (``HTTPFields/Name/closecastCopy``), with no wallets, favourites, names and form tokens in it. Pages of accounts, settings, secrets
/// and sent files are never kept.
enum OfflineCopies {
    /// Whether a page can be shown as to nobody in particular.
    enum Copy {
        /// It is about the caller.
        case none
        case offered
        /// It is now: the caller is nobody.
        case wanted
    }

    /// What the worker does with a page.
    enum Keeping: String {
        /// Nothing.
        case nothing = "no"
        /// It keeps the page.
        case page
        /// It asks for a copy without anything personal, and keeps that.
        case copy
        /// This is the copy.
        case copied
    }

    private static let ofOnePerson: Set<Page.Place> = [.favourites, .wallets, .investments, .paper]

    /// Whether a request asks for a page without anything personal.
    static func isWanted(_ request: Request) -> Bool { request.method == .get && request.headers.contains(.closecastCopy) }

    /// The header's value. "accounts" makes the worker drop what it kept when there were none.
    static func header(_ page: Page, _ visit: Visit) -> String {
        keeping(page, visit).rawValue + (visit.host.hasAccounts ? " accounts" : "")
    }

    private static func keeping(_ page: Page, _ visit: Visit) -> Keeping {
        guard page.status == .ok, visit.request.method == .get, let place = page.place else { return .nothing }
        let hasAccounts = visit.host.hasAccounts
        switch visit.copy {
        case .none: return ofOnePerson.contains(place) && !hasAccounts ? .page : .nothing
        case .offered: return hasAccounts ? .copy : .page
        case .wanted: return .copied
        }
    }
}

extension HTTPField.Name {
    /// In answers: what the service worker may do with a page.
    static let closecastKeep = HTTPField.Name("Closecast-Keep")!
    /// In requests of the service worker: the page is to be shown as to nobody in particular.
    static let closecastCopy = HTTPField.Name("Closecast-Copy")!
}
