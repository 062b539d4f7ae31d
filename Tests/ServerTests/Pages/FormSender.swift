import Foundation
import Platform
import Testing

/// Somebody with a token who opens pages and sends their forms, as a browser would.
struct FormSender: Sendable {
    let server: ServerUnderTest
    let headers: [String: String]

    init(_ server: ServerUnderTest, token: String? = nil, cookie: String? = nil) {
        self.server = server
        var headers = ["Accept": "text/html"]
        headers["Authorization"] = token.map { "Bearer \($0)" }
        headers["Cookie"] = cookie
        self.headers = headers
    }

    func open(_ path: String) async throws -> ServerUnderTest.Answer { try await server.get(path, headers: headers) }

    /// Sends the form of a page: with its token, and with a key of its own unless one is given. Redirects are followed.
    ///
    /// - Parameter page: where the form is; nil for where it is sent to.
    func send(
        _ fields: KeyValuePairs<String, String>, to path: String, on page: String? = nil, key: String? = nil
    ) async throws -> ServerUnderTest.Answer {
        let token = try await token(of: page ?? path)
        let pairs = fields.map { ($0.key, $0.value) } + [("csrf", token), ("key", key ?? UUID().uuidString)]
        let body = pairs.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return try await server.send("POST", path, body: body, headers: headers)
    }

    /// The token of the forms of a page.
    func token(of page: String) async throws -> String {
        let text = try await open(page).text
        let match = try #require(text.firstMatch(of: /name="csrf" value="([0-9a-f]+)"/), "no form on \(page)")
        return String(match.output.1)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
