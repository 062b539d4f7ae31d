import HTTPTypes
import NIOCore
import Platform

/// The API's own documentation, for programs and for people.
struct OpenAPIController: Sendable {
    /// The routes of all other controllers.
    let others: [API.Route]

    func add(to api: inout API) {
        let placeholders = Self.routes(document: ByteBuffer(), page: ByteBuffer())
        let all = others + placeholders
        let document = ByteBuffer(bytes: OpenAPIDocument(routes: all, version: Locations.version).bytes)
        let page = ByteBuffer(string: DocsPage(routes: all, version: Locations.version).html)
        for route in Self.routes(document: document, page: page) { api.add(route.operation, route.handler) }
    }

    private static func routes(document: ByteBuffer, page: ByteBuffer) -> [API.Route] {
        let policy = DocsPage.policy
        return [
            API.Route(
                operation: Operation(
                    .get, "/openapi.json", id: "openAPIDocument", tag: "Documentation", "This document.", scope: nil,
                    answers: [.json(200, "An OpenAPI 3.1 document.", .any)])
            ) { _ in Reply(.ok, document, type: "application/json") },
            API.Route(
                operation: Operation(
                    .get, "/docs", id: "docsPage", tag: "Documentation", "This document for people.", scope: nil,
                    answers: [.contents(200, "A page.", [("text/html", .any)])])
            ) { _ in
                Reply(.ok, page, type: "text/html; charset=utf-8").with(.contentSecurityPolicy, policy)
            },
        ]
    }
}
