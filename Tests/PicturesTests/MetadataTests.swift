import Pictures
import Testing

/// ASVS 14.2.8: no data that the sender's device wrote about place, time or camera remains.
@Suite struct MetadataTests {
    private static let secrets = [
        "Exif", "SecretCamera", "N52", "xmpmeta", "SecretName", "ICC_PROFILE", "Comment by me", "PK\u{5}\u{6}",
    ]

    private func expectNoSecrets(in jpeg: [UInt8], whichWereIn bytes: [UInt8]) {
        let found = Self.secrets.filter { bytes.contains(Array($0.utf8)) }
        #expect(!found.isEmpty)
        for secret in Self.secrets { #expect(!jpeg.contains(Array(secret.utf8)), "\(secret)") }
        // The only segments: JFIF, tables, frame, scan.
        #expect(Set(markers(of: jpeg)).isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]), "\(markers(of: jpeg))")
    }

    /// The markers of a JPEG's segments up to its first scan.
    private func markers(of jpeg: [UInt8]) -> [UInt8] {
        var (markers, place): ([UInt8], Int) = ([], 2)
        while markers.last != 0xDA, place + 4 <= jpeg.count {
            markers.append(jpeg[place + 1])
            place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
        }
        return markers
    }

    @Test func nothingOfAJPEGsMetadataStays() async throws {
        let icc = Sample.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + Array(repeating: 7, count: 200))
        let segments = Sample.exif(orientation: 6) + Sample.xmp + icc + Sample.segment(0xFE, Array("Comment by me".utf8))
        let bytes = Sample.inserting(segments, into: Sample.jpeg(.quarters(80, 60)))
        let jpeg = try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 256)
        expectNoSecrets(in: jpeg, whichWereIn: bytes)
        let turned = Bitmap(jpeg: jpeg)
        for (colour, expected) in zip(turned.corners, [SIMD3.blue, .red, .yellow, .green]) { #expect(colour.isNear(expected)) }
    }

    @Test func nothingOfAPNGsMetadataStays() async throws {
        let plain = Sample.png(.quarters(80, 60))
        let texts =
            Sample.pngChunk("tEXt", Array("Comment\0Comment by me".utf8)) + Sample.pngChunk("eXIf", Array("MM\0*SecretCamera".utf8))
        let bytes = Array(plain[..<33] + texts + plain[33...])
        expectNoSecrets(in: try await reencoder().jpeg(from: bytes, type: .png, edge: 64), whichWereIn: bytes)
    }

    /// Telephones append films and brightness maps to a JPEG, so a file with data after the end is read, and the extra data is
    /// dropped.
    @Test func anArchiveBehindAJPEGIsDropped() async throws {
        let bytes = Sample.jpeg(.quarters(80, 60)) + Sample.zip
        expectNoSecrets(in: try await reencoder().jpeg(from: bytes, type: .jpeg, edge: 64), whichWereIn: bytes)
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool { firstRange(of: part) != nil }
}
