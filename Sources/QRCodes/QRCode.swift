import CQREncode
import Glibc
import Platform

/// QR codes as SVG, drawn on the server, so that no script and no third-party service sees their contents.
package enum QRCode {
    /// Bytes that the largest code holds at error correction M. ISO/IEC 18004, table 7: version 40.
    package static let maximumBytes = 2331
    /// The quiet zone around a code, which scanners need. ISO/IEC 18004, section 9.1.
    package static let quietModules = 4

    /// Draws a text as an SVG element: black on white whatever the page's colours, without style or script, so that it works under any
    /// Content-Security-Policy.
    ///
    /// - Parameters:
    ///   - text: UTF-8 of at most ``maximumBytes`` bytes (digits take less room), without U+0000.
    ///   - title: the purpose of the code, as screen readers read it. It is escaped here.
    /// - Returns: an `<svg>` whose user unit is one module. The page chooses its size.
    /// - Throws: ``QRCodeError``.
    package static func svg(of text: String, title: String) throws(QRCodeError) -> String {
        try svg(drawing: modules(of: text), title: title)
    }

    /// Returns the rows of the code, true where it is dark, without the quiet zone.
    static func modules(of text: String) throws(QRCodeError) -> [[Bool]] {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .containsNUL }
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            guard errno == ERANGE else { throw .failed(code: errno) }
            throw .tooLong(bytes: text.utf8.count, maximum: maximumBytes)
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit of a byte is the module's colour.
        return (0..<width).map { y in (0..<width).map { x in code.pointee.data[y * width + x] & 1 == 1 } }
    }

    private static func svg(drawing rows: [[Bool]], title: String) -> String {
        let size = rows.count + 2 * quietModules
        return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size) \#(size)" role="img" shape-rendering="crispEdges">"#
            + "<title>\(HTMLText.escaped(title))</title>" + ##"<rect width="\##(size)" height="\##(size)" fill="#fff"/>"##
            + ##"<path fill="#000" d="\##(path(rows))"/></svg>"##
    }

    /// A rectangle for each run of dark modules in a row.
    private static func path(_ rows: [[Bool]]) -> String {
        var path = ""
        for (y, row) in rows.enumerated() {
            var x = 0
            while x < row.count {
                let length = row[x...].prefix { $0 }.count
                if length > 0 { path += "M\(x + quietModules) \(y + quietModules)h\(length)v1h-\(length)z" }
                x += max(length, 1)
            }
        }
        return path
    }
}
