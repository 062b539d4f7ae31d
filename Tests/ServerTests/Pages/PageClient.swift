import HTTPTestSupport
import Testing

/// Asks for pages with any headers, follows no redirect, and sends forms with the token of a page.
struct PageClient: Sendable {
    let server: ServerUnderTest
    var headers: [(String, String)] = []

    func get(_ path: String, _ more: [(String, String)] = []) async throws -> EdgeAnswer {
        try await send("GET", path, headers + [("Accept", "text/html")] + more, body: nil)
    }

    /// Sends a form.
    ///
    /// - Parameter page: that the form is on.
    func post(_ path: String, from page: String, _ fields: [(String, String)]) async throws -> EdgeAnswer {
        let token = try #require(Self.field("csrf", of: try await get(page).text), "\(page) has no form")
        let body = ([("csrf", token)] + fields).map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        return try await send("POST", path, headers + [("Accept", "text/html"), type], body: body)
    }

    func send(_ method: String, _ path: String, _ headers: [(String, String)], body: String?) async throws -> EdgeAnswer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"] + headers.map { "\($0.0): \($0.1)" }
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        let (bytes, port) = (Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8), server.port)
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port, timeoutSeconds: 120)
            client.send(bytes)
            return try client.answer(isHead: method == "HEAD")
        }
    }

    /// The value of a hidden field.
    static func field(_ name: String, of page: String) -> String? {
        page.firstMatch(of: try! Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)).map {
            String($0.output.1)
        }
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }

    /// Runs a server with pages.
    static func run(
        accounts: TestAccounts? = nil, _ body: (ServerUnderTest, PageClient) async throws -> Void
    ) async throws {
        try await ServerUnderTest.run(accounts: accounts, hasPages: true) { server async throws in
            try await body(server, PageClient(server: server))
        }
    }
}

extension EdgeAnswer {
    func has(_ part: String) -> Bool { text.contains(part) }
}
