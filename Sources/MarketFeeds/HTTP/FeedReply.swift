import JSONText
import Market

/// An answer with its body parsed as JSON.
struct FeedReply: Sendable {
    let status: Int
    let headers: [String: String]
    let json: Result<JSONValue, JSONError>
    private let key: FeedKey?

    init(_ answer: HTTPAnswer, key: FeedKey?) {
        (status, headers, self.key) = (answer.status, answer.headers, key)
        do throws(JSONError) { json = .success(try JSONValue(parsing: answer.body)) } catch { json = .failure(error) }
    }

    /// The body, if it is JSON.
    var value: JSONValue? { if case .success(let value) = json { value } else { nil } }

    /// Returns the problem implied by the HTTP status, which is common to all providers.
    func commonFault(_ key: FeedKey?, now: Int) -> FeedError.Reason? {
        switch status {
        case 200..<300: nil
        case 401: key == nil ? .needsKey : .keyRefused(status: status)
        case 403, 451: .blocked(status: status)
        case 418, 429: .rateLimited(retryAfterSeconds: retryAfter(now: now))
        case 408, 500...599: .unavailable(status: status, message: message)
        default: .refused(status: status, message: message)
        }
    }

    func retryAfter(now: Int) -> Int? { headers["retry-after"].flatMap { RetryAfter.seconds($0, now: now) } }

    /// The provider's own error message, from any of the usual members; empty if there is none.
    var message: String {
        let names = ["error_message", "message", "msg", "Message", "error"]
        let places = [value, value?["status"], value?["error"], value?["error"]?["status"], value?["Err"]]
        for place in places {
            for name in names {
                if let text = place?[name]?.string { return Self.plain(text, key) }
            }
        }
        return ""
    }

    /// Returns at most 200 printable characters on one line, without the key, even if the provider echoes it.
    static func plain(_ text: String, _ key: FeedKey?) -> String {
        let safe = key.map { text.replacing($0.secret, with: "[key]") } ?? text
        return String(String.UnicodeScalarView(safe.unicodeScalars.map { $0.properties.isPrintable ? $0 : " " })).prefix(200)
            .description
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
