import JSONText
import Market
import ServerWorld
import Testing

@Suite(.serialized) struct FavouriteRouteTests {
    private func marked(_ server: ServerUnderTest, _ headers: [String: String] = [:]) async throws -> [String] {
        try await server.get("/v1/favourites", headers: headers).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test func marksAreSetAndRemovedSeveralAtOnce() async throws {
        try await ServerUnderTest.run { server async throws in
            for asset in ["BTC", "eth", "cardano", "BTC"] {
                #expect(try await server.send("PUT", "/v1/favourites/\(asset)").status == 204)
            }
            #expect(try await marked(server) == ["bitcoin", "cardano", "ethereum"])
            #expect(try await server.ids("/v1/assets?favourites=true") == ["bitcoin", "cardano", "ethereum"])
            let removed = try await server.send("DELETE", "/v1/favourites?assets=BTC,ltc,ada")
            #expect(removed.json["removed"]?.array == [.string("bitcoin"), .string("cardano")], "\(removed.text)")
            #expect(removed.json["not_marked"]?.array == [.string("litecoin")])
            for _ in 0..<2 { #expect(try await server.send("DELETE", "/v1/favourites/ETH").status == 204) }
            #expect(try await marked(server).isEmpty)
        }
    }

    @Test func anUnknownAssetRemovesNothing() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.send("PUT", "/v1/favourites/BTC")
            let answer = try await server.send("DELETE", "/v1/favourites?assets=BTC,NIX")
            #expect(answer.status == 404 && answer.json["field"]?.string == "assets")
            #expect(try await marked(server) == ["bitcoin"])
            #expect(try await server.send("PUT", "/v1/favourites/NIX").status == 404)
            #expect(try await server.send("DELETE", "/v1/favourites").json["code"]?.string == "missing-value")
        }
    }

    @Test func anOwnerSeesAndChangesOnlyTheirOwnMarks() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            let ann = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bob = ["Authorization": "Bearer \(try await server.token(owner: "bob"))"]
            _ = try await server.send("PUT", "/v1/favourites/BTC", headers: ann)
            #expect(try await marked(server, bob).isEmpty)
            _ = try await server.send("DELETE", "/v1/favourites/BTC", headers: bob)
            #expect(try await server.send("DELETE", "/v1/favourites?assets=BTC", headers: bob).json["removed"] == .array([]))
            #expect(try await marked(server, ann) == ["bitcoin"])
            #expect(try await server.get("/v1/assets/BTC", headers: bob).json["favourite"] == .boolean(false))
            #expect(try await server.get("/v1/favourites").status == 401)
        }
    }
}
