import HTTPTypes
import Platform

/// Which bytes of a body of known length a client requests: `Range` and its conditions (RFC 9110, sections 13 and 14).
package enum ByteRange: Equatable {
    case whole
    /// Some of the bytes; the response is 206.
    case part(Range<Int>)
    /// None of the requested bytes exist; the response is 416.
    case unsatisfiable
    /// The client already has the body; the response is 304.
    case notModified

    /// Returns the range requested by a request's headers.
    ///
    /// - Parameters:
    ///   - tag: the current strong entity tag of the body.
    ///   - length: the length of the body in bytes.
    package static func asked(_ headers: HTTPFields, tag: String, length: Int) -> ByteRange {
        if let list = headers[.ifNoneMatch], EntityTag.matches(list, tag, isWeak: true) { return .notModified }
        guard let text = headers[.range] else { return .whole }
        // The client has another version, or the condition is a date, and no body here has a date.
        if let condition = headers[.ifRange], condition != tag { return .whole }
        return parsed(text, length: length)
    }

    /// Parses a `Range` header. For several ranges, other units and malformed ranges, the whole body is returned, as the RFC
    /// allows.
    private static func parsed(_ text: String, length: Int) -> ByteRange {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return .whole }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(\.trimmed)
        guard ends.count == 2, let first = position(ends[0]), let last = position(ends[1]) else { return .whole }
        switch (first, last) {
        case (nil, nil): return .whole
        case (nil, let count?):
            return count > 0 && length > 0 ? .part(max(length - count, 0)..<length) : .unsatisfiable
        case (let first?, let last):
            if let last, last < first { return .whole }
            return first < length ? .part(first..<min(last ?? length - 1, length - 1) + 1) : .unsatisfiable
        }
    }

    /// Returns `.some(nil)` for an empty text, nil for one that is not a number.
    private static func position(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        // A number too large for an Int is beyond any body.
        return .some(min(Int(text) ?? .max, .max / 2))
    }
}
