import APIKit
import Access
import Assistants
import Forecasts
import Inference
import PageKit
import Pictures
import Platform
import Server
import Services
import Storage
import Web

/// The composition root for an assistant on this machine: the tools of the server on the local database, over standard input and
/// output. It listens on no port and contacts no other computer, and a server may use the database at the same time.
struct AssistantProgram {
    let process: ServerProcess
    let scope: AccessScope

    func run() async throws {
        let store = try StoreFile.open(try databasePath())
        let changes = try store.changeCounter()
        let (catalogue, queue) = (try await process.catalogue(), process.queue())
        let pictures = PictureReencoder.besideThisProgram
        let parts = ServerParts(
            store: store, catalogue: catalogue, queue: queue, storeVersion: StoreVersion { try await changes.value() },
            pictures: { try await pictures.jpeg(from: $0, mediaType: $1, $2) })
        let caller = Principal(owner: Owner.local, scope: scope, credential: nil)
        var context = CallContext(logger: process.logger)
        context.requestID = "assistant"
        let toolbox = AssistantTools(Face.api(parts), parts).toolbox(of: caller, context)
        // The input ends when the assistant's program closes it.
        let ended = await Result.of { try await LineDialogue(Dialogue(toolbox, serverVersion: Locations.version)).run() }
        await parts.drainWrites(within: 5)
        await queue.shutDown()
        try changes.close()
        try store.close()
        try ended.get()
    }

    private func databasePath() throws -> String {
        guard let path = process.settings.database ?? Locations.database else { throw ServerSettingsError.noDataFolder }
        return path
    }
}
