import Market
import Server
import Testing

/// What keeps a processor busy for long runs on a thread of its own, where no other request waits for it.
@Suite(.serialized) struct LongWorkTests {
    @Test func figuresDiaryAndFilesAreComputedThere() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let export = try await server.get("/v1/transactions/export?format=csv").text
            try await server.storeCloses(of: "cardano", simulatedHistory(1))
            let forecast = "/v1/assets/cardano/forecast?model=daily-close"
            for (method, path, body) in [
                ("GET", "/v1/wallets/Main/gains", nil), ("GET", "/v1/wallets/Main/value", nil), ("GET", forecast, nil),
                ("GET", "/v1/assets/cardano/diary", nil), ("POST", "/v1/transactions/import", export),
            ] {
                let before = server.services.longWorkParts
                let headers = body == nil ? [:] : ["Content-Type": "text/csv"]
                let answer = try await server.send(method, path, body: body, headers: headers)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(server.services.longWorkParts > before, "\(path)")
            }
        }
    }

    @Test func aShortRequestTakesNoPartInIt() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.get("/v1/assets")
            #expect(server.services.longWorkParts == 0)
        }
    }
}
