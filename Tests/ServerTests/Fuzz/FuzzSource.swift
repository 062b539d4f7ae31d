import JSONText
import Market

/// An endless sequence of requests: valid, nearly valid and random ones. The same seed and stream make the same requests as long as
/// the server answers with the same ids.
struct FuzzSource {
    private let document: FuzzDocument
    private var sample: FuzzSample
    private var mutation: FuzzMutation
    private var random: SeededGenerator
    /// Operations, those with a body several times.
    private let weighted: [FuzzDocument.Operation]
    private let seeds: [FuzzRequest]

    init(_ document: FuzzDocument, seeds: [FuzzRequest], seed: UInt64, stream: UInt64) {
        (self.document, self.seeds) = (document, seeds)
        random = SeededGenerator(seed: seed, stream: stream)
        sample = FuzzSample(document: document, words: FuzzSeeds.words, random: SeededGenerator(seed: random.next()))
        mutation = FuzzMutation(random: SeededGenerator(seed: random.next()))
        weighted = document.operations.flatMap { Array(repeating: $0, count: $0.bodies.isEmpty ? 1 : 4) }
    }

    mutating func next() -> FuzzRequest {
        chance(0.4) && !seeds.isEmpty ? spoiledSeed() : madeUp()
    }

    private mutating func spoiledSeed() -> FuzzRequest {
        var request = seeds[random.index(below: seeds.count)]
        if var body = request.body, chance(0.8) {
            if chance(0.4), let value = try? JSONValue(parsing: body) {
                body = Array(JSONWriter.document { $0.value(mutation.spoil(value)) }.utf8)
            } else {
                mutation.spoil(&body)
            }
            request.body = body
        }
        if chance(0.1) { spoilTarget(of: &request) }
        if chance(0.1) {
            let index = random.index(below: request.headers.count)
            request.headers[index].value = mutation.text()
        }
        if chance(0.1) {
            request.headers.append(("Idempotency-Key", chance(0.5) ? "key-\(random.index(below: 50))" : mutation.text()))
        }
        return request
    }

    /// A request that the document describes.
    private mutating func madeUp() -> FuzzRequest {
        let operation = weighted[random.index(below: weighted.count)]
        var request = FuzzRequest(method: operation.method, target: target(of: operation), headers: headers(of: operation))
        addBody(of: operation, to: &request)
        if chance(0.05) { spoilTarget(of: &request) }
        if chance(0.02) { request.method = ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"][random.index(below: 7)] }
        return request
    }

    /// Keeps an id from the server, for later requests.
    mutating func learn(_ word: String) {
        guard word.utf8.count <= 80, !sample.words.contains(word) else { return }
        if sample.words.count < 60 { sample.words.append(word) } else { sample.words[20 + random.index(below: 40)] = word }
    }

    mutating func spoiled(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        mutation.spoil(&bytes)
        return bytes
    }

    mutating func chunked(_ request: FuzzRequest) -> [UInt8] { request.chunked(using: &random) }

    mutating func chance(_ probability: Double) -> Bool { random.uniform() < probability }

    mutating func index(below count: Int) -> Int { random.index(below: count) }

    // MARK: Parts

    private mutating func text(_ parameter: FuzzDocument.Parameter) -> String {
        if chance(0.15) { return mutation.text() }
        return Self.text(sample.value(parameter.schema, name: parameter.name))
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let values): values.map(text).joined(separator: ",")
        default: String(JSONWriter.document { $0.value(value) }.dropLast())
        }
    }

    private mutating func target(of operation: FuzzDocument.Operation) -> String {
        var path = operation.path
        var query: [String] = []
        for parameter in operation.parameters {
            switch parameter.place {
            case "path": path = path.replacing("{\(parameter.name)}", with: Self.encoded(text(parameter)))
            case "query" where parameter.isRequired || chance(0.4):
                query.append("\(parameter.name)=\(Self.encoded(text(parameter)))")
            default: break
            }
        }
        if chance(0.02) { query.append(mutation.text()) }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    private mutating func spoilTarget(of request: inout FuzzRequest) {
        var bytes = Array(request.target.utf8)
        mutation.spoil(&bytes)
        request.target = String(decoding: bytes, as: UTF8.self)
    }

    private mutating func headers(of operation: FuzzDocument.Operation) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for parameter in operation.parameters where parameter.place == "header" && (parameter.isRequired || chance(0.2)) {
            headers.append((parameter.name, text(parameter)))
        }
        let others = [
            "Accept", "Accept-Encoding", "Authorization", "Content-Encoding", "If-Match", "If-None-Match", "Origin", "Range",
            "traceparent",
            "X-Forwarded-For", "X-Request-ID", "Inference-Header-Content-Length", "Last-Event-ID", "Expect", "Cookie", "Prefer",
        ]
        while chance(0.1) { headers.append((others[random.index(below: others.count)], mutation.text())) }
        return headers
    }

    private mutating func addBody(of operation: FuzzDocument.Operation, to request: inout FuzzRequest) {
        guard !operation.bodies.isEmpty else { return }
        let content = operation.bodies[random.index(below: operation.bodies.count)]
        var value = sample.value(content.value["schema"] ?? .null, name: "body")
        let kind = random.index(below: 4)
        if kind == 1 { for _ in 0...random.index(below: 3) { value = mutation.spoil(value) } }
        var bytes = Self.bytes(value, type: content.key)
        if kind == 2 { mutation.spoil(&bytes) }
        if chance(0.01) { bytes = [] }
        request.body = bytes
        request.headers.append(("Content-Type", chance(0.03) ? mutation.text() : content.key))
    }

    private static func bytes(_ value: JSONValue, type: String) -> [UInt8] {
        if case .string(let text) = value, !type.contains("json") { return Array(text.utf8) }
        return Array(JSONWriter.document { $0.value(value) }.utf8)
    }

    /// Percent-encoded, except for characters that are passed through to see what happens.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2C, 0x3A, 0x25:
                encoded.unicodeScalars.append(.init(byte))
            default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
