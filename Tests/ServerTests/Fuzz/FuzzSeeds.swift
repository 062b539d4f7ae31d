import JSONText
import Market

/// Meaningful requests for mutation, which cannot be derived from a schema alone.
enum FuzzSeeds {
    static let words = [
        "SIM01", "sim02", "BTC", "bitcoin", "usd", "Main", "Savings", "daily-close", "daily-close-t", "1", "2", "2024-06-03", "1.5",
        "1000", "50,80", "fifo",
    ]

    /// Data that the other requests need; these requests are sent unchanged, in this order.
    static func preparation() -> [FuzzRequest] {
        let markets = ["SIM01", "SIM02"].enumerated().flatMap { index, ticker in
            [
                json("POST", "/v1/assets", #"{"id":"\#(ticker.lowercased())","ticker":"\#(ticker)","name":"A simulated market"}"#),
                csv("PUT", "/v1/assets/\(ticker)/history", history(seed: UInt64(index))),
            ]
        }
        let wallets = ["Main", "Savings"].map { json("POST", "/v1/wallets", #"{"name":"\#($0)"}"#) }
        return markets + wallets + orders("/v1/wallets/Main/transactions")
    }

    /// - Parameter exported: transactions as the server writes them, by content type.
    static func all(exported: [(type: String, body: [UInt8])]) -> [FuzzRequest] {
        let closes = closes(510, seed: 1)
        let one = #"{"model":"daily-close","closes":[\#(closes)],"last":"2024-12-31"}"#
        let many =
            #"{"model":"daily-close","days":3,"levels":[80],"series":[{"id":"a","closes":[\#(closes)]},{"id":2,"closes":[1,2,3]}]}"#
        let paths =
            #"{"model":"daily-close-t","paths":2,"days":2,"seed":9,"above":100,"touch":90,"quantiles":[0.1,0.9],"closes":[\#(closes)]}"#
        let line = #"{"id":"BTC","closes":[\#(closes)],"last":"2024-12-31"}"#
        return orders("/v1/wallets/Main/transactions") + orders("/v1/wallets/Main/transactions/preview")
            + [one, many, paths].map { json("POST", "/v1/forecasts", $0) }
            + [
                request(
                    "POST", "/v1/jobs?model=daily-close&days=2", "application/x-ndjson",
                    Array("\(line)\n{\"id\":1}\n\(line)\n".utf8)),
                csv("PUT", "/v1/assets/SIM02/history", history(seed: 1)),
                json("POST", "/v1/investments", #"{"asset":"SIM01","quantity":"1.5","price":"20","date":"2024-06-03"}"#),
                json("POST", "/v1/corrections", #"{"transactions":[1,2]}"#),
                json("POST", "/v1/restorations", #"{"transactions":[1,2]}"#),
            ]
            + exported.map { request("POST", "/v1/transactions/import", $0.type, $0.body) }
            + exported.map { request("POST", "/v1/transactions/import/preview?row_order=newest-first", $0.type, $0.body) }
            + tensors()
    }

    private static func orders(_ path: String) -> [FuzzRequest] {
        [
            #"{"kind":"deposit","asset":"USD","quantity":"100000","time":"2024-06-03"}"#,
            #"{"kind":"set","holdings":[{"asset":"SIM01","quantity":"10"},{"asset":"SIM02","quantity":"0.5"}],"time":"2024-06-03T08:00:00Z"}"#,
            #"{"kind":"buy","asset":"SIM01","quantity":"2","price":"20.5","fee":"0.1","time":"2024-06-04","note":"é"}"#,
            #"{"kind":"buy","asset":"SIM02","cash":"65","time":"2024-06-05"}"#,
            #"{"kind":"sell","asset":"SIM01","quantity":"0.000000000000000001","price":"1","time":"2024-07-01"}"#,
            #"{"kind":"transfer","asset":"SIM01","quantity":"1","to":"Savings","fee":"0.01","time":"2024-07-02"}"#,
            #"{"kind":"income","asset":"SIM02","quantity":"0.01","time":"2024-07-03","label":"staking"}"#,
            #"{"kind":"swap","asset":"SIM01","quantity":"0.1","to_asset":"SIM02","to_quantity":"3","value":"7","time":"2024-07-03"}"#,
            #"{"kind":"split","asset":"SIM01","quantity":"1","to_asset":"SIM01","to_quantity":"10","time":"2024-07-03"}"#,
            #"{"kind":"withdrawal","asset":"USD","quantity":"1","time":"2024-07-04","label":"loss"}"#,
        ].map { json("POST", path, $0) }
    }

    /// Requests of the Open Inference Protocol, with numbers in JSON and as bytes.
    private static func tensors() -> [FuzzRequest] {
        let path = "/v2/models/daily-close/infer"
        let text =
            #"{"id":"7","inputs":[{"name":"input","shape":[2,3,1],"datatype":"FP32","data":[0.1,-0.2,0.3,1,2,3]}],"parameters":{"steps":2}}"#
        let header = Array(
            (#"{"inputs":[{"name":"input","shape":[1,4,1],"datatype":"FP32","parameters":{"binary_data_size":16}}],"#
                + #""parameters":{"steps":3,"decode":"sliding-window"},"outputs":[{"name":"output","parameters":{"binary_data":true}}]}"#)
                .utf8)
        var binary = request("POST", path, "application/octet-stream", header + [UInt8](repeating: 60, count: 16))
        binary.headers.append(("Inference-Header-Content-Length", "\(header.count)"))
        return [json("POST", path, text), binary, json("POST", "/v2/repository/index", #"{"ready":true}"#)]
    }

    // MARK: Parts

    private static func request(_ method: String, _ target: String, _ type: String, _ body: [UInt8]) -> FuzzRequest {
        FuzzRequest(method: method, target: target, headers: [("Content-Type", type)], body: body)
    }

    private static func json(_ method: String, _ target: String, _ body: String) -> FuzzRequest {
        request(method, target, "application/json", Array(body.utf8))
    }

    private static func csv(_ method: String, _ target: String, _ body: String) -> FuzzRequest {
        request(method, target, "text/csv", Array(body.utf8))
    }

    private static func walk(_ count: Int, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var price = 20.0
        return (0..<count).map { _ in
            price *= 1 + 0.02 * random.normal()
            return (price * 1e4).rounded() / 1e4
        }
    }

    private static func closes(_ count: Int, seed: UInt64) -> String {
        walk(count, seed: seed).map { "\($0)" }.joined(separator: ",")
    }

    private static func history(seed: UInt64) -> String {
        let first = Day(iso: "2023-06-01")!
        return "date,close\n" + walk(630, seed: seed).enumerated().map { "\(first + $0.offset),\($0.element)\n" }.joined()
    }
}
