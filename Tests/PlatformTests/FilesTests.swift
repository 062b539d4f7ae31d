import Glibc
import Platform
import Scratch
import Testing

@Suite struct FilesTests {
    @Test func unreadableFilesAreReportedWithTheReason() throws {
        let scratch = try Scratch()
        #expect(throws: FileError(path: scratch("none"), action: "read", code: ENOENT)) { try Files.read(scratch("none")) }
        #expect(throws: FileError(path: scratch.path, action: "read", code: EISDIR)) { try Files.read(scratch.path) }
        let error = FileError(path: "x", action: "read", code: ENOENT)
        #expect(error.isMissing && "\(error)" == "cannot read x: No such file or directory")
        #expect(!FileError(path: "x", action: "read", code: EIO).isMissing)
    }

    /// Files such as those of /proc claim a size of 0 bytes.
    @Test func aFileWithoutALengthIsReadToItsEnd() throws {
        #expect(try Files.read("/proc/self/status").starts(with: Array("Name:".utf8)))
    }

    @Test func namesAreSortedAndHiddenOnesLeftOut() throws {
        let scratch = try Scratch()
        for name in ["b", "a", ".hidden", "c"] { try Files.write([], to: scratch(name)) }
        #expect(try Files.names(in: scratch.path) == ["a", "b", "c"])
        #expect(throws: FileError(path: scratch("none"), action: "list", code: ENOENT)) { try Files.names(in: scratch("none")) }
    }

    @Test func foldersAreMadeWithThoseAboveThem() throws {
        let scratch = try Scratch()
        try Files.makeFolder(scratch("a/b/c"), mode: 0o700)
        #expect(try Files.isFolder(scratch("a/b/c")) && Files.permissions(of: scratch("a/b")) == 0o700)
        #expect(chmod(scratch("a"), 0o750) == 0)
        try Files.makeFolder(scratch("a/b"), mode: 0o700)
        #expect(try Files.permissions(of: scratch("a")) == 0o750)
        try Files.write([], to: scratch("file"))
        #expect(throws: FileError.self) { try Files.makeFolder(scratch("file/inner")) }
    }

    @Test func aFolderIsRemovedWithItsFiles() throws {
        let scratch = try Scratch()
        try Files.makeFolder(scratch("folder"))
        for name in ["a", "b"] { try Files.write([], to: scratch("folder/\(name)")) }
        Files.removeFolder(scratch("folder"))
        #expect(try scratch.names == [])
        // Unexpected contents are not removed.
        try Files.makeFolder(scratch("folder/inner"))
        try Files.write([], to: scratch("folder/inner/file"))
        Files.removeFolder(scratch("folder"))
        #expect(Files.isFile(scratch("folder/inner/file")))
        Files.removeFolder(scratch("none"))
    }

    @Test func kindsOfPathsAreDistinguished() throws {
        let scratch = try Scratch()
        try Files.write([], to: scratch("file"))
        #expect(symlink(scratch("file"), scratch("link")) == 0)
        #expect(Files.isFile(scratch("file")) && !Files.isFolder(scratch("file")) && Files.isFile(scratch("link")))
        #expect(Files.isFolder(scratch.path) && !Files.isFile(scratch.path))
        #expect(Files.exists(scratch("link")) && !Files.exists(scratch("none")))
        #expect(Files.areSame(scratch("file"), scratch("link")) && !Files.areSame(scratch("file"), scratch.path))
        #expect(!Files.areSame(scratch("none"), scratch("none")))
        try Files.move(scratch("file"), to: scratch("moved"))
        #expect(try scratch.names == ["link", "moved"] && !Files.exists(scratch("link")))
        #expect(throws: FileError(path: scratch("file"), action: "rename", code: ENOENT)) {
            try Files.move(scratch("file"), to: scratch("elsewhere"))
        }
    }

    @Test(arguments: [
        ("a/b/c.csv", "a/b", "c"), ("/c.csv", "/", "c"), ("c.csv", ".", "c"), ("a/", "a", ""), ("/", "/", ""), ("", ".", ""),
        ("a/.hidden", "a", ".hidden"), ("a.b/c", "a.b", "c"), ("c.tar.gz", ".", "c.tar"), ("../BTC", "..", "BTC"),
    ])
    func pathsAreTakenApart(path: String, folder: String, stem: String) {
        #expect(Files.folder(of: path) == folder && Files.stem(of: path) == stem)
    }
}
