import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Platform

/// The server's operations and their handlers.
package struct API: Sendable {
    /// Handles a checked request.
    package typealias Handler = @Sendable (Call) async throws -> Reply

    /// An operation and its handler.
    package struct Route: Sendable {
        package let operation: Operation
        package let handler: Handler

        package init(operation: Operation, handler: @escaping Handler) {
            (self.operation, self.handler) = (operation, handler)
        }
    }

    package private(set) var routes: [Route] = []

    package init() {}

    /// Adds an operation, whose id must be unique.
    package mutating func add(_ operation: Operation, _ handler: @escaping Handler) {
        let isNew = !routes.contains { $0.operation.id == operation.id }
        precondition(isNew, "two operations are called \(operation.id)")
        routes.append(Route(operation: operation, handler: handler))
    }

    /// Returns whether a request's body is read as a stream. Such a route has its own size limit, and may take as long as the
    /// client sends.
    package var isStreamed: @Sendable (Request) -> Bool {
        let streamed = Set(
            routes.map(\.operation).filter { $0.body?.reading == .streamed }.map { "\($0.method.http.rawValue) \($0.path)" })
        return { request in streamed.contains("\(request.method.rawValue) \(request.uri.path)") }
    }

    /// Registers all routes. Any other method on their paths gets a 405 with the allowed methods.
    package func register(in router: Router<CallContext>, _ services: OperationServices) {
        for (path, routes) in Dictionary(grouping: routes, by: \.operation.path).sorted(by: { $0.key < $1.key }) {
            let routerPath = RouterPath(Self.routerPath(path))
            for route in routes {
                let answering = OperationHandler(route: route, services: services)
                router.on(routerPath, method: route.operation.method.http) { request, context in
                    try await answering.response(request, context)
                }
                guard route.operation.method == .get else { continue }
                // `HeadResponses` removes the body. Ranges apply to GET only (RFC 9110, section 14.2).
                router.on(routerPath, method: .head) { request, context in
                    var head = request.head
                    head.headerFields[.range] = nil
                    return try await answering.response(Request(head: head, body: request.body), context)
                }
            }
            Self.refuseOthers(of: routes.map(\.operation.method), at: routerPath, in: router)
        }
    }

    private static let knownMethods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, HTTPRequest.Method("QUERY")!,
    ]

    private static func refuseOthers(of methods: [Operation.Method], at path: RouterPath, in router: Router<CallContext>) {
        var allowed = methods.map(\.http)
        if methods.contains(.get) { allowed.append(.head) }
        let list = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        for method in knownMethods where !allowed.contains(method) {
            router.on(path, method: method) { _, _ -> Response in
                var problem = Problem(
                    .methodNotAllowed, "method-not-allowed", "\(method.rawValue) is not allowed here; allowed: \(list)",
                    field: "method", value: .string(method.rawValue), accepted: list)
                problem.headers[.allow] = list
                throw problem
            }
        }
    }

    private static func routerPath(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("{") ? ":" + part.dropFirst().dropLast() : String(part)
        }.joined(separator: "/")
    }
}
