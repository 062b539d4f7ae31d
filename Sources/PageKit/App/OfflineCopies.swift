import APIKit
import HTTPTypes
import Hummingbird

/// Which pages a browser may keep for use without a network. The service worker (`sw.js`) keeps only what the server allows in the
/// header ``HTTPFields/Name/closecastKeep``.
///
/// On one person's machine it keeps the pages of markets and wallets as they are. With accounts, a browser may be shared and a
/// session may end elsewhere, so it keeps nothing personal: it requests the page a second time in its anonymous form
/// (``HTTPFields/Name/closecastCopy``), without wallets, favourites, names and form tokens. Pages of accounts, settings, secrets
/// and sent files are never kept.
enum OfflineCopies {
    /// Whether a page can be shown in an anonymous form.
    enum Copy {
        /// No: the page is about the caller.
        case none
        case offered
        /// The anonymous form is requested: the caller is anonymous.
        case wanted
    }

    /// What the worker does with a page.
    enum Keeping: String {
        /// It keeps nothing.
        case nothing = "no"
        /// It keeps the page.
        case page
        /// It requests an anonymous copy, and keeps that.
        case copy
        /// This is the copy.
        case copied
    }

    /// Whether a request asks for the anonymous form of a page.
    static func isWanted(_ request: Request) -> Bool { request.method == .get && request.headers.contains(.closecastCopy) }

    /// The header's value. "accounts" makes the worker delete the copies from before accounts were enabled.
    static func header(_ page: Page, _ visit: Visit) -> String {
        keeping(page, visit).rawValue + (visit.host.hasAccounts ? " accounts" : "")
    }

    private static func keeping(_ page: Page, _ visit: Visit) -> Keeping {
        guard page.status == .ok, visit.request.method == .get, let place = page.place else { return .nothing }
        let hasAccounts = visit.host.hasAccounts
        switch visit.copy {
        case .none: return place.isKeptOffline && !hasAccounts ? .page : .nothing
        case .offered: return hasAccounts ? .copy : .page
        case .wanted: return .copied
        }
    }
}

extension HTTPField.Name {
    /// In answers: what the service worker may do with a page.
    static let closecastKeep = HTTPField.Name("Closecast-Keep")!
    /// In requests of the service worker: asks for the anonymous form of the page.
    static let closecastCopy = HTTPField.Name("Closecast-Copy")!
}
