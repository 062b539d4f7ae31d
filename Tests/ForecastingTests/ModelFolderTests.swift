import Digests
import Forecasting
import Foundation
import LSTMEngine
import Scratch
import Testing

/// The package's folder, two above this file's.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
let defaultModel = packageRoot.appending(path: "models/daily-close-t").path
/// The model of points.
let pointModel = packageRoot.appending(path: "models/daily-close").path
let golden = packageRoot.appending(path: "Tests/LSTMEngineTests/Golden")

/// The files of a copied model, which a test may damage.
extension Scratch {
    fileprivate var configurationFile: URL { URL(filePath: path + "/config.json") }
    fileprivate var weightsFile: URL { URL(filePath: path + "/model.safetensors") }
}

/// Why a folder is refused.
private func fault(_ path: String) -> ModelError? {
    do throws(ModelError) {
        _ = try ModelFolder(path)
        return nil
    } catch {
        return error
    }
}

@Suite struct ModelFolderTests {
    @Test func theModelsAreTheDesignsNetworks() throws {
        let points = try ModelFolder(pointModel).configuration
        let paths = try ModelFolder(defaultModel).configuration
        #expect([points.name, paths.name] == ["daily-close", "daily-close-t"])
        #expect([points.network?.head, paths.network?.head] == [.point, .studentT])
        #expect(points.parameterCount == 40_901)
        #expect(paths.parameterCount == 41_103)
        for model in [points, paths] {
            #expect((model.context, model.horizon) == (500, 96))
            #expect(model.trainedThrough != nil)
        }
    }

    @Test func everyModelInTheClonePassesItsChecks() throws {
        for folder in [packageRoot.appending(path: "models"), golden] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let path = folder.appending(path: name).path
                guard FileManager.default.fileExists(atPath: path + "/config.json") else { continue }
                #expect(throws: Never.self, "\(path)") { try ModelFolder(path) }
            }
        }
    }

    @Test func aMissingFolderOrFileIsReportedWithItsPath() throws {
        #expect(
            fault("/nowhere")?.description
                == "cannot read /nowhere/config.json: No such file or directory; a model folder holds config.json and model.safetensors"
        )
        let copy = try Scratch(copyOf: defaultModel)
        try FileManager.default.removeItem(at: copy.weightsFile)
        guard case .unreadable(let path, _)? = fault(copy.path) else {
            Issue.record("read without weights")
            return
        }
        #expect(path == copy.weightsFile.path)
        try FileManager.default.removeItem(at: copy.configurationFile)
        #expect(fault(copy.path)?.description.contains("/config.json") == true)
    }

    @Test func changedWeightsAreDetectedByTheirHash() throws {
        let copy = try Scratch(copyOf: defaultModel)
        var bytes = try Data(contentsOf: copy.weightsFile)
        bytes[bytes.count - 3] ^= 1
        try bytes.write(to: copy.weightsFile)
        let found = SHA256.hexadecimal(of: Array(bytes))
        let expected = try ModelFolder(defaultModel).configuration.sha256
        #expect(fault(copy.path) == .badWeights(.wrongHash(file: copy.weightsFile.path, expected: expected, found: found)))
    }

    @Test func weightsThatWereCutOffAreRefused() throws {
        let copy = try Scratch(copyOf: defaultModel)
        let bytes = try Data(contentsOf: copy.weightsFile)
        for count in [0, 7, 8, 100, bytes.count - 1] {
            try bytes.prefix(count).write(to: copy.weightsFile)
            guard case .badWeights? = fault(copy.path) else {
                Issue.record("\(count) bytes: \(String(describing: fault(copy.path)))")
                continue
            }
        }
    }

    @Test func weightsOfAnotherArchitectureAreRefused() throws {
        let copy = try Scratch(copyOf: defaultModel)
        let text = try String(contentsOf: copy.configurationFile, encoding: .utf8)
            .replacing(/"(units|inputs)": *100\b/) { "\"\($0.output.1)\": 99" }
        try text.write(to: copy.configurationFile, atomically: true, encoding: .utf8)
        guard case .badWeights(.wrongShape(let file, let tensor, let expected, let found))? = fault(copy.path) else {
            Issue.record("\(String(describing: fault(copy.path)))")
            return
        }
        #expect(file == copy.weightsFile.path)
        #expect(tensor == "layers.0.kernel")
        #expect((expected, found) == ([1, 396], [1, 400]))
    }
}
