import Identity
import People
import Platform
import Scratch
import Testing
import closecast_server

/// Codes for telephones as files.
@Suite struct OutboxCodeTests {
    @Test(arguments: ["en", "it", "ru", "kk", "xx"]) func aMessageIsAFileThatOnlyItsOwnerReads(language: String) async throws {
        let scratch = try Scratch()
        let codes = OutboxCodes(folder: scratch("codes")) { 1_740_830_400 }
        let message = CodeMessage(
            phone: try #require(PhoneNumber(parsing: "+39 333 123 4567")), code: "012345", minutes: 10, language: language)
        try await codes.send(message)
        let name = try #require(try Files.names(in: scratch("codes")).first)
        #expect(name.hasPrefix("20250301T120000Z-phone-code-") && name.hasSuffix(".txt"))
        let text = String(decoding: try Files.read(scratch("codes/\(name)")), as: UTF8.self)
        #expect(text.hasPrefix("To: +393331234567\n\n012345 ") && text.contains("10"), "\(text)")
        #expect(try Files.permissions(of: scratch("codes/\(name)")) & 0o077 == 0)
        #expect(try Files.permissions(of: scratch("codes")) & 0o077 == 0)
    }

    @Test func aFolderThatCannotBeMadeIsAnError() async throws {
        let codes = OutboxCodes(folder: "/dev/null/codes") { 0 }
        let message = CodeMessage(
            phone: try #require(PhoneNumber(parsing: "+39 333 123 4567")), code: "012345", minutes: 10, language: "en")
        await #expect(throws: FileError.self) { try await codes.send(message) }
    }
}
