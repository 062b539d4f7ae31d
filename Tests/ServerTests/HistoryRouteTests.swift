import JSONText
import Market
import ServerWorld
import Testing

@Suite(.serialized) struct HistoryRouteTests {
    @Test func anUploadedFileCanBeDownloaded() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = simulatedHistory(0, days: 100)
            let sent = try await server.put("/v1/assets/BTC/history?name=btc.csv", csv: priceFile(history))
            #expect(sent.status == 200 && sent.json["added"]?.integer == 100, "\(sent.text)")
            #expect(try await server.put("/v1/assets/BTC/history", csv: priceFile(history)).json["unchanged"]?.integer == 100)
            let shown = try await server.get("/v1/assets/bitcoin/history").json
            let candles = shown["data"]?.array ?? []
            #expect(candles.compactMap { $0["close"]?.number } == history.closes)
            #expect(candles.allSatisfy { $0["source"]?.string == "file:btc.csv" } && shown["next_cursor"] == .null)
            let csv = try await server.get("/v1/assets/BTC/history?format=csv")
            #expect(csv.header("Content-Type") == "text/csv; charset=utf-8")
            #expect(try await server.put("/v1/assets/ETH/history", csv: csv.text).json["added"]?.integer == 100)
            #expect(try await server.get("/v1/assets/ETH/history?format=csv").text.contains("file:upload"))
        }
    }

    @Test func pricesInAnotherCurrencyAreConvertedOrRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            let csv = "time,price\n2025-02-26T00:00:00Z,100\n2025-02-27T00:00:00Z,110\n"
            let refused = try await server.put("/v1/assets/BTC/history?name=BTC-EUR.csv", csv: csv)
            #expect(refused.status == 422 && refused.json["code"]?.string == "other-currency" && refused.text.contains("quote=USD"))
            _ = try await server.put("/v1/assets/EUR/history", csv: "date,close\n2025-02-25,1.5\n2025-02-26,2\n")
            let sent = try await server.put("/v1/assets/BTC/history?name=BTC-EUR.csv", csv: csv).json
            #expect(sent["added"]?.integer == 2 && sent["first"]?.string == "2025-02-25", "\(sent)")
            #expect(sent["notes"]?.array?.compactMap(\.string).contains { $0.hasSuffix("stamp=open") } == true, "\(sent)")
            let closes = try await server.get("/v1/assets/BTC/history").json["data"]?.array?.compactMap { $0["close"]?.number }
            #expect(closes == [150, 220])
            let stamped = try await server.put("/v1/assets/ETH/history?quote=usd&stamp=open&name=ETH-EUR.csv", csv: csv).json
            #expect(stamped["first"]?.string == "2025-02-26" && stamped["notes"]?.array?.isEmpty == true, "\(stamped)")
            for wrong in ["stamp=noon", "decimal=dot", "volume_unit=shares", "quote=%E2%82%AC"] {
                #expect(try await server.put("/v1/assets/ETH/history?\(wrong)", csv: csv).status == 422)
            }
        }
    }

    @Test func daysAreLeftOutOnRequest() async throws {
        try await ServerUnderTest.run { server async throws in
            let csv = "date,close\n2025-02-24,10\n2025-02-25,1000\n2025-02-26,10\n2025-02-27,11\n"
            let sent = try await server.put("/v1/assets/BTC/history?since=2025-02-25&skip_day=2025-02-25", csv: csv).json
            #expect(sent["added"]?.integer == 2 && sent["first"]?.string == "2025-02-26", "\(sent)")
            #expect(try await server.put("/v1/assets/BTC/history?skip_day=yesterday", csv: csv).status == 422)
        }
    }

    @Test func differingClosesAreReportedAndReplacedOnlyOnRequest() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.put("/v1/assets/BTC/history", csv: "date,close\n2025-02-26,10\n2025-02-27,11\n")
            let other = "date,close\n2025-02-26,10\n2025-02-27,12\n2025-02-28,13\n2025-03-01,14\n"
            let kept = try await server.put("/v1/assets/BTC/history", csv: other).json
            #expect(kept["changes"]?.array?.count == 1 && kept["replaced"] == .boolean(false) && kept["added"]?.integer == 1)
            #expect(kept["notes"]?.array?.compactMap(\.string).contains { $0.contains("has not ended") } == true)
            let replaced = try await server.put("/v1/assets/BTC/history?replace=true", csv: other).json
            #expect(replaced["replaced"] == .boolean(true))
            let closes = try await server.get("/v1/assets/BTC/history").json["data"]?.array?.compactMap { $0["close"]?.number }
            #expect(closes == [10, 12, 13])
        }
    }

    @Test func aCloseThatJumpsFromTheStoredOnesIsRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.put("/v1/assets/XRP/history", csv: "date,close\n2025-02-26,172\n2025-02-27,172.71\n")
            let jump = "date,close\n2025-02-27,172.71\n2025-02-28,0.01\n"
            let refused = try await server.put("/v1/assets/XRP/history", csv: jump)
            #expect(refused.status == 409 && refused.json["code"]?.string == "close-jumps", "\(refused.text)")
            #expect(refused.json["detail"]?.string?.contains("to 0.01 on 2025-02-28") == true, "\(refused.text)")
            #expect(try await server.get("/v1/assets/XRP").json["closes"]?["closes"]?.integer == 2)
            #expect(try await server.put("/v1/assets/XRP/history?replace=true", csv: jump).json["added"]?.integer == 1)
        }
    }

    @Test func aBadFileIsRefusedWithItsLines() async throws {
        try await ServerUnderTest.run { server async throws in
            for (csv, part) in [
                ("date,close\n2025-02-26,x\n", ":2: "), ("a,b\n1,2\n", "no date column"),
                ("date,close\n2030-01-01,5\n", "no closes"),
                ("date,close\n2025-02-26,1\n2025-02-26,2\n", ":3: "), ("date,close\n2025-02-26,1e308\n", "not a possible close"),
            ] {
                let answer = try await server.put("/v1/assets/BTC/history?name=f.csv", csv: csv)
                #expect(answer.status == 422 && answer.json["field"]?.string == "body", "\(answer.text)")
                #expect(answer.json["detail"]?.string?.contains(part) == true, "\(answer.text)")
            }
            #expect(try await server.put("/v1/assets/BTC/history", csv: "").status == 422)
            #expect(try await server.put("/v1/assets/NIX/history", csv: "date,close\n2025-02-26,1\n").status == 404)
            #expect(try await server.put("/v1/assets/usd/history", csv: "date,close\n2025-02-26,1\n").status == 409)
            #expect(try await server.post("/v1/assets/BTC/history", json: "{}").status == 405)
            #expect(try await server.send("PUT", "/v1/assets/BTC/history", body: "{}").status == 415)
        }
    }

    @Test func aFileOfSeveralCoinsGivesTheOneOfTheAsset() async throws {
        try await ServerUnderTest.run { server async throws in
            let both = "date,symbol,close\n2025-02-26,BTC/USD,84000\n2025-02-26,ETH/USD,2300\n"
            let path = "/v1/assets/BTC/history"
            #expect(try await server.put(path, csv: both).json["added"]?.integer == 1)
            #expect(try await server.get(path).json["data"]?.array?.compactMap { $0["close"]?.number } == [84000])
            #expect(try await server.put("/v1/assets/LTC/history?coin=ETH/USD", csv: both).json["added"]?.integer == 1)
            let none = try await server.put("/v1/assets/ADA/history", csv: both)
            #expect(none.status == 422 && none.json["detail"]?.string?.contains("with coin=") == true, "\(none.text)")
        }
    }

    @Test func columnsAndDatesAreNamedInTheQuery() async throws {
        try await ServerUnderTest.run { server async throws in
            let path = "/v1/assets/BTC/history"
            let csv = "Day of trade;Last\n26/02/2025;84000.5\n27/02/2025;84100.5\n"
            let plain = try await server.put(path, csv: csv)
            #expect(plain.status == 422 && plain.json["detail"]?.string?.contains("column=date=NAME") == true, "\(plain.text)")
            let named = try await server.put("\(path)?column=date=Day+of+trade,close=Last&date_format=dd/MM/yyyy", csv: csv)
            #expect(named.status == 200 && named.json["added"]?.integer == 2, "\(named.text)")
            for (query, field) in [("column=close", "column"), ("date_format=dd/MM", "date_format")] {
                let answer = try await server.put("\(path)?\(query)", csv: csv)
                #expect(answer.status == 422 && answer.json["field"]?.string == field, "\(answer.text)")
            }
        }
    }

    @Test func closesThatContradictTheStoredOnesAreRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            let path = "/v1/assets/XRP/history"
            #expect(try await server.put(path, csv: "date,close\n2025-02-26,171\n2025-02-27,172.71\n").status == 200)
            let jump = try await server.put(path, csv: "date,close\n2025-02-28,0.01\n")
            #expect(jump.status == 409 && jump.json["code"]?.string == "close-jumps", "\(jump.text)")
            let history = simulatedHistory(0, days: 100)
            try await server.storeCloses(of: "bitcoin", history)
            let moved = PriceHistory(ticker: history.ticker, firstDay: history.firstDay - 1, closes: history.closes)
            let off = try await server.put("/v1/assets/BTC/history", csv: priceFile(moved))
            #expect(off.status == 409 && off.json["code"]?.string == "closes-disagree", "\(off.text)")
            #expect(off.json["detail"]?.string?.contains("a day early") == true, "\(off.text)")
            let shown = try await server.get("/v1/assets/BTC/history").json["data"]?.array?.compactMap { $0["close"]?.number }
            #expect(shown == history.closes)
            #expect(try await server.put("/v1/assets/BTC/history?replace=true", csv: priceFile(moved)).status == 200)
        }
    }

    @Test func aHistoryIsReadInRangesIntervalsAndPages() async throws {
        try await ServerUnderTest.run { server async throws in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 400))
            let path = "/v1/assets/BTC/history"
            let range = try await server.get("\(path)?start=2025-02-01&end=2025-02-10").json["data"]?.array ?? []
            #expect(range.count == 10 && range.first?["date"]?.string == "2025-02-01")
            let months = try await server.get("\(path)?interval=1mo").json["data"]?.array ?? []
            #expect(months.last?["close"]?.number == history.lastClose && months.last?["days"]?.integer == 28)
            #expect(try await server.get("\(path)?start=2026-01-01").json["data"] == .array([]))
            #expect(try await server.get("\(path)?start=2025-02-10&end=2025-02-01").status == 422)
            #expect(try await server.get("\(path)?interval=1y").status == 422)
            var closes: [Double] = []
            var next: String? = ""
            while let cursor = next {
                let page = try await server.get("\(path)?limit=150\(cursor.isEmpty ? "" : "&cursor=\(cursor)")").json
                closes += (page["data"]?.array ?? []).compactMap { $0["close"]?.number }
                next = page["next_cursor"]?.string
            }
            #expect(closes == history.closes)
            let csv = try await server.get("\(path)?limit=150", headers: ["Accept": "text/csv, application/json"])
            #expect(
                csv.text.split(separator: "\n").count == 151 && csv.header("Next-Cursor") != nil
                    && csv.header("Vary")?.hasPrefix("Accept") == true)
            #expect(try await server.get(path, headers: ["Accept": "*/*"]).header("Content-Type") == "application/json")
        }
    }

    @Test func currentVersionsAreNotSentAgain() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 40))
            let tag = try #require(try await server.get("/v1/assets/BTC/history").header("ETag"))
            #expect(try await server.get("/v1/assets/BTC/history", headers: ["If-None-Match": tag]).status == 304)
            try await server.storeCloses(of: "bitcoin", simulatedHistory(1, days: 40))
            #expect(try await server.get("/v1/assets/BTC/history", headers: ["If-None-Match": tag]).status == 200)
        }
    }

    @Test func faultsAreFoundAndAHistoryIsRemoved() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.get("/v1/assets/BTC/history/check").json["code"]?.string == "no-closes")
            _ = try await server.put("/v1/assets/BTC/history", csv: "date,close\n2025-02-20,10\n2025-02-22,11\n2025-02-23,900\n")
            let faults = try await server.get("/v1/assets/BTC/history/check").json["faults"]?.array?.compactMap(\.string) ?? []
            #expect(
                faults.count == 3 && faults[0].contains("2025-02-21") && faults[1].contains("jumps") && faults[2].contains("ago"))
            #expect(try await server.get("/v1/history").json["data"]?.array?.first?["missing"]?.integer == 1)
            #expect(try await server.send("DELETE", "/v1/assets/BTC/history").json["removed"]?.integer == 3)
            #expect(try await server.get("/v1/history").json["data"] == .array([]))
        }
    }
}
