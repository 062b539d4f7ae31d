import Pictures
import Platform

/// The built `closecast-picture`, next to the test's own program.
let program: String = {
    let own = ProcessState.executablePath ?? CommandLine.arguments[0]
    let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))
    for folder in [Files.folder(of: own), "\(root)/.build/debug", "\(root)/.build/release"]
    where Files.isFile("\(folder)/closecast-picture") { return "\(folder)/closecast-picture" }
    fatalError("no closecast-picture beside \(own); build it: swift build --product closecast-picture")
}()

/// A reencoder of a test's own, so that no other test's pictures wait in its queue.
func reencoder() -> PictureReencoder { PictureReencoder(program: program, timeoutSeconds: 60) }
