import PageKit
import ServerWorld
import Testing

/// The folder of the pages' files: where they are found, and which faults are refused.
@Suite struct WebFolderTests {
    private static func folder(_ files: [String: String]) throws(WebFilesError) -> WebFolder {
        try WebFolder(files: files.mapValues { Array($0.utf8) })
    }

    @Test func filesAreFoundInEveryFolder() throws {
        let folder = try Self.folder([
            "shared/texts/common.en.json": "{}", "screens/notes/notes.en.json": "{}", "screens/notes/notes.it.json": "{}",
            "screens/notes/notes.mustache": "a", "screens/notes/more/note.mustache": "b", "screens/notes/README.md": "c",
            "shared/README.md": "d",
        ])
        #expect(try folder.texts(ending: ".mustache") == ["notes": "a", "note": "b"])
        #expect(folder.names(ending: ".en.json") == ["common.en.json", "notes.en.json"])
    }

    @Test func sheetsOfScreensFollowTheSharedOnes() throws {
        let sheets = ["shared/styles/b.css", "shared/styles/a.css", "screens/x/z.css", "screens/x/z-more.css", "screens/y/c.css"]
        let order = ["shared/styles/order.txt": "b.css\na.css\n"]
        let folder = try Self.folder(order.merging(sheets.map { ($0, "") }) { $1 })
        #expect(try folder.styleOrder() == ["b.css", "a.css", "z.css", "z-more.css", "c.css"])
    }

    /// A rule outside of the layer would win over those of all other sheets.
    @Test func sheetsOfScreensAreInTheirLayer() throws {
        let folder = try WebFolder(ServerUnderTest.webFolder)
        let names = folder.names(ending: ".css").filter { folder.files[$0]?.path.contains("/screens/") == true }
        for name in names {
            let outer = try folder.text(name).split(separator: "\n").filter { !$0.hasPrefix(" ") && !$0.hasPrefix("/*") }
            #expect(outer.map { String($0) } == ["@layer screens {", "}"], "\(name)")
        }
        #expect(names.count > 5)
    }

    // MARK: Faults

    @Test func twoFilesOfOneKindHaveDifferentNames() throws {
        #expect(throws: WebFilesError.sameName("screens/a/note.js", "screens/b/note.js")) {
            try Self.folder(["screens/a/note.js": "1", "screens/b/note.js": "1", "screens/a/note.css": ""])
        }
    }

    @Test func textsNameTheirLanguage() throws {
        #expect(throws: WebFilesError.invalid("screens/a/note.json", "its name does not end in a language, such as .en.json")) {
            try Self.folder(["screens/a/note.json": "{}"])
        }
    }

    /// In a folder that is otherwise complete.
    @Test(arguments: [
        ("screens/a/note.mustache", "<p>\n{{> other}}", "screens/a/note.mustache:2", "there is no template \"other\""),
        ("shared/styles/order.txt", "print.css", "shared/styles/order.txt", "there is no style sheet print.css"),
        ("screens/a/note.js", "import \"./other.js\";", "screens/a/note.js", "it imports other.js, which does not exist"),
        ("screens/b/b.en.json", "{\"title\": \"B\"}", "screens/b/b.en.json", "\"title\" is also in screens/a/a.en.json"),
    ]) func faultsNameTheFile(path: String, text: String, place: String, fault: String) throws {
        let files = ["shared/styles/order.txt": "", "shared/scripts/sw.js": "", "screens/a/a.en.json": "{\"title\": \"A\"}"]
        let folder = try Self.folder(files.merging([path: text]) { $1 })
        #expect(throws: WebFilesError.invalid(place, fault)) { try LoadedFiles(folder) }
    }
}
