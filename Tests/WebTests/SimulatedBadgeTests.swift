import Platform
import ServerWorld
import Testing
import Web

/// Every page of the simulated account says that its money is not real.
@Suite struct SimulatedBadgeTests {
    private static let root = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) }

    private static func text(_ path: String) throws -> String { String(decoding: try Files.read("\(root)/\(path)"), as: UTF8.self) }

    @Test func everyTemplateOfTheSimulatedAccountHasTheBadge() throws {
        let folder = "Sources/Web/Trading"
        var names: Set<String> = []
        for file in try Files.names(in: "\(Self.root)/\(folder)") {
            for match in try Self.text("\(folder)/\(file)").matches(of: /\b[Pp]age\(\s*"([a-z\-]+)"/) {
                names.insert(String(match.output.1))
            }
        }
        #expect(names.isSuperset(of: ["trading", "trade-receipt", "pay-preview", "support-thread-page"]) && names.count > 20)
        let web = try WebFolder(ServerUnderTest.webFolder)
        for name in names.sorted() {
            let template = try web.text("\(name).mustache")
            #expect(
                template.contains(/\{\{> ?trade-(simulated|head)\}\}/), "\(name) does not say that the money is simulated")
        }
    }
}
