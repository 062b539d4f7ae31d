import APIKit
import HTTPTypes
import NIOCore
import Platform

/// The API's own description, for programs. People read it at `/docs`, a page of the module Web.
struct OpenAPIController: Sendable {
    /// The routes of all other controllers.
    let others: [API.Route]
    let path: ServedPath

    func add(to api: inout API) {
        let all = others + [Self.route(ByteBuffer())]
        let route = Self.route(ByteBuffer(bytes: OpenAPIDocument(routes: all, version: Locations.version, path: path).bytes))
        api.add(route.operation, route.handler)
    }

    private static func route(_ document: ByteBuffer) -> API.Route {
        API.Route(
            operation: Operation(
                .get, "/openapi.json", id: "openAPIDocument", tag: "Documentation", "This document.", need: .nobody,
                answers: [.json(200, "An OpenAPI 3.1 document.", .any)])
        ) { _ in Reply(.ok, document, type: "application/json") }
    }
}
