import HTTPEdge
import JSONText
import Records

/// API problems have the same form as the edge's.
package typealias Problem = HTTPEdge.Problem

extension SchemaFault: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .invalid(let field, let value, let accepted): .invalid(field, value: value, accepted: accepted)
        case .badLevel(let field, let value, let reason, let accepted):
            Problem(
                .unprocessableContent, "invalid-value", "\(field): \(reason)", field: field, value: value, accepted: accepted)
        case .missing(let field, let accepted): .missing(field, accepted: accepted)
        case .unknownMember(let name, let field, let accepted):
            Problem(
                .badRequest, "unknown-member", "unknown member \(name); allowed: \(accepted)", field: field,
                accepted: accepted)
        }
    }
}

extension Schema {
    /// Checks a value of a request.
    ///
    /// - Throws: the ``Problem`` made from the ``SchemaFault``.
    package func requireForm(of value: JSONValue, at field: @autoclosure () -> String) throws(Problem) {
        do throws(SchemaFault) { try check(value, at: field()) } catch { throw error.problem }
    }
}

extension Problem {
    /// The problem for a parameter, header or body member whose value is not accepted, for any reason.
    package static func invalid(_ field: String, value: JSONValue?, accepted: String) -> Problem {
        let shown = value.map { " \(Self.shown($0))" } ?? ""
        return Problem(
            .unprocessableContent, "invalid-value", "\(field):\(shown) is not accepted; give \(accepted)", field: field,
            value: value,
            accepted: accepted)
    }

    /// The problem for a required parameter or member that is missing.
    package static func missing(_ field: String, accepted: String) -> Problem {
        Problem(.badRequest, "missing-value", "\(field) is missing; give \(accepted)", field: field, accepted: accepted)
    }

    /// The problem for a body with more bytes than its operation accepts.
    static func bodyTooLarge(most: Int) -> Problem {
        Problem(
            .contentTooLarge, "body-too-large", "the body has more than \(most) bytes", field: "body",
            accepted: "at most \(most) bytes")
    }

    /// The problem for something named in the request that does not exist.
    package static func notFound(_ detail: String, field: String? = nil, value: String? = nil) -> Problem {
        Problem(.notFound, "not-found", detail, field: field, value: value.map(JSONValue.string))
    }

    /// The response as a handler's reply, which can be stored and replayed.
    func reply(requestID: String) -> Reply {
        var reply = Reply(status, json: document(requestID: requestID))
        reply.headers = responseHeaders
        return reply
    }
}
