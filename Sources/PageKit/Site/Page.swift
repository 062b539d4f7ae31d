import APIKit
import HTMLTemplates
import HTTPTypes
import Hummingbird

/// The values of a template, by name.
package typealias Values = [String: TemplateValue]

/// A page's content, which ``Site`` inserts into the frame that all pages share.
package struct Page: Sendable {
    /// The template's name.
    package var template: String
    /// The text of the browser's tab, without the site's name.
    var title: String
    package var place: Place?
    package var values: Values = [:]
    /// The names of the page's own style sheets, in addition to the common one.
    var styles: [String] = []
    /// The names of the page's scripts, in addition to `app`.
    package var scripts: [String] = []
    var status = HTTPResponse.Status.ok
    /// Whether it shows something temporary, such as a forecast that is still being computed. Such a page is not kept.
    package var isPassing = false
    /// Cookies and other headers, in addition to those of all pages.
    package var headers: HTTPFields = [:]

    package init(_ template: String, title: String, place: Place?, scripts: [String] = [], _ values: Values = [:]) {
        (self.template, self.title, self.place, self.scripts, self.values) = (template, title, place, scripts, values)
    }

    /// Shows notices above the content. If there are none, the frame shows its own.
    package mutating func add(_ notices: [TemplateValue]) { if !notices.isEmpty { values["notices"] = .list(notices) } }

    /// Returns the page with another status, such as 422 for a form with errors.
    package func with(_ status: HTTPResponse.Status) -> Page {
        var page = self
        page.status = status
        return page
    }
}

/// The answer to a request for a page.
package enum Outcome: Sendable {
    case page(Page)
    /// Redirects to another page, after a form was accepted (303), with cookies and other headers.
    case redirect(String, HTTPFields = [:])
    /// An answer that is not a page: data for a script, a file.
    case response(Response)
}

/// The routes of pages.
package struct PageList: Sendable {
    /// Handles a request for a page; `fields` are those of a form, and empty for GET.
    package typealias Handler = @Sendable (_ visit: Visit, _ fields: Fields) async throws -> Outcome

    struct Route: Sendable {
        let method: HTTPRequest.Method
        /// In the router's form: `/coins/:coin`.
        let path: String
        let need: Need
        /// The maximum size of a form in bytes.
        let maximumBytes: Int
        /// Whether the rendered page may be reused until stored data changes. Not for values that are shown once, such as secrets.
        let isKept: Bool
        /// Whether it has an anonymous form, for use without a network (``OfflineCopies``).
        let hasCopy: Bool
        let handler: Handler
    }

    private(set) var routes: [Route] = []

    package mutating func get(
        _ path: String, _ need: Need, isKept: Bool = false, hasCopy: Bool = false,
        _ handler: @escaping @Sendable (Visit) async throws -> Outcome
    ) {
        routes.append(
            Route(method: .get, path: path, need: need, maximumBytes: 0, isKept: isKept, hasCopy: hasCopy) { visit, _ in
                try await handler(visit)
            })
    }

    package mutating func post(_ path: String, _ need: Need, maximumBytes: Int = 1 << 16, _ handler: @escaping Handler) {
        routes.append(
            Route(
                method: .post, path: path, need: need, maximumBytes: maximumBytes, isKept: false, hasCopy: false, handler: handler))
    }
}
