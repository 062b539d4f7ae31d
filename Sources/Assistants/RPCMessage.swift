import JSONText

/// A message of JSON-RPC 2.0 from a client.
struct RPCMessage: Sendable {
    enum Content: Sendable {
        case request(method: String, ExactValue)
        case notification(method: String)
        /// An answer to a request, of which this server sends none.
        case response
        case invalid(RPCError)
    }

    /// The id of a request in JSON, as the client wrote it; nil if there is none that can be repeated.
    let id: [UInt8]?
    let content: Content

    private static let longestID = 1000

    init(_ message: ExactValue) {
        let id = message["id"].flatMap(Self.id)
        (self.id, content) = (id, Self.content(message, hasID: id != nil))
    }

    private static func content(_ message: ExactValue, hasID: Bool) -> Content {
        guard message.isObject else { return .invalid(.notAMessage("a message is a JSON object")) }
        guard message["jsonrpc"]?.value == .string("2.0") else { return .invalid(.notAMessage("jsonrpc must be \"2.0\"")) }
        guard let method = message["method"]?.value else {
            let isResponse = message["result"] != nil || message["error"] != nil
            return isResponse ? .response : .invalid(.notAMessage("a message has a method, a result or an error"))
        }
        guard let method = method.string else { return .invalid(.notAMessage("method must be a string")) }
        guard message["id"] != nil else { return .notification(method: method) }
        guard hasID else {
            return .invalid(.notAMessage("id must be a whole number or a string of at most \(longestID) bytes"))
        }
        guard let parameters = message["params"] else { return .request(method: method, .none) }
        guard parameters.isObject else { return .invalid(.badParameters("params must be an object")) }
        return .request(method: method, parameters)
    }

    private static func id(_ id: ExactValue) -> [UInt8]? {
        switch (id.value, id.digits) {
        case (.string(let text), _) where text.utf8.count <= longestID:
            var writer = JSONWriter()
            writer.string(text)
            return writer.bytes
        case (.number, .string(let digits)) where digits.utf8.count <= longestID:
            let isWhole = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
            return isWhole ? Array(digits.utf8) : nil
        default: return nil
        }
    }

    /// Returns a response in one line, without a line break.
    ///
    /// - Parameter write: writes the member `result` or `error`.
    static func response(to id: [UInt8]?, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.key("id")
            if let id { writer.verbatim(id) } else { writer.null() }
            write(&writer)
        }
        return writer.bytes
    }
}
