import Digests
import Foundation
import Scratch

/// A copy of the models of this repository, removed with its owner.
package final class ReplaceableModels: Sendable {
    private let scratch: Scratch
    package var path: String { scratch.path }

    package init() throws { scratch = try Scratch(copyOf: ServerUnderTest.models) }

    /// Replaces the default model by one whose weights differ in the last bit of one number. A server notices at its next scan.
    package func replaceDefault() throws {
        let folder = URL(filePath: path).appending(path: ServerUnderTest.defaultModel)
        let (weightsFile, configurationFile) = (folder.appending(path: "model.safetensors"), folder.appending(path: "config.json"))
        var weights = [UInt8](try Data(contentsOf: weightsFile))
        // The hash of an average covers both files of weights, one after the other.
        let others = [UInt8](try Data(contentsOf: folder.appending(path: "volatility.safetensors")))
        let before = SHA256.hexadecimal(of: weights + others)
        // Little-endian: the lowest byte of the last number.
        weights[weights.count - 4] ^= 1
        let configuration = String(decoding: try Data(contentsOf: configurationFile), as: UTF8.self)
            .replacingOccurrences(of: before, with: SHA256.hexadecimal(of: weights + others))
        try Data(weights).write(to: weightsFile)
        try Data(configuration.utf8).write(to: configurationFile)
    }
}
