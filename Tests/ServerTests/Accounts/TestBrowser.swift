import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

/// Sends requests as a browser does: with the cookies that it received, and with headers that say which page they come from.
struct TestBrowser {
    let server: ServerUnderTest
    /// By name.
    private(set) var cookies: [String: String] = [:]
    /// The value of each `Set-Cookie` header so far, in order.
    private(set) var setCookies: [String] = []
    private(set) var formToken: String?

    init(_ server: ServerUnderTest, cookies: [String: String] = [:]) { (self.server, self.cookies) = (server, cookies) }

    /// The page that a request comes from.
    struct Page {
        var site: String?
        var origin: String?
    }

    var ownOrigin: String { "http://127.0.0.1:\(server.port)" }
    var ownPage: Page { Page(site: "same-origin", origin: ownOrigin) }

    var session: String? { cookies["__Host-closecast"] }
    var device: String? { cookies["__Host-closecast-device"] }

    /// Sends a request from a page of ours, with the form token if there is one, and takes the cookies and the token of the answer.
    mutating func send(_ method: String, _ path: String, json: String? = nil) async throws -> EdgeAnswer {
        let answer = try await send(method, path, json: json, from: method == "GET" ? nil : ownPage, formToken: formToken)
        for (name, value) in answer.headers where name == "set-cookie" { take(value) }
        let body = try? JSONValue(parsing: answer.body)
        if let token = body?["csrf_token"]?.string { formToken = token }
        return answer
    }

    /// Sends a request from any page, and ignores the cookies of the answer. An answer that the document does not declare fails the test.
    func send(
        _ method: String, _ path: String, json: String? = nil, from page: Page?, formToken: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> EdgeAnswer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"]
        if !cookies.isEmpty {
            lines.append("Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; "))
        }
        if let site = page?.site { lines.append("Sec-Fetch-Site: \(site)") }
        if let origin = page?.origin { lines.append("Origin: \(origin)") }
        if let formToken { lines.append("X-CSRF-Token: \(formToken)") }
        lines += headers.map { "\($0.0): \($0.1)" }
        let body = Array((json ?? "").utf8)
        if json != nil { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        let (bytes, port) = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, server.port)
        let answer = try await EdgeThread.run {
            let client = try EdgeClient(port: port)
            client.send(bytes)
            return try client.answer(isHead: method == "HEAD")
        }
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        let declared = ServerUnderTest.Answer(status: answer.status, headers: headers, body: answer.body)
        if let fault = ServerUnderTest.fault(of: declared, method, path) {
            Issue.record("\(method) \(path) is not as the document declares: \(fault)\n\(answer.status) \(answer.text)")
        }
        return answer
    }

    private mutating func take(_ header: String) {
        setCookies.append(header)
        let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        cookies[String(pair[0])] = header.hasSuffix("Max-Age=0") ? nil : String(pair[1])
    }

    // MARK: Signing in

    mutating func signIn(_ email: String, isRemembered: Bool = false) async throws -> EdgeAnswer {
        try await send("POST", "/v1/sessions", json: Self.signInBody(email, isRemembered: isRemembered))
    }

    static func signInBody(_ email: String, isRemembered: Bool = false) -> String {
        #"{"email":"\#(email)","password":"\#(ServerUnderTest.password)","cookie":true,"remember_me":\#(isRemembered)}"#
    }
}
