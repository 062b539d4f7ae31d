import Forecasting
import Market
import Platform
import Text

/// Finds the models and the embedded sample: next to the program, in the clone, or in the installation.
enum Resources {
    /// The folder of models: `CLOSECAST_MODELS`, or the nearest folder named `models`.
    static var modelsFolder: String? { Locations.modelsFolder(having: ModelFolder.defaultName) }

    /// Opens a model folder, given by path or by name within the folder of models.
    ///
    /// - Parameter option: the words of the command that give the folder of a model; nil if it has none.
    static func modelFolder(_ nameOrPath: String, option: String? = nil) throws(Failure) -> ModelFolder {
        let path = try modelPath(nameOrPath, option)
        do throws(ModelError) {
            return try ModelFolder(path)
        } catch {
            throw Failure(error)
        }
    }

    private static func modelPath(_ nameOrPath: String, _ option: String?) throws(Failure) -> String {
        if nameOrPath.contains("/") || nameOrPath.hasPrefix(".") || Files.isFile(nameOrPath + "/config.json") { return nameOrPath }
        let folder = try requiredModelsFolder(option)
        let path = "\(folder)/\(nameOrPath)"
        guard Files.isFolder(path) else {
            let known = try modelNames()
            guard !known.isEmpty else { throw noModels("\(folder) holds no models", option) }
            let near = NearName.of(nameOrPath, among: known).map { "; did you mean \($0)?" } ?? ""
            throw Failure(
                "no model named \(nameOrPath) in \(folder)\(near.isEmpty ? ";" : near) available: \(known.joined(separator: ", "))",
                .noInput)
        }
        return path
    }

    private static func requiredModelsFolder(_ option: String? = nil) throws(Failure) -> String {
        guard let folder = modelsFolder else { throw noModels("no folder with models found", option) }
        // One that was searched for is a folder.
        guard Files.isFolder(folder) else { throw noModels("CLOSECAST_MODELS is \(folder), which is not a folder", option) }
        return folder
    }

    private static func noModels(_ what: String, _ option: String?) -> Failure {
        let other = option.map { ", or give the folder of one model: \($0)" } ?? ""
        return Failure("\(what); set CLOSECAST_MODELS to the folder that holds the model folders\(other)", .noInput)
    }

    static func modelNames() throws(Failure) -> [String] {
        let folder = try requiredModelsFolder()
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
