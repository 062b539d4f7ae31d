import CQREncode
import QRCodes
import Testing

@Suite struct QRCodeTests {
    private static let texts = [
        "1", "12345678", "HELLO WORLD", "otpauth://totp/Closecast:anna%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Closecast",
        "https://closecast.example/verify#" + String(repeating: "a", count: 43), "Grüße, 世界 👋", String(repeating: "x", count: 2331),
    ]

    /// The oracle: the code that libqrencode made, compared with the drawing module by module.
    @Test(arguments: texts) func theDrawingShowsTheModules(text: String) throws {
        let svg = try QRCode.svg(of: text, title: "Code")
        let drawn = try #require(Drawing(svg))
        let code = try #require(QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1))
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        #expect(drawn.size == width + 8)
        for y in 0..<drawn.size {
            for x in 0..<drawn.size {
                let isInside = 4..<4 + width ~= x && 4..<4 + width ~= y
                let isDark = isInside && code.pointee.data[(y - 4) * width + x - 4] & 1 == 1
                #expect(drawn.dark.contains([x, y]) == isDark, "\(x) \(y)")
            }
        }
    }

    /// ISO/IEC 18004, table 7: 2,331 bytes at correction M; more digits fit.
    @Test func theLongestTextIsKnown() throws {
        #expect(throws: QRCodeError.tooLong(bytes: 2332, maximum: 2331)) {
            try QRCode.svg(of: String(repeating: "x", count: 2332), title: "")
        }
        _ = try QRCode.svg(of: String(repeating: "7", count: 5000), title: "")
    }

    @Test func anEmptyTextAndNULAreRefused() {
        #expect(throws: QRCodeError.empty) { try QRCode.svg(of: "", title: "") }
        #expect(throws: QRCodeError.containsNUL) { try QRCode.svg(of: "a\0b", title: "") }
        for error in [QRCodeError.empty, .containsNUL, .tooLong(bytes: 3000, maximum: 2331), .failed(code: 12)] {
            #expect(error.description.hasSuffix("."))
        }
    }

    @Test func theTitleIsEscapedScalarByScalar() throws {
        let svg = try QRCode.svg(of: "1", title: "<b>\u{301}&\"'\u{200D}\u{1}<\u{200D}/title>")
        #expect(svg.contains("<title>&lt;b&gt;\u{301}&amp;&quot;&#39;\u{200D}\u{FFFD}&lt;\u{200D}/title&gt;</title>"))
        #expect(svg.unicodeScalars.count { $0 == "<" } == 6)
    }

    @Test func itWorksUnderAStrictPolicyAndOnAnyBackground() throws {
        let svg = try QRCode.svg(of: "https://closecast.example", title: "Address of this server")
        for part in ["style", "<script", "onload", "href", "class", "currentColor"] { #expect(!svg.contains(part), "\(part)") }
        for part in [
            "role=\"img\"", "<title>Address of this server</title>", "fill=\"#fff\"", "fill=\"#000\"", "viewBox=\"0 0 33 33\"",
        ] {
            #expect(svg.contains(part), "\(part)")
        }
        #expect(svg.ranges(of: "<path").count == 1)
    }
}

/// A drawing read back: the dark points.
private struct Drawing {
    let size: Int
    var dark: Set<[Int]> = []

    init?(_ svg: String) {
        guard let path = svg.firstMatch(of: #/ d="([^"]*)"/#), let box = svg.firstMatch(of: #/viewBox="0 0 (\d+) (\d+)"/#),
            let size = Int(box.1), box.1 == box.2, path.1.wholeMatch(of: #/(M\d+ \d+h\d+v1h-\d+z)*/#) != nil
        else { return nil }
        self.size = size
        for match in path.1.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
            guard let x = Int(match.1), let y = Int(match.2), let length = Int(match.3), match.3 == match.4 else { return nil }
            for x in x..<x + length { dark.insert([x, y]) }
        }
    }
}
