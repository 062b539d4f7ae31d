import Pictures
import Testing

/// SVG pictures are written anew from lists of elements and attributes; everything else refuses them.
@Suite struct SVGCleanerTests {
    private static let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">"

    private func cleaned(_ text: String) throws(SVGError) -> String {
        String(decoding: try SVGCleaner.cleaned(Array(text.utf8)), as: UTF8.self)
    }

    private func error(_ text: String) -> SVGError? {
        do throws(SVGError) {
            _ = try cleaned(text)
            return nil
        } catch { return error }
    }

    @Test func shapesAndGradientsAreKept() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Drawn by hand -->
            <svg width='32px' height='32' class="icon" xmlns:x='http://example.com' aria-hidden="true">
            <title>Coin &amp; more</title><defs><linearGradient id="a"><stop offset="0" stop-color="#f90"/></linearGradient></defs>
            <g fill='url(#a)'><path d="M0,0L1 1z" fill-rule="evenodd"/><circle cx="1" cy="1" r="1"></circle></g></svg>
            """
        let expected = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0.0 0.0 32.0 32.0"><defs><linearGradient id="a"><stop offset="0" \
            stop-color="#f90"/></linearGradient></defs><g fill="url(#a)"><path d="M0,0L1 1z" fill-rule="evenodd"/>\
            <circle cx="1" cy="1" r="1"></circle></g></svg>
            """
        #expect(try cleaned(text) == expected)
        // A clean picture stays as it is.
        #expect(try cleaned(expected) == expected)
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<style>*{fill:red}</style>", "<foreignObject/>",
        "<image href=\"https://example.com/x.png\"/>",
        "<a href=\"javascript:alert(1)\"/>", "<use href=\"#a\"/>", "<animate attributeName=\"fill\"/>", "<svg/>", "<filter/>",
        "<text/>",
        "<svg:script/>", "<SCRIPT/>", "<iframe/>", "<title><script/></title>",
    ])
    func otherElementsRefuseThePicture(part: String) {
        guard case .element = error(Self.root + part + "</svg>") else { return #expect(Bool(false), "\(part)") }
    }

    @Test(arguments: [
        "onload=\"alert(1)\"", "ONCLICK='x'", "style=\"fill:url(https://example.com)\"", "href=\"javascript:x\"", "xlink:href='#a'",
        "fill=\"url(https://example.com/x)\"", "fill=\"url('#a')\"", "transform=\"url(#a)\"", "fill=\"URL(#a)\"", "fill='\"'",
        "id=\"a b\"", "stroke-dasharray=\"0.001\"", "filter=\"url(#a)\"", "fill=\"ред\"", "d='\\6a'", "cursor='x'",
    ])
    func otherAttributesAndValuesRefuseThePicture(attribute: String) {
        guard case .attribute(_, "path") = error("\(Self.root)<path \(attribute)/></svg>") else {
            return #expect(Bool(false), "\(attribute)")
        }
    }

    /// A browser would draw the last of 24 clip paths that each refer twice to the next 16 million times.
    @Test func clipPathsAreNotClippedThemselves() throws {
        let clipped = "<rect width=\"1\" height=\"1\" clip-path=\"url(#a)\"/>"
        #expect(try cleaned("\(Self.root)<clipPath id=\"a\"><path d=\"M0 0\"/></clipPath>\(clipped)</svg>").contains(clipped))
        for part in ["<clipPath id=\"b\">\(clipped)</clipPath>", "<clipPath id=\"b\" clip-path=\"url(#a)\"/>"] {
            guard case .attribute("clip-path", _) = error(Self.root + part + "</svg>") else {
                return #expect(Bool(false), "\(part)")
            }
        }
    }

    /// None of them is expanded or requested: the first byte of a declaration ends the reading.
    @Test(arguments: [
        "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>\(root)&b;</svg>",
        "<!DOCTYPE svg SYSTEM \"file:///etc/passwd\">\(root)</svg>", "<?xml-stylesheet href=\"x.css\"?>\(root)</svg>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(root)</svg>", "\(root)<![CDATA[x]]></svg>",
        "\(root)<path d=\"&#x6a;\"/></svg>",
        "\(root)<path d=\"1\" d=\"2\"/></svg>", "\(root)text</svg>", "\(root)</g></svg>", "\(root)<g></svg>", root, "", "<svg", "x",
        "\(root)</svg><!-- ", "\(root)</svg>text", "\(root)<path d=1/></svg>", "\(root)<path d='1'fill='red'/></svg>",
        "\(root)\u{0}</svg>",
    ])
    func onlyPlainXMLIsRead(text: String) {
        guard case .malformed = error(text) else { return #expect(Bool(false), "\(text)") }
    }

    @Test func sizesAreLimited() {
        #expect(error(Self.root + String(repeating: "<g>", count: 10_000)) == .tooDeep(maximum: 16))
        #expect(error(Self.root + String(repeating: "<g/>", count: 10_000) + "</svg>") == .tooManyElements(maximum: 2000))
        #expect(error(String(repeating: " ", count: 65_537)) == .tooLarge(bytes: 65_537, maximum: 65_536))
        for size in [
            "viewBox='0 0 1e9 1'", "viewBox='0 0 nan 1'", "viewBox='0 0 1'", "viewBox='0 0 -1 1'", "width='100%' height='1'", "",
        ] {
            #expect(error("<svg \(size)/>") == .noSize, "\(size)")
        }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        #expect(throws: SVGError.self) {
            try SVGCleaner.cleaned(Array("<svg viewBox='0 0 1 1'>".utf8) + [0xFF] + Array("</svg>".utf8))
        }
        #expect(throws: SVGError.self) { try SVGCleaner.cleaned([0xFF, 0xFE] + Array("<svg viewBox='0 0 1 1'/>".utf8)) }
    }

    /// Pictures with one byte changed, left out or repeated are refused or clean, and nothing traps.
    @Test func damagedPicturesAreRefusedOrClean() throws {
        let picture = Array("\(Self.root)<title>a</title><g fill='url(#a)'><path d=\"M0 0\"/></g></svg>".utf8)
        for place in picture.indices {
            for byte: UInt8 in [0, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3E, 0x80] {
                var changed = picture
                changed[place] = byte
                guard let clean = try? SVGCleaner.cleaned(changed) else { continue }
                #expect(try SVGCleaner.cleaned(clean) == clean)
            }
            #expect(throws: SVGError.self) { try SVGCleaner.cleaned(Array(picture[..<place])) }
        }
    }
}
