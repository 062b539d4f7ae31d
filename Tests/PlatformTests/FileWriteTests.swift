import Glibc
import Platform
import Scratch
import Synchronization
import Testing

/// Files that are written completely or not at all, whatever the disk does.
@Suite struct FileWriteTests {
    @Test func aFileIsReadAsItWasWritten() throws {
        let scratch = try Scratch()
        for count in [0, 1, 1 << 16, (1 << 16) + 1, 300_000] {
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try Files.write(content, to: scratch("file"))
            #expect(try Files.read(scratch("file")) == content, "\(count) bytes")
        }
        #expect(try scratch.names == ["file"])
    }

    @Test(arguments: [1, 3, 4096]) func shortWritesAreContinued(room: Int) throws {
        let scratch = try Scratch()
        let content = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let calls = Mutex(0)
        var disk = Disk.system
        disk.write = { descriptor, bytes in
            // Every other call is interrupted by a signal before it writes anything.
            guard
                calls.withLock({
                    $0 += 1; return $0 % 2 == 0
                })
            else {
                errno = EINTR
                return -1
            }
            return Glibc.write(descriptor, bytes.baseAddress, min(room, bytes.count))
        }
        try disk.replace(scratch("file"), with: content)
        #expect(try Files.read(scratch("file")) == content)
        #expect(calls.withLock { $0 } >= 2 * content.count / room)
    }

