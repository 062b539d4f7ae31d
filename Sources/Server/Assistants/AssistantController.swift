import APIKit
import Access
import Assistants
import HTTPEdge
import HTTPTypes
import JSONText
import NIOCore
import Platform
import Records

/// The Model Context Protocol over HTTP: each POST is one message, and its response one JSON document. No session is kept.
struct AssistantController: Sendable {
    private let tools: AssistantTools
    private let pages: OwnPages?

    init(_ tools: AssistantTools, pages: OwnPages?) { (self.tools, self.pages) = (tools, pages) }

    func add(to api: inout API) { api.add(Self.operation, answer) }

    private static let versionHeader = "MCP-Protocol-Version"

    private static let operation = Operation(
        .post, "/mcp", id: "callAssistantTools", tag: "Assistants",
        "One message of the Model Context Protocol. Tools that record something need a token of scope write.",
        need: .scope(.read), .read,
        parameters: [
            .header(versionHeader, .text(0...100_000), "The version that the client and the server agreed on.")
        ],
        body: .bytes([("application/json", .any)], maximumBytes: LineDialogue.longestLine)
            .showing(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
        answers: [.json(200, "The answer to a request.", .any), .empty(202, "There is nothing to answer.")])

    private func answer(_ call: Call) async throws -> Reply {
        // Also for a caller with a token: the protocol demands it.
        if let pages {
            try pages.checkIfOfBrowser(call.headers, call.context, authority: call.authority)
        } else {
            try SameMachine.refuseForeignPages(call.headers, call.context, authority: call.authority)
        }
        let toolbox = tools.toolbox(of: Self.limited(call.caller), call.context, authority: call.authority)
        do throws(RPCError) {
            let answer = try await Dialogue(toolbox, serverVersion: Locations.version).answer(
                to: Incoming(Array(call.bytes.readableBytesView)), versionNamed: call.text(Self.versionHeader))
            return answer.map { Reply(json: $0) } ?? Reply.nothing.accepted
        } catch {
            throw Problem(.badRequest, "not-a-message", error.message, field: "body")
        }
    }

    /// Returns the caller with the rights of assistants: without a token of scope write, they only read.
    private static func limited(_ caller: Principal) -> Principal {
        if case .token = caller.credential { return caller }
        return Principal(owner: caller.owner, scope: .read, credential: caller.credential)
    }
}

extension Reply {
    /// The same without a body, as 202.
    fileprivate var accepted: Reply {
        var reply = self
        reply.status = .accepted
        return reply
    }
}
