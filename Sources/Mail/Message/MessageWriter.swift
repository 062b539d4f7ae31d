import Digests

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
            let isPlain = lines.allSatisfy(Self.isPlain)
            let header = Self.partHeader(type, encoding: isPlain ? "7bit" : "quoted-printable")
            bytes += Array(header.utf8) + (isPlain ? lines.flatMap { Array("\($0)\r\n".utf8) } : QuotedPrintable.encode(lines))
        }
        return bytes + Array("\r\n--\(Self.boundary)--\r\n".utf8)
    }

    /// No line of a part starts with it: in quoted-printable, "=" is followed by a digit or the end of the line.
    private static let boundary = "=_closecast"

    /// Whether a line needs no encoding: ASCII of at most 998 bytes (RFC 5322, section 2.1.1). Quoted-printable would break a long link,
    /// which people copy from the mails in the outbox.
    private static func isPlain(_ line: String) -> Bool {
        line.utf8.count <= 998 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            // Texts that QuotedPrintable escapes at the start of a line, and the text that would end the part.
            && !line.hasPrefix(".") && !line.hasPrefix("From ") && !line.hasPrefix("--\(boundary)")
    }

    private static func partHeader(_ type: String, encoding: String) -> String {
        "\r\n--\(boundary)\r\nContent-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n"
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
            default: text += "=" + Hexadecimal.text(UInt64(byte), digits: 2)
            }
        }
        return text
    }
}
