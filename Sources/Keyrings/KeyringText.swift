import Digests
import JSONText
import Market

/// The JSON of a keyring: `{"closecast-keyring": 1, "keys": [{"id": "k1", "created": "2026-01-31", "key": "64 digits"}]}`.
enum KeyringText {
    private static let version = 1

    static func bytes(of keyring: KeyringFile) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("closecast-keyring", version)
            writer.member("keys", keyring.keys) { key, writer in
                writer.member("id", key.id)
                writer.member("created", "\(key.createdOn)")
                writer.member("key", Hexadecimal.text(of: key.bytes))
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    static func keyring(_ bytes: [UInt8], path: String) throws(KeyringError) -> KeyringFile {
        var content = Content()
        let fault = bytes.withUnsafeBufferPointer { bytes -> JSONError? in
            var reader = JSONReader(bytes)
            do throws(JSONError) {
                try content.read(&reader)
                try reader.end()
                return nil
            } catch { return error }
        }
        if let fault { throw .malformed(path: path, problem: fault.description) }
        guard content.version == version else {
            throw .malformed(path: path, problem: "expected \"closecast-keyring\": \(version)")
        }
        guard !content.keys.isEmpty else { throw .malformed(path: path, problem: "it contains no key") }
        guard Set(content.keys.map(\.id)).count == content.keys.count else {
            throw .malformed(path: path, problem: "two keys have the same id")
        }
        return KeyringFile(keys: content.keys)
    }

    /// The values read so far.
    private struct Content {
        var version: Int?
        var keys: [KeyringKey] = []

        mutating func read(_ reader: inout JSONReader) throws(JSONError) {
            var content = Content()
            try reader.object { (reader, name) throws(JSONError) in
                switch name {
                case "closecast-keyring": content.version = try reader.integer()
                case "keys":
                    try reader.array { (reader, index) throws(JSONError) in
                        content.keys.append(try Self.key(&reader, number: index + 1))
                    }
                default: throw reader.error("unknown member \"\(name)\"")
                }
            }
            self = content
        }

        /// - Parameter number: the key's place in the file, from 1, for errors, which must not contain the key.
        private static func key(_ reader: inout JSONReader, number: Int) throws(JSONError) -> KeyringKey {
            var (id, day, bytes): (String?, Day?, [UInt8]?)
            try reader.object { (reader, name) throws(JSONError) in
                switch name {
                case "id": id = try reader.string()
                case "created": day = Day(iso: try reader.string())
                case "key": bytes = keyBytes(try reader.string())
                default: throw reader.error("unknown member \"\(name)\" in key \(number)")
                }
            }
            guard let id, KeyringKey.number(ofID: id) != nil else {
                throw reader.error("key \(number) has no \"id\" such as \"k1\"")
            }
            guard let day else { throw reader.error("key \(number) has no \"created\" such as \"2026-01-31\"") }
            guard let bytes else { throw reader.error("key \(number) has no \"key\" of 64 lower-case hexadecimal digits") }
            return KeyringKey(id: id, createdOn: day, bytes: bytes)
        }

        private static func keyBytes(_ text: String) -> [UInt8]? {
            let digits = Array(text.utf8)
            guard digits.count == 2 * KeyringKey.byteCount, Hexadecimal.isValid(digits) else { return nil }
            return stride(from: 0, to: digits.count, by: 2).compactMap { place in
                Hexadecimal.value(digits[place..<place + 2]).map { UInt8($0) }
            }
        }
    }
}
