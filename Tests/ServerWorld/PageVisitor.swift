import APIKit
import HTTPEdge
import HTTPTestSupport
import JSONText
import Platform
import Synchronization
import Testing

/// A person with a browser without scripts: opens pages, keeps cookies, and sends forms with the hidden token of their page.
package final class PageVisitor: Sendable {
    package let server: ServerUnderTest
    private let headers: [(String, String)]
    private let follows: Bool
    private let state: Mutex<(cookies: [String: String], page: String, path: String)>

    /// - Parameters:
    ///   - headers: sent with every request, such as a token.
    ///   - follows: whether redirects (303) are followed.
    package init(
        _ server: ServerUnderTest, headers: [String: String] = [:], cookies: [String: String] = [:], follows: Bool = false
    ) {
        (self.server, self.headers, self.follows) = (server, headers.map { ($0.key, $0.value) }, follows)
        state = Mutex((cookies, "", ""))
    }

    package convenience init(_ server: ServerUnderTest, token: String, follows: Bool = false) {
        self.init(server, headers: ["Authorization": "Bearer \(token)"], follows: follows)
    }

    /// Runs a server with pages.
    package static func run(
        models: String = ServerUnderTest.models, accounts: TestAccounts? = nil, path: ServedPath = .root, follows: Bool = false,
        _ body: (ServerUnderTest, PageVisitor) async throws -> Void
    ) async throws {
        // On a busy machine, the server must not answer that it is busy.
        var settings = EdgeSettings()
        settings.requestSeconds = 300
        try await ServerUnderTest.run(settings: settings, models: models, accounts: accounts, hasPages: true, path: path) {
            server async throws in
            try await body(server, PageVisitor(server, follows: follows))
        }
    }

    package var cookies: [String: String] { state.withLock { $0.cookies } }
    package var session: String? { cookie("closecast") }
    package var device: String? { cookie("closecast-device") }

    private func cookie(_ name: String) -> String? {
        let mark = server.root.replacing("/", with: "+")
        return cookies[(mark.isEmpty ? "__Host-" : "__Secure-") + name + mark]
    }

    /// The last page with a form.
    package var page: String { state.withLock { $0.page } }
    /// The path of the last requested page, after redirects.
    package var path: String { state.withLock { $0.path } }
    /// The token of the last page's forms; empty for a person who is not signed in.
    package var formToken: String { Self.value(of: "csrf", in: page) ?? "" }

    // MARK: What a browser does

    package func get(_ path: String, _ more: [(String, String)] = []) async throws -> EdgeAnswer {
        state.withLock { $0.path = path }
        return try await take(try await send("GET", path, [("Accept", "text/html")] + more, body: nil))
    }

    /// Sends a form.
    ///
    /// - Parameters:
    ///   - page: the page of the form; nil for the last page with a form.
    ///   - key: the key of the form; nil for a new one.
    package func post(
        _ path: String, from page: String? = nil, _ fields: KeyValuePairs<String, String> = [:], key: String? = nil
    ) async throws -> EdgeAnswer {
        let hidden = try await hidden(from: page, key)
        let answer = try await sendForm(path, fields.map { ($0.key, $0.value) } + hidden, site: "same-origin", origin: origin)
        return try await take(answer)
    }

    /// Sends a form with a file.
    ///
    /// - Parameter page: the page of the form; nil for the page it is sent to.
    package func upload(
        _ path: String, from page: String? = nil, _ fields: KeyValuePairs<String, String> = [:],
        file: (name: String, content: String)? = nil, more: [(name: String, content: String)] = [], field: String = "file"
    ) async throws -> EdgeAnswer {
        var body = ""
        let hidden = try await hidden(from: page ?? path, nil)
        for (name, value) in fields.map({ ($0.key, $0.value) }) + hidden {
            body += "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        for file in (file.map { [$0] } ?? []) + more {
            body += "--edge\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(file.name)\"\r\n"
            body += "Content-Type: text/csv\r\n\r\n\(file.content)\r\n"
        }
        let headers = [
            ("Accept", "text/html"), ("Content-Type", "multipart/form-data; boundary=edge"), ("Origin", origin),
            ("Sec-Fetch-Site", "same-origin"),
        ]
        return try await take(try await send("POST", path, headers, body: body + "--edge--\r\n"))
    }

    package var origin: String { "http://127.0.0.1:\(server.port)" }

    private func hidden(from page: String?, _ key: String?) async throws -> [(String, String)] {
        if let page {
            let text = try await get(page).text
            try #require(text.contains("name=\"csrf\""), "\(page) has no form")
        }
        return [("csrf", formToken), ("key", key ?? RandomID.hexadecimal(digits: 32))]
    }

    private func take(_ answer: EdgeAnswer) async throws -> EdgeAnswer {
        state.withLock { state in
            for header in answer.setCookies {
                let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                state.cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
            }
            if answer.text.contains("name=\"csrf\"") { state.page = answer.text }
        }
        guard follows, answer.status == 303, let path = answer["location"], path.hasPrefix("/") else { return answer }
        return try await get(path)
    }

    // MARK: What others may send

    /// Sends a form from any page and ignores the answer's cookies.
    package func sendForm(_ path: String, _ fields: [(String, String)], site: String?, origin: String?) async throws -> EdgeAnswer {
        var headers = [("Accept", "text/html"), ("Content-Type", "application/x-www-form-urlencoded")]
        if let site { headers.append(("Sec-Fetch-Site", site)) }
        if let origin { headers.append(("Origin", origin)) }
        let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        return try await send("POST", path, headers, body: body)
    }

    /// Sends a request with the cookies, and ignores those of the answer.
    package func send(_ method: String, _ path: String, _ more: [(String, String)], body: String?) async throws -> EdgeAnswer {
        var headers = [("Host", "127.0.0.1:\(server.port)")] + headers + more
        let cookies = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        if !cookies.isEmpty { headers.append(("Cookie", cookies)) }
        if let body { headers.append(("Content-Length", "\(body.utf8.count)")) }
        // Tests name pages as if the server had the host to itself; addresses in pages and answers include its path.
        let target = path.hasPrefix(server.root + "/") ? path : server.root + path
        let lines = ["\(method) \(target) HTTP/1.1"] + headers.map { "\($0.0): \($0.1)" }
        let (bytes, port) = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8), server.port)
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port, timeoutSeconds: 300)
            client.send(bytes)
            return try client.answer(isHead: method == "HEAD")
        }
    }

    /// The value of a hidden field of a page.
    package static func value(of name: String, in page: String) -> String? {
        guard let start = page.range(of: "name=\"\(name)\" value=\"") else { return nil }
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    // MARK: Steps

    package static let password = ServerUnderTest.password

    /// Signs up and follows the mailed link, which signs in.
    package func join(_ email: String, _ accounts: TestAccounts) async throws {
        _ = try await get("/sign-up")
        let asked = try await post(
            "/sign-up",
            [
                "name": "Ann", "email": email, "password": Self.password, "accept_terms": "yes",
            ])
        #expect(asked.status == 200, "\(asked.text)")
        let token = try await accounts.token(.verification, to: email)
        let verified = try await post("/verify", ["token": token, "password": Self.password])
        #expect(verified.status == 303 && verified["location"] == "\(server.root)/?done=verified", "\(verified.text)")
        #expect(session != nil, "the person is signed in")
    }

    package func signIn(_ email: String, password: String = password) async throws {
        let answer = try await post("/sign-in", ["email": email, "password": password])
        #expect(answer.status == 303 && session != nil, "\(answer.text)")
    }
}

extension EdgeAnswer {
    package var setCookies: [String] { headers.filter { $0.name == "set-cookie" }.map(\.value) }
    package var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    package var code: String? { json["code"]?.string }
    /// Whether the text has a part, in which a space may stand for one that does not break.
    package func has(_ part: String) -> Bool {
        text.contains(part) || text.replacing("\u{A0}", with: " ").replacing("&nbsp;", with: " ").contains(part)
    }
}
