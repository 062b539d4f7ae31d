import HTTPTestSupport
import Testing

/// Somebody with a browser who uses pages and forms: keeps cookies, follows no redirect, and sends the form token of the last page.
struct CookieVisitor {
    let server: ServerUnderTest
    private(set) var cookies: [String: String] = [:]
    /// The last page with a form.
    private(set) var page = ""

    init(_ server: ServerUnderTest, cookies: [String: String] = [:]) { (self.server, self.cookies) = (server, cookies) }

    var session: String? { cookies["__Host-closecast"] }
    var device: String? { cookies["__Host-closecast-device"] }
    /// The token of the last page's forms; empty for somebody who is not signed in.
    var formToken: String { Self.value(of: "csrf", in: page) ?? "" }

    mutating func get(_ path: String) async throws -> EdgeAnswer {
        let answer = try await request("GET", path, body: nil, site: nil, origin: nil)
        take(answer)
        return answer
    }

    /// Sends a form from a page of ours, with the token of the last page.
    mutating func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> EdgeAnswer {
        let pairs = fields.map { ($0.key, $0.value) } + [("csrf", formToken)]
        let answer = try await send(path, pairs, site: "same-origin", origin: "http://127.0.0.1:\(server.port)")
        take(answer)
        return answer
    }

    /// Sends a form from any page and forgets the answer's cookies.
    func send(_ path: String, _ fields: [(String, String)], site: String?, origin: String?) async throws -> EdgeAnswer {
        let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        return try await request("POST", path, body: body, site: site, origin: origin)
    }

    private func request(_ method: String, _ path: String, body: String?, site: String?, origin: String?) async throws -> EdgeAnswer
    {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Accept: text/html"]
        if !cookies.isEmpty {
            lines.append("Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; "))
        }
        if let site { lines.append("Sec-Fetch-Site: \(site)") }
        if let origin { lines.append("Origin: \(origin)") }
        if let body {
            lines += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
        }
        let (bytes, port) = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8), server.port)
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port, timeoutSeconds: 120)
            client.send(bytes)
            return try client.answer(isHead: false)
        }
    }

    private mutating func take(_ answer: EdgeAnswer) {
        for header in answer.setCookies {
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
        }
        if answer.text.contains("name=\"csrf\"") { page = answer.text }
    }

    /// The value of a hidden field of a page.
    static func value(of name: String, in page: String) -> String? {
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

    static let password = ServerUnderTest.password

    /// Signs up, follows the mailed link, and signs in.
    mutating func join(_ email: String, _ accounts: TestAccounts) async throws {
        _ = try await get("/sign-up")
        let asked = try await post(
            "/sign-up",
            [
                "name": "Ann", "email": email, "password": Self.password, "password_again": Self.password, "accept_terms": "yes",
            ])
        #expect(asked.status == 200, "\(asked.text)")
        let token = try await accounts.token(.verification, to: email)
        let verified = try await post("/verify", ["token": token, "password": Self.password])
        #expect(verified.status == 303 && verified["location"] == "/sign-in?done=verified", "\(verified.text)")
        try await signIn(email)
    }

    mutating func signIn(_ email: String, password: String = password) async throws {
        let answer = try await post("/sign-in", ["email": email, "password": password])
        #expect(answer.status == 303 && session != nil, "\(answer.text)")
    }
}
