import Foundation
import JSONText
import Testing

/// The tools of an assistant on this machine: `closecast mcp` with messages on its standard input.
@Suite struct McpCommandTests {
    /// Returns the results by the ids of their requests.
    private func results(_ options: [String], _ requests: [(method: String, parameters: String)], _ home: Home) throws
        -> [JSONValue?]
    {
        let lines = requests.enumerated().map { index, request in
            #"{"jsonrpc":"2.0","id":\#(index),"method":"\#(request.method)","params":\#(request.parameters)}"# + "\n"
        }
        let run = try closecast(["mcp"] + options, input: lines.joined(), folder: home.folder)
        #expect((run.status, run.words) == (0, ""))
        let answers = try run.jsonLines
        return requests.indices.map { index in answers.first { $0["id"] == .number(Double(index)) }?["result"] }
    }

    @Test func anAssistantReadsTheLocalDatabase() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("wallet", "create", "Main")
        let found = try results(
            [],
            [
                ("initialize", #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#),
                ("tools/list", "{}"), ("tools/call", #"{"name":"listWallets"}"#),
                ("tools/call", #"{"name":"getForecast","arguments":{"asset":"BTC","days":2}}"#),
                ("tools/call", #"{"name":"recordTransactions","arguments":{}}"#),
            ], home)
        #expect(found[0]?["protocolVersion"]?.string == "2025-11-25")
        let names = found[1]?["tools"]?.array?.compactMap { $0["name"]?.string } ?? []
        #expect(names.contains("getForecast") && !names.contains("recordTransactions") && !names.contains("addAlert"))
        #expect(found[2]?["structuredContent"]?["data"]?.array?.first?["name"]?.string == "Main")
        let forecast = try #require(found[3])
        #expect(forecast["isError"] == .boolean(false), "\(forecast)")
        #expect(forecast["content"]?.array?.first?["text"]?.string?.contains("against the last price") == true)
        #expect(found[4] == nil, "an error")
    }

    @Test func withWriteAccessItRecords() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("wallet", "create", "Main")
        let order = #"{"wallet":"Main","kind":"deposit","asset":"BTC","quantity":"0.5","cost":"10"}"#
        let found = try results(
            ["--write"], [("tools/call", #"{"name":"recordTransactions","arguments":\#(order)}"#)], home)
        #expect(found[0]?["structuredContent"]?["recorded"] == .number(1))
        #expect(try home.done("wallet", "show", "Main", "--offline").output.contains("0.5"))
    }

    @Test func withoutADatabaseItEndsWithTheWayToOne() throws {
        let home = try Home()
        let run = try home.run("mcp")
        #expect(run.status == 66 && run.output == "" && run.words.contains("nothing is stored yet"))
        #expect(home.folder.names == [])
    }

    @Test func theFolderOfModelsCanBeGiven() throws {
        let home = try Home(["BTC": simulated(0)])
        let run = try home.run("mcp", "--models", "/nowhere")
        #expect(run.status != 0 && run.words.contains("/nowhere is not a folder; give --models"), "\(run.words)")
    }

    @Test func inputThatIsNoMessageIsAnswered() throws {
        let home = try Home(["BTC": simulated(0)])
        let input = "\u{0}\n{\n" + String(repeating: "[", count: 100_000) + "\n" + String(repeating: "9", count: 3 << 20) + "\n\"\n"
        let run = try closecast(["mcp"], input: input, folder: home.folder)
        #expect(run.status == 0)
        #expect(try run.jsonLines.map { $0["error"]?["code"] } == [-32700, -32700, -32700, -32600, -32700].map { .number($0) })
    }
}
