import JSONText
import Platform
import ServerWorld
import Testing

/// Runs each request that `docs/spreadsheets.md` shows, and looks for the columns that its queries name.
@Suite(.serialized) struct SpreadsheetTests {
    private static let page = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) } + "/docs/spreadsheets.md"
    private static let address = "https://closecast.example"

    /// A query of Grafana's Infinity, as its editor shows it.
    private struct Query {
        let values: [String: String]

        /// Nil for a block of another kind.
        init?(_ block: String) {
            let pairs = block.split(separator: "\n").compactMap { line -> (String, String)? in
                guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("$"), !line.hasPrefix("=") else { return nil }
                return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
            }
            values = Dictionary(pairs) { first, _ in first }
            guard values["Type"] != nil, values["URL"] != nil else { return nil }
        }

        var columns: [String] {
            (values["Columns"] ?? "").matches(of: /([a-z_0-9]+) \((?:Time|Number|String)\)/).map { String($0.output.1) }
        }
    }

    private static func blocks() throws -> [String] {
        let text = String(decoding: try Files.read(page), as: UTF8.self)
        return text.matches(of: /```text\n([^`]*)```/).map { String($0.output.1) }
    }

    /// The path and query of an address on the page.
    private static func target(_ url: some StringProtocol, _ share: String) -> String {
        String(url.dropFirst(address.count)).replacing("TOKEN", with: share)
    }

    private static func run(_ body: (ServerUnderTest, [String: String], _ share: String) async throws -> Void) async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            // The one who has the wallets of the world.
            let headers = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            try await server.store([100, 200, 120, 300, 250], of: "bitcoin")
            _ = try await server.put(
                "/v1/assets/EUR/history", csv: "date,close\n2025-02-27,1.5\n2025-02-28,1.25\n",
                headers: [
                    "Authorization": "Bearer \(try await server.token(owner: "admin", scope: .admin))"
                ])
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: headers))
            for body in [
                #"{"kind":"deposit","asset":"USD","quantity":"1000","time":"2025-02-25"}"#,
                #"{"kind":"buy","asset":"BTC","quantity":"2","price":"120","time":"2025-02-26"}"#,
            ] { try server.done(await server.post("/v1/wallets/Main/transactions", json: body, headers: headers)) }
            let made = try server.done(
                await server.post("/v1/wallets/Main/shares", json: #"{"label":"Our savings"}"#, headers: headers))
            try await body(server, headers, try #require(made.json["token"]?.string))
        }
    }

    @Test func importedDataIsATable() async throws {
        let formulas = try Self.blocks().flatMap { $0.matches(of: /=IMPORTDATA\("([^"]*)"\)/).map { String($0.output.1) } }
        #expect(formulas.count == 2)
        try await Self.run { server, headers, share in
            for url in formulas {
                let answer = try server.done(await server.get(Self.target(url, share)))
                #expect(answer.header("Content-Type") == "text/csv; charset=utf-8", "\(url)")
                #expect(answer.text.split(separator: "\n").count == 3, "\(answer.text)")
            }
            // Why no other table is on the page for a function that sends no headers.
            #expect(try await server.get("/v1/wallets?format=csv&token=\(share)", headers: headers).status == 400)
            #expect(try await server.get("/v1/wallets?format=csv").status == 401)
        }
    }

    @Test func queriesOfGrafanaFindTheirColumns() async throws {
        let queries = try Self.blocks().compactMap(Query.init)
        #expect(queries.count == 5)
        try await Self.run { server, headers, share in
            for query in queries {
                let url = try #require(query.values["URL"])
                let answer = try server.done(
                    await server.get(Self.target(url, share), headers: url.contains("/shared/") ? [:] : headers))
                #expect(!query.columns.isEmpty, "\(query)")
                var known: [String]
                if query.values["Type"] == "CSV" {
                    known = answer.text.split(separator: "\n").first?.split(separator: ",").map(String.init) ?? []
                    #expect(answer.text.split(separator: "\n").count > 1, "\(answer.text)")
                } else {
                    let rows = answer.json[try #require(query.values["Root selector"])]?.array
                    known = rows?.first?.members?.map(\.key) ?? []
                }
                for column in query.columns { #expect(known.contains(column), "\(url) has no \(column): \(known)") }
            }
        }
    }

    @Test func requestsOfTheCommandLineAndOfExcelAreAnswered() async throws {
        let blocks = try Self.blocks()
        let reads = blocks.flatMap { $0.matches(of: /^\$ curl .*?(https:[^' \n]*)'?$/.anchorsMatchLineEndings()) }
            .map { (url: String($0.output.1), accept: $0.output.0.contains("text/csv") ? "text/csv" : "*/*") }
        let excel = blocks.flatMap { $0.matches(of: /Web\.Contents\("([^"]*)"/).map { (url: String($0.output.1), accept: "*/*") } }
        #expect(reads.count == 2 && excel.count == 1, "\(reads)")
        try await Self.run { server, headers, share in
            for (url, accept) in reads + excel {
                let all = headers.merging(["Accept": accept]) { $1 }
                let answer = try server.done(await server.get(Self.target(url, share), headers: all))
                #expect(answer.header("Content-Type") == "text/csv; charset=utf-8", "\(url)")
            }
            let body = try #require(blocks.lazy.compactMap { $0.firstMatch(of: /--json '([^']*)'/) }.first)
            try server.done(
                await server.post("/v1/wallets/Main/shares", json: String(body.output.1), headers: headers))
        }
    }
}
