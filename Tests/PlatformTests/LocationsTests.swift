import Platform
import Scratch
import Testing

@Suite struct LocationsTests {
    @Test(
        arguments: [
            (["CLOSECAST_DATABASE": "my.db", "HOME": "/home/ann"], "my.db"),
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ann"], "/data/closecast/closecast.db"),
            // The specification of base directories: a relative path is to be ignored.
            (["XDG_DATA_HOME": "data", "HOME": "/home/ann"], "/home/ann/.local/share/closecast/closecast.db"),
            (["HOME": "/home/ann"], "/home/ann/.local/share/closecast/closecast.db"), ([:], nil), (["XDG_DATA_HOME": "data"], nil),
        ] as [([String: String], String?)])
    func theEnvironmentLocatesTheDatabase(environment: [String: String], path: String?) {
        #expect(Locations.database { environment[$0] } == path)
    }

    @Test func theNearestListOfLeakedPasswordsIsFound() throws {
        let scratch = try Scratch()
        for root in ["near", "far"] { try Files.makeFolder(scratch("\(root)/data")) }
        func found(_ environment: [String: String] = [:]) -> String? {
            Locations.leakedPasswords(in: { environment[$0] }, roots: [scratch("near"), scratch("far")])
        }
        #expect(found() == nil)
        try Files.write([0], to: scratch("far/data/leaked-passwords.bin"))
        #expect(found() == scratch("far/data/leaked-passwords.bin"))
        try Files.write([0], to: scratch("near/data/leaked-passwords.bin"))
        #expect(found() == scratch("near/data/leaked-passwords.bin"))
        #expect(found(["CLOSECAST_LEAKED_PASSWORDS": "/etc/list"]) == "/etc/list", "even if it is missing, for a clear error")
    }

    @Test func rootsOfAClonedOrInstalledProgramAreFound() {
        let cloned = Locations.roots(ofProgram: "/clone/.build/x86_64/release/closecast")
        #expect(cloned.first == "/clone/.build/x86_64/release" && cloned.contains("/clone") && cloned.last == ".")
        #expect(Locations.roots(ofProgram: "/usr/local/bin/closecast").contains("/usr/local/share/closecast"))
        #expect(Locations.roots(ofProgram: nil) == ["."])
    }

    @Test func searchedFoldersAreNamedOnce() {
        let searched = Locations.searched("models")
        #expect(searched.last == "./models" && Set(searched).count == searched.count)
    }

    @Test func theRepositorysModelsAndMarketsAreFound() throws {
        // The program of these tests is in the repository's build folder.
        let folder = try #require(Locations.modelsFolder(having: "daily-close"))
        #expect(Files.isFile("\(folder)/daily-close/model.safetensors"))
        let samples = try #require(Locations.sampleFolder)
        #expect(try Files.names(in: samples).contains("SIM01.csv"))
    }
}
