import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Platform

/// The operations of the server with what answers them.
package struct API: Sendable {
    package typealias Handler = @Sendable (Call) async throws -> Reply

    package struct Route: Sendable {
        package let operation: Operation
        let handler: Handler
    }

    package private(set) var routes: [Route] = []

    package init() {}

    package mutating func add(_ operation: Operation, _ handler: @escaping Handler) {
        let isNew = !routes.contains { $0.operation.id == operation.id }
        precondition(isNew, "two operations are called \(operation.id)")
        routes.append(Route(operation: operation, handler: handler))
    }

    /// Whether a request's body is read as it comes: such a route has its own limit of size, and takes as long as the client sends.
    var isStreamed: @Sendable (Request) -> Bool {
        let streamed = Set(
            routes.map(\.operation).filter { $0.body?.reading == .streamed }.map { "\($0.method.http.rawValue) \($0.path)" })
        return { request in streamed.contains("\(request.method.rawValue) \(request.uri.path)") }
    }

    /// Registers all routes; every other method of their paths is answered with 405 and the methods that there are.
    ///
    /// - Parameter time: of each request, but those whose body is read as it comes: slow clients are cut elsewhere.
    func register(in router: Router<CallContext>, writes: any WriteGuard, time: TimeLimit) {
        for (path, routes) in Dictionary(grouping: routes, by: \.operation.path).sorted(by: { $0.key < $1.key }) {
            let routerPath = RouterPath(Self.routerPath(path))
            for route in routes {
                let answering = Answering(route: route, writes: writes, time: time)
                router.on(routerPath, method: route.operation.method.http) { request, context in
                    try await answering.response(request, context)
                }
                guard route.operation.method == .get else { continue }
                // ``HeadResponses`` leaves the body out. Ranges are of GET alone (RFC 9110, section 14.2).
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
                    .methodNotAllowed, "method-not-allowed", "\(method.rawValue) is not possible here; it may be \(list)",
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
