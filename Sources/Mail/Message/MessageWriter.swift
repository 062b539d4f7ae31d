/// Writes a mail with a text and an HTML part (RFC 5322, 2045 and 2046).
struct MessageWriter {
    let sender: MailAddress
    let senderName: String

    /// - Parameter id: as ``safeID(_:)`` makes it.
    func bytes(_ body: MailBody, to recipient: MailAddress, name: String, id: String, writtenAt: Int) -> [UInt8] {
        let headers = [
            HeaderLine("From").adding(displayName: senderName).adding(token: "<\(sender.text)>"),
            HeaderLine("To").adding(displayName: name).adding(token: "<\(recipient.text)>"),
            HeaderLine("Subject").adding(text: body.subject),
            HeaderLine("Date").adding(token: MailDate.header(writtenAt)),
            HeaderLine("Message-ID").adding(token: "<\(id)@\(sender.domain)>"),
            HeaderLine("Auto-Submitted").adding(token: "auto-generated"),
            HeaderLine("MIME-Version").adding(token: "1.0"),
            HeaderLine("Content-Language").adding(token: body.language),
            HeaderLine("Content-Type").adding(token: "multipart/alternative; boundary=\"\(Self.boundary)\""),
        ]
        var bytes = Array(headers.map(\.text).joined().utf8)
        for (type, lines) in [("text/plain", body.textLines), ("text/html", body.htmlLines)] {
            bytes += Array(Self.partHeader(type).utf8) + QuotedPrintable.encode(lines)
        }
        return bytes + Array("\r\n--\(Self.boundary)--\r\n".utf8)
    }

    /// No line of a part contains it: in quoted-printable, "=" is followed by a digit or the end of the line.
    private static let boundary = "=_closecast"

    private static func partHeader(_ type: String) -> String {
        "\r\n--\(boundary)\r\nContent-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    }

    /// Returns the id in letters, digits, `-` and `_`, safe in a header and as part of a file's name. Different ids stay different.
    static func safeID(_ id: String) -> String {
        var text = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += byte < 16 ? "=0\(String(byte, radix: 16))" : "=\(String(byte, radix: 16))"
            }
        }
        return text
    }
}
