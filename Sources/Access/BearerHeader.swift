/// The form `Bearer TOKEN` (RFC 6750, section 2.1), which HTTP headers and gRPC metadata share.
package enum BearerHeader {
    /// The token of an `Authorization` header; nil if it has another form.
    package static func token(of header: String) -> String? {
        let parts = header.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
