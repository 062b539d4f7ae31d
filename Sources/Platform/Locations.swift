/// Where programs of this package find what comes along and what they keep.
package enum Locations {
    /// The version of the programs.
    package static let version = "0.2.0"

    /// Folders that may hold `models` and `data`, nearest first: beside the program, in the clone or in the installation that it
    /// belongs to, and the current one.
    package static let roots = roots(ofProgram: ProcessState.executablePath)

    /// The same for a program at a path.
    package static func roots(ofProgram executable: String?) -> [String] {
        var roots: [String] = []
        if let executable {
            // .build/<triple>/release/closecast stands four levels below the clone; bin/closecast beside share/closecast.
            var folder = Files.folder(of: executable)
            for _ in 0..<5 {
                roots += [folder, folder + "/share/closecast"]
                folder = Files.folder(of: folder)
            }
        }
        return roots + ["."]
    }

    /// The folder with the models: `CLOSECAST_MODELS`, or the nearest `models` that has one of that name.
    package static func modelsFolder(having model: String) -> String? {
        ProcessState.environment("CLOSECAST_MODELS")
            ?? roots.map { $0 + "/models" }.first { Files.isFile("\($0)/\(model)/config.json") }
    }

    /// The folder of the embedded simulated markets.
    package static var sampleFolder: String? { roots.map { $0 + "/data/simulated" }.first(where: Files.isFolder) }

    /// The store's file where none is named: `CLOSECAST_DATABASE`, or `closecast/closecast.db` among the person's data; nil where neither
    /// `HOME` nor `XDG_DATA_HOME` is set.
    package static var database: String? { database(in: ProcessState.environment) }

    /// The same where `environment` has the values of variables.
    package static func database(in environment: (String) -> String?) -> String? {
        if let path = environment("CLOSECAST_DATABASE") { return path }
        // The specification of base directories asks that relative paths be ignored.
        if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/closecast/closecast.db" }
        return environment("HOME").map { $0 + "/.local/share/closecast/closecast.db" }
    }
}
