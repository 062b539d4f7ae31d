import ChildProcess
import Glibc
import Pictures
import Platform
import Scratch
import Testing

/// The parent's side, with programs that are not closecast-picture.
@Suite struct QueueTests {
    private static let picture = Sample.jpeg(.quarters(16, 16))

    /// A shell script as a program, removed with its owner.
    private final class Script {
        private let scratch: Scratch
        var path: String { scratch("program") }
        var gate: String { scratch("gate") }

        init(_ text: String) throws {
            scratch = try Scratch()
            let draft = try scratch.write("#!/bin/sh\n\(text)\n".replacing("GATE", with: gate).utf8, to: "draft")
            // Written here, the program would be "busy" if another test's child, forked meanwhile, still had it open.
            try ChildProcess("/bin/cp", [draft, path]).wait()
            chmod(path, 0o755)
        }
    }

    private func jpeg(_ reencoder: PictureReencoder) async throws(PictureError) -> [UInt8] {
        try await reencoder.jpeg(from: Self.picture, type: .jpeg, edge: 64)
    }

    @Test func aMissingProgramIsReported() async {
        await #expect(throws: PictureError.notStarted(program: "/nonexistent/program", code: ENOENT)) {
            try await jpeg(PictureReencoder(program: "/nonexistent/program"))
        }
    }

    @Test func aProgramThatHangsIsKilled() async throws {
        for text in ["exec /bin/sleep 600", "exec <&- >&-; exec /bin/sleep 600", "trap '' TERM INT; while :; do :; done"] {
            let script = try Script(text)
            await #expect(throws: PictureError.timedOut(seconds: 1)) {
                try await jpeg(PictureReencoder(program: script.path, timeoutSeconds: 1))
            }
        }
    }

    @Test(arguments: [
        ("exit 65", PictureError.notAPicture(.jpeg)), ("exit 66", .tooManyPixels(.jpeg)), ("exit 70", .failed(status: 70)),
        ("exit 0", .failed(status: 0)), ("echo no picture", .failed(status: 0)), ("kill -SEGV $$", .failed(status: 128 + SIGSEGV)),
        ("kill -XCPU $$", .timedOut(seconds: 60)), ("/bin/cat; exit 65", .notAPicture(.jpeg)),
    ])
    func theEndOfTheProgramIsTheError(text: String, error: PictureError) async throws {
        let script = try Script(text)
        await #expect(throws: error) { try await jpeg(PictureReencoder(program: script.path, timeoutSeconds: 60)) }
    }

    /// It loses its socket, before its minute is over.
    @Test func aProgramThatAnswersWithoutEndIsStopped() async throws {
        let script = try Script("exec /bin/cat /dev/zero")
        let error = await #expect(throws: PictureError.self) {
            try await jpeg(PictureReencoder(program: script.path, timeoutSeconds: 60))
        }
        // Either SIGPIPE or an error of its own, depending on the kernel.
        #expect(error == .failed(status: 128 + SIGPIPE) || error == .failed(status: 1))
    }

    @Test func nothingIsInherited() async throws {
        setenv("CLOSECAST_PICTURE_SECRET", "1", 1)
        defer { unsetenv("CLOSECAST_PICTURE_SECRET") }
        let script = try Script("[ -z \"$CLOSECAST_PICTURE_SECRET\" ] && exec /bin/cat")
        #expect(try await jpeg(PictureReencoder(program: script.path)) == Self.picture)
    }

    /// One picture at a time, and eight waiting; a further one is refused at once.
    @Test func theTenthPictureIsRefused() async throws {
        let script = try Script("while [ ! -e GATE ]; do /bin/sleep 0.02; done; exec /bin/cat")
        let reencoder = PictureReencoder(program: script.path, timeoutSeconds: 60)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<10 { group.addTask { try await jpeg(reencoder) } }
            var errors: [PictureError] = []
            // Nine of them cannot end before the gate opens, so the first that ends is the refused one.
            do { _ = try await group.next() } catch let error as PictureError { errors.append(error) }
            #expect(errors == [.busy])
            try Files.write([], to: script.gate)
            var count = 0
            while let bytes = try await group.next() {
                #expect(bytes == Self.picture)
                count += 1
            }
            #expect(count == 9)
        }
        #expect(try await jpeg(reencoder) == Self.picture)
    }

    @Test func everyErrorIsASentenceWithARemedy() {
        let errors: [PictureError] = [
            .notAPicture(.webp), .tooLarge(bytes: 11_000_000, maximum: 10_485_760), .tooManyPixels(.png), .busy,
            .timedOut(seconds: 5),
            .notStarted(program: "/usr/bin/closecast-picture", code: ENOENT), .failed(status: 70),
        ]
        for error in errors { #expect(error.description.hasSuffix(".") && error.description.contains(". "), "\(error)") }
        #expect("\(PictureError.tooLarge(bytes: 11_000_000, maximum: 10_485_760))".contains("11000000 bytes"))
        #expect("\(PictureError.tooManyPixels(.jpeg))".contains("50 megapixels"))
    }
}
