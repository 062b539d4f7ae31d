import HTTPEdge
import HTTPTypes
import Hummingbird
import Languages
import NIOCore
import Platform

/// The fields of a submitted form.
package struct Fields: Sendable {
    /// A file that a person chose.
    package struct File: Sendable {
        package let name: String
        let type: String
        package let bytes: [UInt8]
    }

    package private(set) var values: [(name: String, value: String)] = []
    /// The files by field, in the order in which they were chosen.
    private var chosen: [(field: String, file: File)] = []

    package init(_ values: [(name: String, value: String)] = []) { self.values = values }

    /// Reads a form's body.
    ///
    /// - Throws: a ``Problem``.
    init(_ request: Request, maximumBytes: Int) async throws {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: maximumBytes)
        } catch is NIOTooManyBytesError {
            throw Problem(
                .contentTooLarge, "body-too-large", "the form has more than \(maximumBytes) bytes", field: "body",
                accepted: "at most \(maximumBytes) bytes")
        }
        let type = request.headers[.contentType] ?? ""
        let name = type.prefix { $0 != ";" }.lowercased()
        switch name {
        case "application/x-www-form-urlencoded":
            values = URLForm.pairs(String(decoding: body.readableBytesView, as: UTF8.self))
        case "multipart/form-data":
            for part in try Multipart(Array(body.readableBytesView), type: type).parts {
                if let file = part.fileName {
                    if !part.bytes.isEmpty || !file.isEmpty {
                        chosen.append((part.name, File(name: file, type: part.type, bytes: part.bytes)))
                    }
                } else {
                    values.append((part.name, String(decoding: part.bytes, as: UTF8.self)))
                }
            }
        default:
            throw Problem(
                .unsupportedMediaType, "content-type", "this page takes forms only", field: "Content-Type", value: .string(name),
                accepted: "application/x-www-form-urlencoded or multipart/form-data")
        }
    }

    /// The value of a field as typed, without spaces around it; empty if it is missing. A line ends as it did when it was counted
    /// against the field's length: browsers count one character, but send two.
    package subscript(name: String) -> String {
        String(exact(name).replacing("\r\n", with: "\n").trimmed)
    }

    /// The value of a field, unchanged: for passwords.
    package func exact(_ name: String) -> String { values.first { $0.name == name }?.value ?? "" }

    /// Reads an amount in the reader's notation as a plain decimal.
    ///
    /// - Parameters:
    ///   - missing: the key of the text for an empty field; nil if the field may be empty.
    ///   - bad: the key of the text for a field that is not an amount; `{text}` is what was typed.
    ///   - hasGroups: whether "1.234" may be a thousand, as in Italian; not for degrees.
    /// - Returns: nil, with the error beside the field, for a field that is not an amount; nil for an empty field.
    package func decimal(
        _ name: String, _ words: Words, _ errors: inout FormErrors, missing: String? = "wallet.error.missing",
        bad: String = "wallet.amount.bad", allowsNegative: Bool = false, hasGroups: Bool = true
    ) -> String? {
        let text = self[name]
        guard !text.isEmpty else {
            if let missing { errors.add(words(missing), to: name) }
            return nil
        }
        func read(_ text: String) -> String? {
            hasGroups ? words.format.decimal(typed: text) : words.format.decimalWithoutGroups(typed: text)
        }
        let plain = read(text)
        guard plain == nil else { return plain }
        let size = ["-", "−"].contains(text.prefix(1)) ? read(String(text.dropFirst())) : nil
        if allowsNegative, let size { return "-\(size)" }
        errors.add(size != nil ? words("wallet.amount.negative") : words(bad, ["text": text]), to: name)
        return nil
    }

    /// The fields with another value of one of them.
    package func with(_ name: String, _ value: String) -> Fields { Fields(values.filter { $0.name != name } + [(name, value)]) }

    /// The files of a field that takes several.
    package func files(_ name: String) -> [File] { chosen.filter { $0.field == name }.map(\.file) }

    /// The file of a field; nil if none was chosen.
    package func file(_ name: String) -> File? { files(name).last }

    /// All values of a field: for check boxes with one name.
    package func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Whether a check box is checked, or a button was pressed.
    package func has(_ name: String) -> Bool { values.contains { $0.name == name } }

    /// The key that prevents a form that is sent twice from taking effect twice.
    package var key: String? { self["key"].isEmpty ? nil : self["key"] }
}
