#if GRPC
    import GRPCCore
    import GRPCProtobuf

    /// Registers the service, and inspects inference requests before they are decoded. An empty submessage has two bytes on the
    /// wire but hundreds in memory, so a message within the size limit could exhaust the memory.
    struct BoundedService: RegistrableRPCService {
        let service: InferenceService

        func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
            service.registerMethods(with: &router)
            // Replaces the handler of the same method registered above.
            router.registerHandler(
                forMethod: Inference_GRPCInferenceService.Method.ModelInfer.descriptor, deserializer: BoundedDeserializer(),
                serializer: ProtobufSerializer<Inference_ModelInferResponse>(),
                handler: { request, context in try await service.modelInfer(request: request, context: context) })
        }
    }

    private struct BoundedDeserializer: MessageDeserializer {
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Inference_ModelInferRequest {
            if let problem = bytes.withUnsafeBytes({ MessageBounds.problem(in: $0) }) { throw problem }
            do {
                return try ProtobufDeserializer<Inference_ModelInferRequest>().deserialize(bytes)
            } catch {
                throw RPCError(code: .invalidArgument, message: "the message is not an inference.ModelInferRequest", cause: error)
            }
        }
    }

    /// Scans an encoded `ModelInferRequest`.
    struct MessageBounds {
        /// The most fields of a request, including submessages. Honest requests have about 20.
        static let maximumFields = 256
        /// The longest field that is decoded into more bytes than it has, such as a shape; also of names and parameters.
        static let maximumSmallField = 4096

        /// Returns the reason for rejecting a message, with status `invalidArgument`; nil if it is acceptable. Bytes that are not a
        /// valid encoding are rejected, too.
        static func problem(in bytes: UnsafeRawBufferPointer) -> RPCError? {
            var bounds = MessageBounds()
            do throws(RPCError) {
                try bounds.walk(bytes, .request)
                return nil
            } catch {
                return error
            }
        }

        private enum Level {
            case request, input, output, contents, leaf

            /// The content of a field at this level; nil for bytes or numbers that are decoded into equally many bytes.
            func level(of field: UInt64) -> Level? {
                switch (self, field) {
                case (.request, 5): .input
                case (.request, 6): .output
                case (.request, 7), (.contents, 6): nil
                case (.input, 5): .contents
                default: .leaf
                }
            }
        }

        private var fields = 0

        private mutating func walk(_ bytes: UnsafeRawBufferPointer, _ level: Level) throws(RPCError) {
            var wire = Wire(bytes)
            while let (field, content) = wire.next() {
                fields += 1
                guard fields <= Self.maximumFields else {
                    throw RPCError(
                        code: .invalidArgument,
                        message: "the request has more than \(Self.maximumFields) fields; numbers belong into raw_input_contents, "
                            + "or packed into fp32_contents")
                }
                guard let content, let inner = level.level(of: field) else { continue }
                if inner != .leaf {
                    try walk(content, inner)
                } else if content.count > Self.maximumSmallField {
                    throw RPCError(
                        code: .invalidArgument,
                        message: "a name, shape, parameter or content that is not FP32 has \(content.count) bytes; "
                            + "expected at most \(Self.maximumSmallField)")
                }
            }
            // Also rejects groups, which the protocol does not have: fields not scanned here would be decoded without limits.
            guard wire.isAtEnd else {
                throw RPCError(code: .invalidArgument, message: "the bytes are not a message of the Open Inference Protocol")
            }
        }
    }

    /// Iterates over the fields of an encoded message (protobuf.dev/programming-guides/encoding).
    private struct Wire {
        private let bytes: UnsafeRawBufferPointer
        private var position = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }

        /// Returns the next field and, if it is length-delimited, its bytes; nil at the end or if the encoding is invalid.
        mutating func next() -> (field: UInt64, content: UnsafeRawBufferPointer?)? {
            guard let tag = varint() else { return nil }
            switch tag & 7 {
            case 0: return varint().map { _ in (tag >> 3, nil) }
            case 1: return take(8).map { _ in (tag >> 3, nil) }
            case 2: return varint().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map { (tag >> 3, $0) }
            case 5: return take(4).map { _ in (tag >> 3, nil) }
            default: return nil
            }
        }

        private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        }

        private mutating func varint() -> UInt64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard position < bytes.count else { return nil }
                let byte = bytes[position]
                position += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
            }
            return nil
        }
    }
#endif
