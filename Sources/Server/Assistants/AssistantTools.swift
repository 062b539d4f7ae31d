import APIKit
import Access
import Assistants
import Forecasts
import HTTPEdge
import JSONText
import NIOCore
import Services

/// The operations of the API that assistants may call, as tools. A tool has the id, the summary, the input, the rights and the work
/// of its operation.
package struct AssistantTools: Sendable {
    /// The ids of the operations, in the order in which assistants see them. Figures of wallets are those of several together, which
    /// may be one.
    package static let operations = [
        "listAssets", "getAsset", "getHistory", "getForecast", "getBacktest", "getDiary", "listWallets", "getPortfolioValuation",
        "forecastPortfolio", "getPortfolioGains", "getPortfolioRealizedGains", "listTransactions", "listAlerts", "listAlertFirings",
        "tryAlertDraft", "previewTransactions", "recordTransactions", "addAlert",
    ]

    fileprivate let all: [AssistantTool]
    private let writes: any WriteGuard
    private let storeVersion: StoreVersion

    package init(_ api: API, _ parts: ServerParts) {
        let routes = Dictionary(uniqueKeysWithValues: api.routes.map { ($0.operation.id, $0) })
        all = Self.operations.compactMap { routes[$0].map(AssistantTool.init) }
        (writes, storeVersion) = (parts.writes, parts.storeVersion)
    }

    /// Returns the tools that a caller has the rights for.
    ///
    /// - Parameter authority: the host and port that the client addressed.
    package func toolbox(of caller: Principal, _ context: CallContext, authority: String? = nil) -> any Toolbox {
        let permitted = all.filter { $0.isPermitted(to: caller) }
        return CallerTools(permitted: permitted, caller: caller, context: context, authority: authority, all: self)
    }

    /// Performs an operation as for the same request of a program.
    fileprivate func reply(_ tool: AssistantTool, _ arguments: ExactValue, _ box: CallerTools) async throws -> Reply {
        let operation = tool.operation
        let caller = try operation.need.checked(box.caller)
        let input = try tool.input(arguments)
        var writer = JSONWriter()
        writer.value(arguments.digits)
        let call = Call(
            caller: caller, context: box.context, headers: [:], body: input.body, bytes: ByteBuffer(bytes: writer.bytes),
            stream: .init(buffer: ByteBuffer()), authority: box.authority, place: "tool \(operation.id)", values: input.values)
        // Also after a failed write: it may have made part of its changes.
        defer { if operation.effect != .read { storeVersion.noteChange() } }
        guard let key = input.key else { return try await tool.handler(call) }
        return try await writes.once(key, call, operation, tool.handler)
    }
}

/// The tools of one caller.
private struct CallerTools: Toolbox {
    let permitted: [AssistantTool]
    let caller: Principal
    let context: CallContext
    let authority: String?
    let all: AssistantTools

    var tools: [Tool] { permitted.map(\.tool) }

    func result(of name: String, _ arguments: ExactValue) async -> ToolResult {
        do {
            guard let tool = permitted.first(where: { $0.tool.name == name }) else { throw Problem.notFound("no tool \(name)") }
            let reply = try await all.reply(tool, arguments, self)
            // Of a stored answer.
            if let problem = Problem(reply) { throw problem }
            return try tool.result(of: reply)
        } catch {
            return refusal(error, of: name)
        }
    }

    private func refusal(_ error: any Error, of name: String) -> ToolResult {
        var problem = Problem(error)
        // Assistants have tools, and send no requests.
        problem.detail.replace(/(; | )?GET (\/v1\/\S+) lists them(?:, POST \/v1\/\S+ \w+ one)?/) { match in
            let tool = permitted.first { $0.operation.method == .get && $0.operation.path == match.output.2 }
            return tool.map { "\(match.output.1 ?? "")\($0.tool.name) lists them" } ?? ""
        }
        if problem.status == .internalServerError {
            context.logger.error(
                "a tool failed", metadata: ["tool": "\(name)", "error": "\(error)", "request_id": "\(context.requestID)"])
        }
        return ToolResult(problem.detail, document: problem.document(requestID: context.requestID), isError: true)
    }
}