    @Test func aDiskThatFillsUpLeavesTheOldFileAlone() throws {
        let scratch = try Scratch()
        try Files.write(bytes("old"), to: scratch("file"))
        let written = Mutex(0)
        var disk = Disk.system
        disk.write = { descriptor, bytes in
            let room = written.withLock { 5 - $0 }
            guard room > 0 else {
                errno = ENOSPC
                return -1
            }
            let count = Glibc.write(descriptor, bytes.baseAddress, min(room, bytes.count))
            written.withLock { $0 += count }
            return count
        }
        #expect(throws: FileError(path: scratch("file"), action: "write", code: ENOSPC)) {
            try disk.replace(scratch("file"), with: bytes("much that is new"))
        }
        #expect(try Files.read(scratch("file")) == bytes("old"))
        #expect(try scratch.names == ["file"])
    }

    @Test func aSyncThatFailsLeavesTheOldFileAlone() throws {
        let scratch = try Scratch()
        try Files.write(bytes("old"), to: scratch("file"))
        var disk = Disk.system
        disk.sync = { _ in
            errno = EIO
            return -1
        }
        #expect(throws: FileError(path: scratch("file"), action: "write", code: EIO)) {
            try disk.replace(scratch("file"), with: bytes("new"))
        }
        #expect(try Files.read(scratch("file")) == bytes("old"))
        #expect(try scratch.names == ["file"])
    }

    /// The bytes, and then the folder, in that order: the other way round a crash could leave the new name on old blocks.
    @Test func theBytesAreSyncedBeforeTheNameAndTheNameAfterIt() throws {
        let scratch = try Scratch()
        let path = scratch("file")
        let seen = Mutex([(isFolder: Bool, isNamed: Bool)]())
        var disk = Disk.system
        disk.sync = { descriptor in
            var status = stat()
            fstat(descriptor, &status)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            seen.withLock { $0.append((isFolder, Files.exists(path))) }
            return fsync(descriptor)
        }
        try disk.replace(path, with: bytes("new"))
        let order = seen.withLock { $0 }
        #expect(order.map(\.isFolder) == [false, true] && order.map(\.isNamed) == [false, true])
    }

    @Test func aRenameThatFailsLeavesNoDraft() throws {
        let scratch = try Scratch()
        try Files.makeFolder(scratch("file/inner"))
        #expect(throws: FileError(path: scratch("file"), action: "write", code: EISDIR)) {
            try Files.write(bytes("new"), to: scratch("file"))
        }
        #expect(try scratch.names == ["file"])
        #expect(throws: FileError(path: scratch("none/file"), action: "write", code: ENOENT)) {
            try Files.write(bytes("new"), to: scratch("none/file"))
        }
    }

    @Test func onlyAFailingFolderSyncIsAnError() throws {
        let scratch = try Scratch()
        func disk(failing code: Int32) -> Disk {
            var disk = Disk.system
            disk.sync = { descriptor in
                var status = stat()
                fstat(descriptor, &status)
                guard status.st_mode & S_IFMT == S_IFDIR else { return fsync(descriptor) }
                errno = code
                return -1
            }
            return disk
        }
        try disk(failing: EINVAL).replace(scratch("file"), with: bytes("one"))
        #expect(try Files.read(scratch("file")) == bytes("one"))
        #expect(throws: FileError(path: scratch.path, action: "sync", code: EIO)) {
            try disk(failing: EIO).replace(scratch("file"), with: bytes("two"))
        }
        #expect(try scratch.names == ["file"])
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o755] as [mode_t]) func aReplacedFileKeepsItsPermissions(mode: mode_t) throws {
        let scratch = try Scratch()
        try Files.write(bytes("old"), to: scratch("file"))
        #expect(chmod(scratch("file"), mode) == 0)
        try Files.write(bytes("new"), to: scratch("file"))
        #expect(try Files.permissions(of: scratch("file")) == mode)
        try Disk.system.replace(scratch("file"), with: bytes("newer"), mode: 0o600)
        #expect(try Files.permissions(of: scratch("file")) == mode)
    }

    @Test func aNewFileGetsTheWantedPermissions() throws {
        let scratch = try Scratch()
        try Disk.system.replace(scratch("secret"), with: [], mode: 0o600)
        #expect(try Files.permissions(of: scratch("secret")) == 0o600)
        try Files.write([], to: scratch("file"))
        // Whatever the umask is, only the owner may write.
        #expect(try Files.permissions(of: scratch("file")) & 0o733 == 0o600)
    }

    @Test func aDraftIsKeptUntilItIsPublishedOrDiscarded() throws {
        let scratch = try Scratch()
        try Files.write(bytes("left by a run that was killed"), to: scratch("file.partial"))
        let draft = try FileDraft(of: scratch("file"))
        try draft.write(bytes("one "))
        try draft.write(bytes("two"))
        #expect(try scratch.names == ["file.partial"] && draft.draftPath == scratch("file.partial"))
        try draft.publish()
        #expect(try scratch.names == ["file"] && Files.read(scratch("file")) == bytes("one two"))
        let other = try FileDraft(of: scratch("file"))
        try other.write(bytes("three"))
        other.discard()
        #expect(try scratch.names == ["file"] && Files.read(scratch("file")) == bytes("one two"))
    }

    @Test func aDraftThatIsContinuedBelongsToOneProcess() throws {
        let scratch = try Scratch()
        try Files.write(bytes("one\ntorn"), to: scratch("file.partial"))
        do {
            let draft = try FileDraft(continuing: scratch("file"))
            #expect(try draft.keepWholeLines() == 4)
            let busy = FileError(path: scratch("file"), action: "write", code: EBUSY)
            #expect(throws: busy) { _ = try FileDraft(continuing: scratch("file")) }
            #expect(throws: busy) { _ = try FileDraft(of: scratch("file")) }
            #expect(try Files.read(scratch("file.partial")) == bytes("one\ntorn"), "nothing is cut before the first write")
        }
        let draft = try FileDraft(continuing: scratch("file"))
        #expect(try draft.keepWholeLines() == 4)
        try draft.write(bytes("two\n"))
        try draft.publish()
        // A process that opened the draft just before it was published must not write into the published file.
        let next = try FileDraft(of: scratch("file"))
        try next.write(bytes("new"))
        #expect(try Files.read(scratch("file")) == bytes("one\ntwo\n"))
        next.discard()
    }

    @Test func copiesThatKilledProcessesHaveLeftAreRemoved() throws {
        let scratch = try Scratch()
        try Files.write(bytes("one\n"), to: scratch("file"))
        for name in ["file.partial.copy-1", "file.partial.copy-4000000", "file.partial.1", "other.partial.copy-1"] {
            try Files.write(bytes("half"), to: scratch(name))
        }
        // The state of a process that is making a copy.
        let copy = try FileDraft(of: scratch("file.partial"), at: scratch("file.partial.copy-7"))
        let draft = try FileDraft(continuing: scratch("file"))
        #expect(
            try scratch.names == ["file", "file.partial", "file.partial.1", "file.partial.copy-7", "other.partial.copy-1"])
        #expect(try Files.read(scratch("file.partial")) == bytes("one\n"))
        copy.discard()
        draft.discard()
    }

    @Test func aPipeIsWrittenAndNotReplaced() throws {
        let scratch = try Scratch()
        try #require(mkfifo(scratch("pipe"), 0o600) == 0)
        let reader = open(scratch("pipe"), O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        try Files.write(bytes("text"), to: scratch("pipe"))
        var got = [UInt8](repeating: 0, count: 9)
        #expect(read(reader, &got, 9) == 4)
        #expect(try scratch.names == ["pipe"])
    }

    @Test func aPublicationThatMayNotReplaceDoesNot() throws {
        let scratch = try Scratch()
        try Files.write(bytes("draft"), to: scratch("draft"))
        try Disk.system.publish(scratch("draft"), as: scratch("file"), replaces: false)
        #expect(try scratch.names == ["file"])
        try Files.write(bytes("draft 2"), to: scratch("draft"))
        #expect(throws: FileError(path: scratch("file"), action: "write", code: EEXIST)) {
            try Disk.system.publish(scratch("draft"), as: scratch("file"), replaces: false)
        }
        #expect(try Files.read(scratch("file")) == bytes("draft"))
        try Disk.system.publish(scratch("draft"), as: scratch("file"), replaces: true)
        #expect(try scratch.names == ["file"] && Files.read(scratch("file")) == bytes("draft 2"))
    }

    /// Closing a draft twice could close an unrelated file.
    @Test func aDraftClosesItsDescriptorOnce() throws {
        let scratch = try Scratch()
        var disk = Disk.system
        disk.sync = { _ in
            errno = EIO
            return -1
        }
        var other = Disk.system
        other.sync = { _ in 0 }
        for round in 0..<2000 {
            try? disk.replace(scratch("file"), with: bytes("\(round)"))
            try other.replace(scratch("other"), with: bytes("\(round)"))
        }
        // A leak would have reached the limit of 1,024 open files long before; opening still works.
        #expect(try Files.read(scratch("other")) == bytes("1999"))
    }
}

/// A test's bytes.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
