import Foundation
import FoundationNetworking
import Testing

/// Looks at pages as a browser without scripts does: it follows redirects and sends forms with the token of the page they are on.
struct PageVisitor {
    let server: ServerUnderTest
    var language = "en"

    struct Answer {
        let status: Int
        /// Where redirects led.
        let path: String
        let type: String
        let text: String

        func has(_ text: String) -> Bool { self.text.contains(text) }
    }

    func get(_ path: String) async throws -> Answer { try await send(request(path)) }

    /// Sends a form of a page.
    ///
    /// - Parameter page: the page that the form is on; its token is read from there.
    func post(_ path: String, from page: String, _ fields: [String: String]) async throws -> Answer {
        var fields = fields
        fields["csrf"] = try await token(of: page)
        var request = request(path)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&").utf8)
        return try await send(request)
    }

    /// Sends a form with a file.
    func upload(_ path: String, file: String, _ content: String, fields: [String: String] = [:]) async throws -> Answer {
        var parts = fields
        parts["csrf"] = try await token(of: path)
        var body = parts.map { "--edge\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n" }.joined()
        body += "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\nContent-Type: text/csv\r\n\r\n"
        body += content + "\r\n--edge--\r\n"
        var request = request(path)
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=edge", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.utf8)
        return try await send(request)
    }

    private func token(of page: String) async throws -> String {
        let text = try await get(page).text
        return String(try #require(text.firstMatch(of: /name="csrf" value="([0-9a-f]+)"/)).output.1)
    }

    private func request(_ path: String) -> URLRequest {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(server.port)\(path)")!)
        request.setValue("text/html", forHTTPHeaderField: "Accept")
        request.setValue("closecast-language=\(language)", forHTTPHeaderField: "Cookie")
        return request
    }

    private func send(_ request: URLRequest) async throws -> Answer {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        let http = response as! HTTPURLResponse
        return Answer(
            status: http.statusCode, path: http.url?.path ?? "", type: http.value(forHTTPHeaderField: "Content-Type") ?? "",
            text: String(decoding: data, as: UTF8.self))
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
