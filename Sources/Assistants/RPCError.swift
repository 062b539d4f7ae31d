import JSONText

/// Why a message of JSON-RPC 2.0 has no result.
package struct RPCError: Error, Equatable, Sendable {
    package let code: Int
    package let message: String
    /// The versions that this server speaks, if the client's is none of them.
    var supported: [String] = []

    /// The text is not JSON.
    static func notJSON(_ error: JSONError) -> RPCError {
        RPCError(code: -32700, message: "the message is not valid JSON: \(error)")
    }

    /// The JSON is no message of the protocol.
    static func notAMessage(_ reason: String) -> RPCError { RPCError(code: -32600, message: reason) }

    static func unknownMethod(_ name: String) -> RPCError {
        RPCError(code: -32601, message: "there is no method \(shown(name)); this server has tools only")
    }

    static func badParameters(_ reason: String) -> RPCError { RPCError(code: -32602, message: reason) }

    static func unsupportedVersion(_ name: String) -> RPCError {
        let supported = ProtocolVersion.allCases.map(\.rawValue)
        return RPCError(
            code: -32602, message: "unsupported protocol version \(shown(name)); supported: \(supported.joined(separator: ", "))",
            supported: supported)
    }

    /// Returns a name in quotes, shortened.
    static func shown(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(100)
        return "\"\(String(String.UnicodeScalarView(start)))\(start.endIndex < text.unicodeScalars.endIndex ? "…" : "")\""
    }

    /// Returns the response with this error.
    ///
    /// - Parameter id: the request's id in JSON; nil if it has none that can be read.
    func response(to id: [UInt8]?) -> [UInt8] {
        RPCMessage.response(to: id) { writer in
            writer.key("error")
            writer.object { writer in
                writer.member("code", code)
                writer.member("message", message)
                guard !supported.isEmpty else { return }
                writer.key("data")
                writer.object { writer in
                    writer.key("supported")
                    writer.array { writer in supported.forEach { writer.string($0) } }
                }
            }
        }
    }
}
