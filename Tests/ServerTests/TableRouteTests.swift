import JSONText
import Platform
import ServerWorld
import Testing

/// Tables as CSV: every list has one, with the values of its JSON.
@Suite(.serialized) struct TableRouteTests {
    /// The members of an object's schema in the API's document.
    private static func properties(_ schema: JSONValue?, _ names: JSONValue?) -> JSONValue? {
        guard let name = schema?["$ref"]?.string?.split(separator: "/").last else { return schema?["properties"] }
        return names?[String(name)]?["properties"]
    }

    @Test func everyListIsDeclaredAsCSVToo() async throws {
        let document = ServerUnderTest.document
        let names = document["components"]?["schemas"]
        var lists = 0
        for path in document["paths"]?.members ?? [] {
            guard let get = path.value["get"], let content = get["responses"]?["200"]?["content"] else { continue }
            let properties = Self.properties(content["application/json"]?["schema"], names)
            guard properties?["data"] != nil, properties?["next_cursor"] != nil else { continue }
            lists += 1
            #expect(content["text/csv"] != nil, "\(path.key) has no CSV")
            let parameters = get["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(parameters.count { $0 == "format" } == 1, "\(path.key): \(parameters)")
        }
        #expect(lists > 25, "\(lists) lists")
    }

    /// The cells of a line without line breaks in them.
    private static func cells(_ line: String) -> [String] {
        var (cells, isQuoted) = ([""], false)
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    /// The rows of a CSV as its reader sees them, by column.
    private static func rows(_ csv: String) throws -> [[String: String]] {
        let lines = csv.split(separator: "\n").map { cells(String($0)) }
        let header = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    private static func isSame(_ cell: String?, _ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): cell == text
        case .boolean(let flag): cell == (flag ? "true" : "false")
        case .number(let number): cell.flatMap { Double($0) } == number
        default: cell?.isEmpty == true
        }
    }

    @Test func theCSVHasTheValuesOfTheJSON() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for path in [
                "/v1/wallets", "/v1/assets", "/v1/wallets/Main", "/v1/wallets/Main/transactions?kind=buy", "/v1/history",
                "/v1/wallets/Main/value",
                "/v1/portfolio/valuation",
            ] {
                let json = try server.done(await server.get(path)).json
                let elements = try #require(json["data"]?.array ?? json["values"]?.array ?? json["holdings"]?.array, "\(path)")
                let csv = try server.done(await server.get(path, headers: ["Accept": "text/csv"]))
                #expect(csv.header("Content-Type") == "text/csv; charset=utf-8" && csv.header("Vary")?.contains("Accept") == true)
                let rows = try Self.rows(csv.text)
                #expect(rows.count == elements.count && !rows.isEmpty, "\(path): \(csv.text)")
                for (row, element) in zip(rows, elements) {
                    for member in element.members ?? [] where member.value.members == nil && member.value.array == nil {
                        // An object that is missing leaves its columns empty.
                        let columns = row.filter { $0.key == member.key || $0.key.hasPrefix("\(member.key)_") }
                        let cell = row[member.key] ?? Set(columns.values).first
                        #expect(Self.isSame(cell, member.value), "\(path) \(member.key): \(row)")
                    }
                }
            }
        }
    }

    @Test func theParameterWinsOverTheHeader() async throws {
        try await ServerUnderTest.run { server async throws in
            func type(_ path: String, _ accept: String?) async throws -> String? {
                try server.done(await server.get(path, headers: accept.map { ["Accept": $0] } ?? [:])).header("Content-Type")
            }
            let (json, csv) = ("application/json", "text/csv; charset=utf-8")
            for (path, accept, wanted) in [
                ("/v1/wallets", nil, json), ("/v1/wallets", "*/*", json), ("/v1/wallets", "application/json, text/csv", json),
                ("/v1/wallets", "text/csv, application/json", csv), ("/v1/wallets", "text/csv;q=0.9", csv),
                ("/v1/wallets?format=csv", json, csv), ("/v1/wallets?format=json", "text/csv", json),
                ("/v1/transactions/export", "text/csv", csv), ("/v1/portfolio/realized-gains", "text/csv", csv),
                ("/v1/portfolio/tax?year=2025", "text/csv", csv), ("/v1/models", "text/html", json),
            ] {
                let found = try await type(path, accept)
                #expect(found == wanted, "\(path) \(accept ?? "")")
            }
            let refused = try await server.get("/v1/wallets?format=xml")
            #expect(refused.status == 422 && refused.json["field"]?.string == "format", "\(refused.text)")
            let accepted = refused.json["accepted"]?.string ?? ""
            #expect(accepted.contains("json") && accepted.contains("csv"), "\(refused.text)")
            // What is no table has one format.
            #expect(try await server.get("/v1/notices/count?format=csv").json["code"]?.string == "unknown-parameter")
            #expect(try await type("/v1/notices/count", "text/csv") == json)
        }
    }

    @Test func pagesOfACSVHaveTheirCursorInAHeader() async throws {
        try await ServerUnderTest.run { server async throws in
            for asset in ["BTC", "ETH", "ADA"] { try server.done(await server.send("PUT", "/v1/favourites/\(asset)")) }
            var (path, pages): (String, [[String: String]]) = ("/v1/favourites?format=csv&limit=1", [])
            for _ in 0..<3 {
                let page = try server.done(await server.get(path))
                pages += try Self.rows(page.text)
                guard let next = page.header("Next-Cursor") else { break }
                path = "/v1/favourites?format=csv&limit=1&cursor=\(next)"
            }
            let all = try #require(try await server.get("/v1/favourites").json["data"]?.array)
            #expect(pages.map { $0["id"] } == all.map { $0["id"]?.string } && pages.count == 3)
        }
    }

    @Test func aSpreadsheetExecutesNothing() async throws {
        try await ServerUnderTest.run { server async throws in
            let hostile = #"=HYPERLINK(\"http://x\",\"y\")"#
            try server.done(await server.post("/v1/expenses/categories", json: #"{"name":"\#(hostile)"}"#))
            let csv = try server.done(await server.get("/v1/expenses/categories?format=csv")).text
            #expect(csv.contains(#""'=HYPERLINK(""http://x"",""y"")""#), "\(csv)")
        }
    }

    @Test func aCopyIsOfOneFormat() async throws {
        try await ServerUnderTest.run { server async throws in
            let (json, csv) = (try await server.get("/v1/wallets"), try await server.get("/v1/wallets?format=csv"))
            let (first, second) = (try #require(json.header("ETag")), try #require(csv.header("ETag")))
            #expect(first != second)
            let again = try await server.get("/v1/wallets", headers: ["Accept": "text/csv", "If-None-Match": first])
            #expect(again.status == 200 && again.text == csv.text)
            #expect(try await server.get("/v1/wallets?format=csv", headers: ["If-None-Match": second]).status == 304)
        }
    }
}
