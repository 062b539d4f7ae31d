/// Where this package's programs find embedded files and keep their data.
package enum Locations {
    /// The version of the programs.
    package static let version = "0.2.0"

    /// Folders that may contain `models` and `data`, nearest first: the program's folder, its clone or installation, and the
    /// current folder.
    package static let roots = roots(ofProgram: ProcessState.executablePath)

    /// The same for a program at a path.
    package static func roots(ofProgram executable: String?) -> [String] {
        var roots: [String] = []
        if let executable {
            // .build/<triple>/release/closecast is four levels below the clone; bin/closecast is next to share/closecast.
            var folder = Files.folder(of: executable)
            for _ in 0..<5 {
                roots += [folder, folder + "/share/closecast"]
                folder = Files.folder(of: folder)
            }
        }
        return roots + ["."]
    }

    /// The folders in which a folder such as `models` or `data/simulated` is searched, each once.
    package static func searched(_ name: String) -> [String] {
        var seen: Set<String> = []
        return roots.map { "\($0)/\(name)" }.filter { seen.insert($0).inserted }
    }

    /// Returns the folder of models: `CLOSECAST_MODELS`, or the nearest `models` folder that contains a model of that name.
    package static func modelsFolder(having model: String) -> String? {
        ProcessState.environment("CLOSECAST_MODELS")
            ?? searched("models").first { Files.isFile("\($0)/\(model)/config.json") }
    }

    /// The path of the embedded simulated markets within a root.
    package static let sampleName = "data/simulated"

    /// The folder of the embedded simulated markets.
    package static var sampleFolder: String? { searched(sampleName).first(where: Files.isFolder) }

    /// The folder of the invented news about them.
    package static var sampleNewsFolder: String? { roots.map { $0 + "/data/news" }.first(where: Files.isFolder) }

    /// The folder of the pages' files: the nearest `web` folder with screens. `CLOSECAST_WEB` is read as a setting.
    package static var webFolder: String? { roots.map { $0 + "/web" }.first { Files.isFolder($0 + "/screens") } }

    /// The list of the server's parts of other projects: beside the program, where `scripts/build` puts it, or among a package's
    /// documents; nil if there is none.
    package static var softwareParts: String? {
        let name = "closecast-server.cdx.json"
        return roots.flatMap { ["\($0)/\(name)", "\($0)/share/doc/closecast-server/\(name)"] }.first(where: Files.isFile)
    }

    /// The list of leaked passwords: `CLOSECAST_LEAKED_PASSWORDS`, or the nearest `data/leaked-passwords.bin`, which `scripts/setup`
    /// makes; nil if there is none.
    package static var leakedPasswords: String? { leakedPasswords(in: ProcessState.environment, roots: roots) }

    /// The same where `environment` has the values of variables.
    package static func leakedPasswords(in environment: (String) -> String?, roots: [String]) -> String? {
        environment("CLOSECAST_LEAKED_PASSWORDS") ?? roots.map { $0 + "/data/leaked-passwords.bin" }.first(where: Files.isFile)
    }

    /// The default database path: `CLOSECAST_DATABASE`, or `closecast/closecast.db` in the user's data folder; nil if neither
    /// `HOME` nor `XDG_DATA_HOME` is set.
    package static var database: String? { database(in: ProcessState.environment) }

    /// The same where `environment` has the values of variables.
    package static func database(in environment: (String) -> String?) -> String? {
        if let path = environment("CLOSECAST_DATABASE") { return path }
        // The XDG Base Directory Specification requires that relative paths be ignored.
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/closecast/closecast.db" }
        return environment("HOME").map { $0 + "/.local/share/closecast/closecast.db" }
    }
}
