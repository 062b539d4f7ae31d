import APIKit
import Foundation
import JSONText
import ServerWorld
import Testing

/// Requests every route as one owner for another owner's data.
@Suite struct OwnerWalkTests {
    @Test func noRouteShowsOrChangesAnotherOwnersData() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            let (first, stranger) = try await (server.token(owner: "first"), server.token(owner: "stranger"))
            let world = try await OwnedWorld.make(on: server, token: first)
            let document = FuzzDocument(try await server.get("/openapi.json").json)
            let declared = Set(server.operations.map(\.id))
            #expect(Set(document.operations.map(\.id)) == declared, "the document has every route")
            let before = try await world.everything(on: server)
            for operation in document.operations {
                for request in try requests(operation, world) {
                    try await expectNothing(of: world, in: request, operation, on: server, token: stranger)
                    try await expectRefusal(of: request, operation, on: server)
                }
            }
            try await expectOtherMethodsTellNothing(document, world, on: server, token: stranger)
            let after = try await world.everything(on: server)
            for (path, body) in before { #expect(after[path] == body, "\(path) changed") }
        }
    }

    private struct Request {
        var path: String
        var body: (type: String, text: String)?
        /// Whether the path names the first owner's data.
        var namesOthers: Bool
    }

    /// One request with the first owner's ids in the path and in every parameter that takes one; for lists, also the next page of
    /// that owner.
    private func requests(_ operation: FuzzDocument.Operation, _ world: OwnedWorld) throws -> [Request] {
        var (path, namesOthers) = (operation.path, false)
        var query: [String] = []
        for parameter in operation.parameters {
            switch parameter.place {
            case "path":
                let sample = try #require(
                    world.ids[parameter.name] ?? OwnedWorld.common[parameter.name],
                    "\(operation.id): add a sample of the path's \(parameter.name) to this test")
                path = path.replacingOccurrences(of: "{\(parameter.name)}", with: sample)
                if world.ids[parameter.name] != nil { namesOthers = true }
            case "query":
                let sample = world.query[parameter.name] ?? (parameter.isRequired ? OwnedWorld.common[parameter.name] : nil)
                #expect(
                    sample != nil || !parameter.isRequired,
                    "\(operation.id): add a sample of the query's \(parameter.name) to this test")
                if let sample { query.append("\(parameter.name)=\(sample)") }
            default: break
            }
        }
        let body = try body(of: operation, world)
        var requests = [Request(path: path, body: body, namesOthers: namesOthers)]
        if !query.isEmpty {
            requests.append(Request(path: path + "?" + query.joined(separator: "&"), body: body, namesOthers: namesOthers))
        }
        if let cursor = world.cursors[operation.id] {
            requests.append(Request(path: path + "?limit=1&cursor=" + cursor, body: body, namesOthers: namesOthers))
        }
        return requests
    }

    private func body(of operation: FuzzDocument.Operation, _ world: OwnedWorld) throws -> (type: String, text: String)? {
        guard let type = operation.bodies.first?.key else { return nil }
        let sample = world.bodies[operation.id] ?? operation.example
        let body = try #require(sample, "\(operation.id): add a sample of its body to this test")
        return (operation.bodies.contains { $0.key == body.type } ? body.type : type, body.text)
    }

    private func send(
        _ request: Request, _ method: String, on server: ServerUnderTest, token: String?, key: String? = nil
    ) async throws -> ServerUnderTest.Answer {
        var headers: [String: String] = [:]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if let key { headers["Idempotency-Key"] = key }
        if let body = request.body { headers["Content-Type"] = body.type }
        return try await server.send(method, request.path, body: request.body?.text, headers: headers)
    }

    private func expectNothing(
        of world: OwnedWorld, in request: Request, _ operation: FuzzDocument.Operation, on server: ServerUnderTest, token: String
    ) async throws {
        let place = "\(operation.method) \(request.path)"
        for key in [nil, UUID().uuidString] {
            let answer = try await send(request, operation.method, on: server, token: token, key: key)
            expectNoMarks(of: world, in: answer, request, place)
            #expect(answer.status != 500, "\(place): \(answer.text)")
            guard request.namesOthers else { continue }
            #expect(answer.status == 404, "\(place): \(answer.status) \(answer.text.prefix(300))")
        }
    }

    /// An error may repeat the request's own words.
    private func expectNoMarks(of world: OwnedWorld, in answer: ServerUnderTest.Answer, _ request: Request, _ place: String) {
        let said = request.path + (request.body?.text ?? "")
        let reported = "\(answer.headers)\n" + answer.text
        for mark in world.marks where reported.contains(mark) && !said.contains(mark) {
            Issue.record("\(place) reveals \(mark): \(reported)")
        }
        // The API's own document has it in an example.
        let isDocument = request.path.hasPrefix("/openapi.json")
        #expect(isDocument || !reported.contains(#""favourite":true"#), "\(place) reveals another owner's favourites")
    }

    /// Without a token, no operation that needs one is answered.
    private func expectRefusal(of request: Request, _ operation: FuzzDocument.Operation, on server: ServerUnderTest) async throws {
        let isOpen = ["serverLive", "serverReady", "openAPIDocument", "getSharedWallet"].contains(operation.id)
        let answer = try await send(request, operation.method, on: server, token: nil)
        #expect((answer.status == 401) != isOpen, "\(operation.method) \(request.path): \(answer.status)")
    }

    private func expectOtherMethodsTellNothing(
        _ document: FuzzDocument, _ world: OwnedWorld, on server: ServerUnderTest, token: String
    ) async throws {
        for (_, operations) in Dictionary(grouping: document.operations, by: \.path) {
            let methods = operations.map(\.method)
            for var request in try requests(operations[0], world) {
                request.body = nil
                for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] where !methods.contains(method) {
                    let answer = try await send(request, method, on: server, token: token)
                    expectNoMarks(of: world, in: answer, request, "\(method) \(request.path)")
                    guard request.namesOthers || method != "HEAD" else { continue }
                    #expect([404, 405].contains(answer.status), "\(method) \(request.path): \(answer.status)")
                }
            }
        }
    }
}
