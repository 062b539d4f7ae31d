import Archives
import Market
import Testing

/// Archives that strangers made: whole, broken and hostile.
@Suite struct ZipReaderTests {
    private static let maximum = 1 << 20

    private static func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        var archive = ZipArchive()
        for (name, bytes) in files { try archive.add(name: name, bytes: bytes, modifiedAt: 1_700_000_000) }
        return archive.finished()
    }

    private static func fault(_ bytes: [UInt8], maximum: Int = maximum) -> ZipFault? {
        do throws(ZipFault) {
            _ = try ZipReader.onlyFile(bytes, maximumBytes: maximum)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func whatWasPackedIsRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = [0, 1, 5, 70_000, 300_000][random.index(below: 5)]
        let kinds = random.index(below: 2) == 0 ? 3 : 256
        let content = (0..<count).map { _ in UInt8(random.index(below: kinds)) }
        let zip = try Self.zip([("rates.csv", content)])
        #expect(try ZipReader.onlyFile(zip, maximumBytes: count) == content, "seed \(seed)")
        #expect(ZipReader.isArchive(zip))
        // Archives may have a comment of their own.
        var commented = zip
        commented[zip.count - 2] = 3
        #expect(try ZipReader.onlyFile(commented + Array("abc".utf8), maximumBytes: count) == content)
        guard count > 0 else { return }
        #expect(Self.fault(zip, maximum: count - 1) == .tooLarge(maximumBytes: count - 1))
    }

    @Test func anArchiveHasOneFile() throws {
        #expect(Self.fault(try Self.zip([])) == .notOneFile([]))
        #expect(Self.fault(try Self.zip([("a", [1]), ("b", [2])])) == .notOneFile(["a", "b"]))
        let macOS = try Self.zip([("rates.csv", [7]), ("__MACOSX/._rates.csv", [8])])
        #expect(try ZipReader.onlyFile(macOS, maximumBytes: 9) == [7])
    }

    /// Every beginning of an archive, and archives with changed bytes: an error or the content, never a trap.
    @Test(arguments: 0..<4 as Range<UInt64>) func brokenArchivesAreErrors(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let content = (0..<2000).map { _ in UInt8(random.index(below: 5)) }
        let zip = try Self.zip([("rates.csv", content)])
        for count in 0..<zip.count { #expect(Self.fault(Array(zip.prefix(count))) != nil, "seed \(seed), \(count) bytes") }
        for _ in 0..<3000 {
            var broken = zip
            for _ in 0...random.index(below: 3) {
                let fromEnd = random.index(below: 2) == 0 ? random.index(below: min(80, zip.count)) : random.index(below: zip.count)
                broken[zip.count - 1 - fromEnd] = UInt8(random.index(below: 256))
            }
            if let read = try? ZipReader.onlyFile(broken, maximumBytes: Self.maximum) { #expect(read == content, "seed \(seed)") }
        }
    }

    /// Sizes in the directory that lie: no more memory is taken than is allowed, and the difference is found.
    @Test func sizesThatLieAreErrors() throws {
        let zip = try Self.zip([("bomb", [UInt8](repeating: 0, count: 900_000))])
        let size = zip.count - 22 - 46 - 4 + 24
        func saying(_ count: Int) -> [UInt8] {
            var changed = zip
            for byte in 0..<4 { changed[size + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
            return changed
        }
        #expect(Self.fault(saying(900_000)) == nil)
        for count in [0, 1, 899_999, 900_001] { #expect(Self.fault(saying(count)) == .damaged, "\(count)") }
        #expect(Self.fault(saying(0xFFFF_FFFF)) == .tooLarge(maximumBytes: Self.maximum))
    }

    @Test func passwordsAndOtherMethodsAreNamed() throws {
        let zip = try Self.zip([("rates.csv", [UInt8](repeating: 0, count: 100))])
        let header = zip.count - 22 - 46 - 9
        var encrypted = zip
        encrypted[header + 8] |= 1
        #expect(Self.fault(encrypted) == .encrypted("rates.csv"))
        var other = zip
        other[header + 10] = 14
        #expect(Self.fault(other) == .method(14))
    }
}
