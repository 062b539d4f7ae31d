#if GRPC
    import GRPCCore
    import GRPCNIOTransportHTTP2Posix
    import Server
    import ServerWorld

    /// A protocol buffers message, written field by field from the public specification: no generated code is used on both sides.
    struct WireMessage {
        private(set) var bytes: [UInt8] = []

        static func make(_ write: (inout WireMessage) -> Void) -> [UInt8] {
            var message = WireMessage()
            write(&message)
            return message.bytes
        }

        mutating func varint(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        mutating func integer(_ field: UInt64, _ value: Int) {
            varint(field << 3)
            varint(UInt64(bitPattern: Int64(value)))
        }

        mutating func content(_ field: UInt64, _ content: some Collection<UInt8>) {
            varint(field << 3 | 2)
            varint(UInt64(content.count))
            bytes += content
        }

        mutating func text(_ field: UInt64, _ text: String) { content(field, Array(text.utf8)) }

        mutating func integers(_ field: UInt64, _ values: [Int]) {
            content(field, Self.make { message in for value in values { message.varint(UInt64(bitPattern: Int64(value))) } })
        }

        mutating func floats(_ field: UInt64, _ values: [Float]) { content(field, values.flatMap { InferenceBody.bytes(of: $0) }) }
    }

    /// The fields of a message: numbers, or bytes where a field has a length.
    struct WireFields: Sendable {
        private var fields: [UInt64: [(number: UInt64, content: [UInt8])]] = [:]

        init(_ bytes: [UInt8]) {
            var rest = bytes[...]
            func varint() -> UInt64 {
                var (value, shift) = (UInt64(0), UInt64(0))
                while let byte = rest.popFirst() {
                    value |= UInt64(byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80 { break }
                }
                return value
            }
            while !rest.isEmpty {
                let tag = varint()
                let number = varint()
                guard tag & 7 == 2 else {
                    fields[tag >> 3, default: []].append((number, []))
                    continue
                }
                fields[tag >> 3, default: []].append((0, Array(rest.prefix(Int(number)))))
                rest = rest.dropFirst(Int(number))
            }
        }

        func number(_ field: UInt64) -> UInt64 { fields[field]?.first?.number ?? 0 }
        func contents(_ field: UInt64) -> [[UInt8]] { fields[field]?.map(\.content) ?? [] }
        func texts(_ field: UInt64) -> [String] { contents(field).map { String(decoding: $0, as: UTF8.self) } }
        func text(_ field: UInt64) -> String { texts(field).first ?? "" }
        func messages(_ field: UInt64) -> [WireFields] { contents(field).map { WireFields($0) } }

        func integers(_ field: UInt64) -> [Int] {
            var values: [Int] = []
            var (value, shift) = (UInt64(0), UInt64(0))
            for byte in contents(field).first ?? [] {
                value |= UInt64(byte & 0x7F) << shift
                shift += 7
                guard byte < 0x80 else { continue }
                values.append(Int(Int64(bitPattern: value)))
                (value, shift) = (0, 0)
            }
            return values
        }

        func floats(_ field: UInt64) -> [Float] {
            let bytes = contents(field).first ?? []
            return stride(from: 0, to: bytes.count, by: 4).map { start -> Float in
                var bits: UInt32 = 0
                for byte in bytes[start..<start + 4].reversed() { bits = bits << 8 | UInt32(byte) }
                return Float(bitPattern: bits)
            }
        }
    }

    private struct RawBytes: MessageSerializer, MessageDeserializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }
    }

    extension GRPCServerUnderTest {
        typealias Call = @Sendable (_ method: String, _ message: [UInt8], _ metadata: Metadata) async throws -> WireFields

        /// Gives `body` a function that calls a method of the protocol's service and throws `RPCError`, as the client sees it.
        func withConnection<Value: Sendable>(
            _ security: HTTP2ClientTransport.Posix.TransportSecurity = .plaintext, packs: Bool = false,
            _ body: (Call) async throws -> Value
        ) async throws -> Value {
            let transport = try HTTP2ClientTransport.Posix(
                target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: security,
                config: .defaults { config in
                    guard packs else { return }
                    (config.compression.algorithm, config.compression.enabledAlgorithms) = (.gzip, [.gzip])
                })
            return try await withGRPCClient(transport: transport) { client in
                try await body { method, message, metadata in
                    let descriptor = MethodDescriptor(fullyQualifiedService: "inference.GRPCInferenceService", method: method)
                    return try await client.unary(
                        request: ClientRequest(message: message, metadata: metadata), descriptor: descriptor,
                        serializer: RawBytes(),
                        deserializer: RawBytes(), options: .defaults
                    ) { response in WireFields(try response.message) }
                }
            }
        }

        /// One call on a connection of its own.
        func call(
            _ method: String, _ message: [UInt8] = [], metadata: Metadata = [:],
            security: HTTP2ClientTransport.Posix.TransportSecurity = .plaintext
        ) async throws -> WireFields {
            try await withConnection(security) { call in try await call(method, message, metadata) }
        }

        /// The error of a call that must fail.
        func failure(_ method: String, _ message: [UInt8] = [], metadata: Metadata = [:]) async throws -> RPCError? {
            do {
                _ = try await call(method, message, metadata: metadata)
                return nil
            } catch let error as RPCError {
                return error
            }
        }
    }

    /// A valid inference request; tests change parts of it.
    struct InferCall {
        var model = "daily-close"
        var version = ""
        var name = "input"
        var datatype = "FP32"
        var shape = [1, 3, 1]
        /// In `contents`.
        var contents: [Float]?
        /// In `raw_input_contents`.
        var raw: [UInt8]? = [Float](arrayLiteral: 0.5, -0.25, 1).flatMap { InferenceBody.bytes(of: $0) }
        var parameters: [(String, [UInt8])] = []
        var outputs: [String] = []
        var inputCount = 1

        var message: [UInt8] {
            WireMessage.make { message in
                message.text(1, model)
                if !version.isEmpty { message.text(2, version) }
                message.text(3, "id 1")
                for (name, value) in parameters {
                    message.content(
                        4,
                        WireMessage.make {
                            $0.text(1, name); $0.content(2, value)
                        })
                }
                for _ in 0..<inputCount { message.content(5, input) }
                for output in outputs { message.content(6, WireMessage.make { $0.text(1, output) }) }
                if let raw { message.content(7, raw) }
            }
        }

        private var input: [UInt8] {
            WireMessage.make { message in
                message.text(1, name)
                message.text(2, datatype)
                message.integers(3, shape)
                if let contents { message.content(5, WireMessage.make { $0.floats(6, contents) }) }
            }
        }

        static func integer(_ value: Int) -> [UInt8] { WireMessage.make { $0.integer(2, value) } }
        static func text(_ value: String) -> [UInt8] { WireMessage.make { $0.text(3, value) } }
    }
#endif
