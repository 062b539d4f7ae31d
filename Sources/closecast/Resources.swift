import Forecasting
import Market
import Platform
import Text

/// Finds the models and the embedded sample: next to the program, in the clone, or in the installation.
enum Resources {
    /// The folder of models: `CLOSECAST_MODELS`, or the nearest folder named `models`.
    static var modelsFolder: String? { Locations.modelsFolder(having: ModelFolder.defaultName) }

    /// Opens a model folder, given by path or by name within the folder of models.
    static func modelFolder(_ nameOrPath: String) throws(Failure) -> ModelFolder {
        let path = try modelPath(nameOrPath)
        do throws(ModelError) {
            return try ModelFolder(path)
        } catch {
            throw Failure(error)
        }
    }

    private static func modelPath(_ nameOrPath: String) throws(Failure) -> String {
        if nameOrPath.contains("/") || nameOrPath.hasPrefix(".") || Files.isFile(nameOrPath + "/config.json") { return nameOrPath }
        guard let folder = modelsFolder else {
            throw Failure("no folder with models found; set CLOSECAST_MODELS or give a path: --model DIR", .noInput)
        }
        let path = "\(folder)/\(nameOrPath)"
        guard Files.isFolder(path) else {
            let known = try modelNames()
            let near = NearName.of(nameOrPath, among: known).map { "; did you mean \($0)?" } ?? ""
            throw Failure(
                "no model named \(nameOrPath) in \(folder)\(near.isEmpty ? ";" : near) available: \(known.joined(separator: ", "))",
                .noInput)
        }
        return path
    }

    static func modelNames() throws(Failure) -> [String] {
        guard let folder = modelsFolder else {
            throw Failure("no folder with models found; set CLOSECAST_MODELS", .noInput)
        }
        do throws(FileError) {
            return try Files.names(in: folder).filter { Files.isFile("\(folder)/\($0)/config.json") }
        } catch {
            throw Failure(error)
        }
    }

    /// Whether the embedded sample is installed.
    static var hasSample: Bool { Locations.sampleFolder != nil }

    /// Returns the files of the embedded sample, one per simulated market.
    static func sampleFiles() throws(Failure) -> [String] {
        guard let folder = Locations.sampleFolder else {
            throw Failure("the embedded sample (data/simulated) is not beside the program; use --from FILE", .noInput)
        }
        return try csvFiles(in: folder)
    }

    static func csvFiles(in folder: String) throws(Failure) -> [String] {
        do throws(FileError) {
            return try Files.names(in: folder).filter { $0.lowercased().hasSuffix(".csv") }.map {
                folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)"
            }
        } catch {
            throw Failure(error)
        }
    }
}
