import Archives
import ChildProcess
import Glibc
import Market
import Platform
import Scratch
import Testing

@Suite struct ZipArchiveTests {
    /// 2026-03-01 12:34:56 UTC.
    private static let moment = 1_772_368_496

    private static func files(seed: UInt64) -> [(name: String, bytes: [UInt8], seconds: Int)] {
        var random = SeededGenerator(seed: seed)
        let names = ["wallets/main.csv", "Grüße/世界.json", "empty", "random.jpg", "a b.txt", "deep/er/and/deeper.csv"]
        return names.map { name in
            let count = name == "empty" ? 0 : Int.random(in: 1...50_000, using: &random)
            let letters = name == "random.jpg" ? 0...255 : 65...70
            let bytes = (0..<count).map { _ in UInt8(Int.random(in: letters, using: &random)) }
            return (name, bytes, Int.random(in: 0...5_000_000_000, using: &random))
        }
    }

    private static func archive(_ files: [(name: String, bytes: [UInt8], seconds: Int)]) throws -> [UInt8] {
        var archive = ZipArchive()
        for file in files { try archive.add(name: file.name, bytes: file.bytes, modifiedAt: file.seconds) }
        return archive.finished()
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func theFilesReadBack(seed: UInt64) throws {
        let files = Self.files(seed: seed)
        let bytes = try Self.archive(files)
        let read = try ArchiveReader(bytes).files
        #expect(read.map(\.name) == files.map(\.name) && read.map(\.bytes) == files.map(\.bytes), "seed \(seed)")
        // Files that do not become smaller are stored.
        for file in read {
            #expect(file.method == (["empty", "random.jpg"].contains(file.name) ? 0 : 8), "seed \(seed) \(file.name)")
        }
        #expect(try Self.archive(files) == bytes, "seed \(seed)")
    }

    @Test func anArchiveOfNothingIsAnEnd() {
        #expect(ZipArchive().finished() == Array("PK\u{5}\u{6}".utf8) + Array(repeating: 0, count: 18))
    }

    @Test(arguments: [
        (moment, 2026, 3, 1, 12, 34, 56), (0, 1980, 1, 1, 0, 0, 0), (-5, 1980, 1, 1, 0, 0, 0), (315_532_800, 1980, 1, 1, 0, 0, 0),
        (951_782_400, 2000, 2, 29, 0, 0, 0), (951_868_799, 2000, 2, 29, 23, 59, 58), (1_735_689_599, 2024, 12, 31, 23, 59, 58),
        (Int.max, 2107, 12, 31, 23, 59, 58),
    ])
    func timesAreInUTC(seconds: Int, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) throws {
        let file = try #require(try ArchiveReader(Self.archive([("a", [1], seconds)])).files.first)
        #expect(file.date == (year - 1980) << 9 | month << 5 | day)
        #expect(file.time == hour << 11 | minute << 5 | second / 2)
    }

    /// The oracle is the C library's calendar.
    @Test func everyDayIsThatOfTheSystem() throws {
        var archive = ZipArchive()
        let days = Array(stride(from: 315_532_800, to: 4_354_819_199, by: 86400 * 5 + 12_346))
        for day in days { try archive.add(name: "\(day)", bytes: [], modifiedAt: day) }
        for (file, day) in zip(try ArchiveReader(archive.finished()).files, days) {
            var (time, parts) = (time_t(day), tm())
            gmtime_r(&time, &parts)
            #expect(file.date == Int(parts.tm_year - 80) << 9 | Int(parts.tm_mon + 1) << 5 | Int(parts.tm_mday), "\(day)")
            #expect(file.time == Int(parts.tm_hour) << 11 | Int(parts.tm_min) << 5 | Int(parts.tm_sec) / 2, "\(day)")
        }
    }

    // MARK: Refusals

    @Test(arguments: [
        "", "/etc/passwd", "../a", "a/../b", "a//b", "a/", ".", "./a", "a\\b", "C:a", "a\0b", "a\nb", "a\u{7F}",
        String(repeating: "x", count: 65_536),
    ])
    func aNameThatLeadsElsewhereIsRefused(name: String) throws {
        var archive = ZipArchive()
        #expect(throws: ArchiveError.badName(name)) { try archive.add(name: name, bytes: [], modifiedAt: 0) }
        #expect(try ArchiveReader(archive.finished()).files.isEmpty)
    }

    @Test func aNameIsTakenOnce() throws {
        var archive = ZipArchive()
        try archive.add(name: "a", bytes: [1], modifiedAt: 0)
        let error = #expect(throws: ArchiveError.nameTaken("a")) { try archive.add(name: "a", bytes: [2], modifiedAt: 0) }
        #expect(error?.description == "The archive already has a file a. Choose another name.")
        #expect(try ArchiveReader(archive.finished()).files.map(\.bytes) == [[1]])
    }

    @Test func thereAreAtMost65534Files() throws {
        var archive = ZipArchive()
        for index in 0..<65_534 { try archive.add(name: "\(index)", bytes: [], modifiedAt: 0) }
        #expect(throws: ArchiveError.tooManyFiles(maximum: 65_534)) { try archive.add(name: "more", bytes: [], modifiedAt: 0) }
        #expect(try ArchiveReader(archive.finished()).files.count == 65_534)
    }

    // MARK: Python's reader

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(where: Files.exists)

    @Test(.enabled(if: python != nil, "needs python3")) func pythonReadsTheArchive() throws {
        let scratch = try Scratch()
        let files = Self.files(seed: 99) + [("now", [1, 2, 3], Self.moment)]
        let path = try scratch.write(Self.archive(files), to: "a.zip")
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                for info in archive.infolist():
                    print(info.filename, info.file_size, sum(archive.read(info)))
                print(archive.getinfo("now").date_time, oct(archive.getinfo("now").external_attr >> 16))
            """
        let output = try Files.open(scratch("out"), O_WRONLY | O_CREAT | O_TRUNC, action: "write")
        defer { close(output) }
        let python = try #require(Self.python)
        let process = try ChildProcess(
            python, ["-c", script, path], environment: ["PYTHONIOENCODING": "utf-8"], output: output)
        #expect(process.wait() == .exited(0))
        let lines = files.map { "\($0.name) \($0.bytes.count) \($0.bytes.reduce(0) { $0 + Int($1) })" }
        let expected = lines + ["(2026, 3, 1, 12, 34, 56) 0o100644", ""]
        #expect(String(decoding: try Files.read(scratch("out")), as: UTF8.self) == expected.joined(separator: "\n"))
    }
}
