import JSONText

/// What an assistant may call.
package struct Tool: Sendable {
    package let name: String
    /// For the assistant: what it does.
    package let description: String
    /// The JSON schema of its arguments, an object.
    package let inputSchema: [UInt8]
    /// Whether it changes nothing that its owner has recorded.
    package let isReadOnly: Bool

    package init(name: String, description: String, inputSchema: [UInt8], isReadOnly: Bool) {
        (self.name, self.description, self.inputSchema, self.isReadOnly) = (name, description, inputSchema, isReadOnly)
    }

    func write(_ writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("description", description)
        writer.key("inputSchema")
        writer.verbatim(inputSchema)
        writer.key("annotations")
        writer.object { writer in
            writer.member("readOnlyHint", isReadOnly)
            writer.member("destructiveHint", false)
            writer.member("idempotentHint", isReadOnly)
            writer.member("openWorldHint", false)
        }
    }
}

/// The result of a tool, or why it has none.
package struct ToolResult: Sendable {
    /// A few sentences for the assistant.
    package let summary: String
    /// The whole answer, a JSON object; nil if there is none.
    package let document: [UInt8]?
    /// Whether the tool was refused or failed.
    package let isError: Bool

    package init(_ summary: String, document: [UInt8]? = nil, isError: Bool = false) {
        // A line break between tokens would end a message on standard output; within strings, JSON escapes them.
        let line = document?.filter { $0 != 0x0A && $0 != 0x0D }
        (self.summary, self.document, self.isError) = (summary, line, isError)
    }

    func write(_ version: ProtocolVersion, _ writer: inout JSONWriter) {
        writer.member("content", [summary] + (document.map { [String(decoding: $0, as: UTF8.self)] } ?? [])) { text, writer in
            writer.member("type", "text")
            writer.member("text", text)
        }
        if version.hasStructuredContent, let document {
            writer.key("structuredContent")
            writer.verbatim(document)
        }
        writer.member("isError", isError)
    }
}

/// The tools of one caller.
package protocol Toolbox: Sendable {
    /// The tools that the caller may call.
    var tools: [Tool] { get }

    /// Calls one of ``tools``.
    ///
    /// - Parameter arguments: a JSON object, not yet checked.
    func result(of tool: String, _ arguments: ExactValue) async -> ToolResult
}
