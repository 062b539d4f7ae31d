import APIKit
import Platform
import ServerWorld
import Testing

/// Who may call what: compares what operations and pages declare with what people wrote down, a second opinion.
///
/// The folder `Rights` has a file for each capability, with lines such as `GET /v1/wallets read`. A need is that of `Need`, or
/// `compute`: `read` for another method than GET, which computes from the request's data and changes nothing.
@Suite struct RightsTests {
    private static let folder = Files.folder(of: #filePath) + "/Rights"

    private static func listed(ofPrograms: Bool) throws -> [String] {
        let lines = try Files.names(in: folder).flatMap { name in
            String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return lines.filter { line in
            [" /v1/", " /v2", " /mcp ", " /metrics ", " /openapi.json "].contains { line.contains($0) } == ofPrograms
        }
    }

    private static func expectEach(of lines: [String], in listed: [String]) {
        let declared = lines.map { line in
            line.hasPrefix("GET ") || !line.hasSuffix(" read") ? line : String(line.dropLast("read".count)) + "compute"
        }
        for line in Set(declared).union(listed).sorted() {
            let (uses, entries) = (declared.count { $0 == line }, listed.count { $0 == line })
            #expect(uses == 1 && entries == 1, "\(line): declared \(uses) times, listed \(entries) times")
        }
    }

    @Test func everyOperationIsListed() async throws {
        try await ServerUnderTest.run(accounts: TestAccounts()) { server async throws in
            // The server under test has no metrics.
            let declared = server.operations.map { "\($0.method.rawValue.uppercased()) \($0.path) \($0.need)" }
            Self.expectEach(of: declared + ["GET /metrics admin"], in: try Self.listed(ofPrograms: true))
        }
    }

    // Only debug builds show their list of pages.
    #if DEBUG
        @Test func everyPageIsListed() async throws {
            try await ServerUnderTest.run(accounts: TestAccounts(), hasPages: true) { server async throws in
                let pages = try await server.get("/styleguide/routes").text.split(separator: "\n").map(String.init)
                Self.expectEach(of: pages, in: try Self.listed(ofPrograms: false))
            }
        }
    #endif
}
