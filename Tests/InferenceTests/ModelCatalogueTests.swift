import Forecasting
import Foundation
import Inference
import Scratch
import Synchronization
import Testing
import Waits

@Suite struct ModelCatalogueTests {
    private func state(_ catalogue: ModelCatalogue, _ name: String, _ version: String = "1") -> CatalogueEntry.State? {
        catalogue.entries.first { ($0.name, $0.version) == (name, version) }?.state
    }

    private func fault(_ catalogue: ModelCatalogue, _ name: String?, _ version: String? = nil) -> CatalogueError? {
        do throws(CatalogueError) {
            _ = try catalogue.model(name, version: version)
            return nil
        } catch { return error }
    }

    @Test func theModelsOfTheCloneAreReady() async throws {
        let catalogue = ModelCatalogue(folder: packageRoot.appending(path: "models").path, defaultName: ModelFolder.defaultName)
        await catalogue.rescan()
        #expect(catalogue.entries.map(\.name) == ["daily-average", "daily-close", "daily-close-t", "daily-volatility"])
        #expect(catalogue.entries.allSatisfy { $0.state == .ready && $0.version == "1" && $0.isDefaultVersion })
        #expect(catalogue.health == CatalogueHealth(isReady: true, problems: []))
        #expect(try catalogue.model().name == "daily-average")
        #expect(try catalogue.model("daily-close").sha256 == catalogue.entries[1].sha256)
    }

    @Test func nothingIsReadyBeforeTheFirstScan() throws {
        let catalogue = try Scratch().catalogue()
        #expect(catalogue.entries.isEmpty && !catalogue.health.isReady)
        #expect(fault(catalogue, nil) == .noDefault(known: []))
    }

    @Test func theHighestVersionIsTheDefault() async throws {
        let models = try Scratch()
        for (place, model) in [
            ("a/1", TestModel.points), ("a/2", .paths), ("a/10", .oneInput), ("a/old", .paths), ("a/03", .paths),
        ] { try models.put(model, at: place) }
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(catalogue.entries.map(\.version) == ["1", "2", "10"])
        #expect(try catalogue.model().version == "10")
        #expect(try catalogue.model("a", version: "2").configuration.name == "daily-close-t")
        #expect(catalogue.entries.filter(\.isDefaultVersion).map(\.version) == ["10"])
    }

    @Test func filesBesideVersionsAreVersionOne() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        try models.put(.paths, at: "a/2")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(catalogue.entries.map(\.version) == ["1", "2"])
        #expect(try catalogue.model("a", version: "1").configuration.name == "daily-close")
    }

    /// Names and versions come from the caller: they are only compared, and never used as paths.
    @Test(arguments: [
        "../models", "a/1", "a/../a", ".", "..", "", "/etc", "a%00", "A", "a ", "%61", String(repeating: "x", count: 100_000),
    ]) func strangeNamesFindNothing(name: String) async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(fault(catalogue, name) == .unknownModel(name, known: ["a"]))
        #expect(fault(catalogue, name)!.description.utf8.count < 300)
        #expect(fault(catalogue, "a", name) == .unknownVersion(model: "a", version: name, known: ["1"]))
        #expect(fault(catalogue, "a", name)!.description.utf8.count < 300)
    }

    @Test(arguments: ["0", "01", "+1", "-1", "1.0", "１", "9999999999999999999999"]) func strangeVersionsFindNothing(version: String)
        async throws
    {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(fault(catalogue, "a", version) == .unknownVersion(model: "a", version: version, known: ["1"]))
    }

    @Test func modelsComeWithoutARestart() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue(default: "a")
        await catalogue.rescan()
        let first = try catalogue.model()
        try models.put(.paths, at: "a/2")
        try models.put(.oneInput, at: "b")
        await catalogue.rescan()
        #expect(catalogue.entries.map { "\($0.name)/\($0.version)" } == ["a/1", "a/2", "b/1"])
        #expect(try catalogue.model().version == "2")
        #expect(try catalogue.model("a", version: "1") === first)
    }

    @Test func aReplacedModelIsTheNewOne() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        let old = try catalogue.model()
        try models.put(.paths, at: "a")
        await catalogue.rescan()
        #expect(try catalogue.model().configuration.name == "daily-close-t")
        #expect(old.configuration.name == "daily-close")
        #expect(state(catalogue, "a") == .ready)
    }

    @Test func unchangedFilesAreNotReadAgain() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        let first = try catalogue.model()
        await catalogue.rescan()
        #expect(try catalogue.model() === first)
        try models.put(.points, at: "a")
        await catalogue.rescan()
        #expect(try catalogue.model() === first, "the same files written again")
    }

    @Test(arguments: ["config.json", "model.safetensors"]) func garbageDegradesAndRecovers(file: String) async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        let good = try catalogue.model()
        try models.write(Data("garbage".utf8), to: "a/\(file)")
        await catalogue.rescan()
        guard case .degraded(let reason)? = state(catalogue, "a") else {
            Issue.record("\(String(describing: state(catalogue, "a")))")
            return
        }
        #expect(reason.contains(file))
        #expect(try catalogue.model() === good)
        #expect(catalogue.health.isReady && catalogue.health.problems.count == 1)
        #expect(catalogue.health.problems[0].contains("the model a, version 1: ") && catalogue.health.problems[0].contains(file))
        // Health needs no token, and reveals nothing about this machine.
        #expect(!reason.contains("/") && !catalogue.health.problems[0].contains("/"), "\(catalogue.health.problems)")
        try models.put(.points, at: "a")
        await catalogue.rescan()
        #expect(state(catalogue, "a") == .ready)
        #expect(catalogue.health == CatalogueHealth(isReady: true, problems: []))
    }

    /// A copy in progress: every length of the weights, and either file alone.
    @Test func halfAModelIsNotServed() async throws {
        let models = try Scratch()
        let catalogue = models.catalogue()
        let weights = try Data(contentsOf: URL(filePath: TestModel.points.path + "/model.safetensors"))
        try models.put(.points, at: "a", files: ["model.safetensors"])
        await catalogue.rescan()
        #expect(state(catalogue, "a")?.isUnavailable == true)
        try models.put(.points, at: "a", files: ["config.json"])
        for count in [0, 1, 8, 1000, weights.count / 2, weights.count - 1] {
            try models.write(weights.prefix(count), to: "a/model.safetensors")
            await catalogue.rescan()
            #expect(state(catalogue, "a")?.isUnavailable == true, "\(count) bytes")
            guard case .unavailable("a", "1", _)? = fault(catalogue, "a") else {
                Issue.record("\(String(describing: fault(catalogue, "a")))")
                return
            }
            #expect(!catalogue.health.isReady && !catalogue.health.problems.isEmpty)
        }
        try models.write(weights, to: "a/model.safetensors")
        await catalogue.rescan()
        #expect(state(catalogue, "a") == .ready && catalogue.health.isReady)
    }

    @Test func aBadNewVersionLeavesTheOldOneTheDefault() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a/1")
        try models.put(.paths, at: "a/2", files: ["config.json"])
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(try catalogue.model().version == "1")
        #expect(catalogue.entries.filter(\.isDefaultVersion).map(\.version) == ["1"])
        #expect(catalogue.health.isReady && catalogue.health.problems.count == 1)
    }

    @Test func aWithdrawnModelIsNotReadyBeforeItIsUnloaded() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        try models.put(.oneInput, at: "b")
        let catalogue = models.catalogue(default: "b")
        await catalogue.rescan()
        weak let loaded = try catalogue.model("a")
        try models.remove("a")
        await catalogue.rescan()
        #expect(state(catalogue, "a") == .withdrawn)
        #expect(catalogue.entries.first { $0.name == "a" }?.isReady == false)
        #expect(catalogue.health.isReady && catalogue.health.problems.count == 1, "the default is another one")
        #expect(loaded != nil && fault(catalogue, "a") == nil)
        await catalogue.rescan()
        #expect(catalogue.entries.map(\.name) == ["b"])
        #expect(loaded == nil)
        #expect(fault(catalogue, "a") == .unknownModel("a", known: ["b"]))
        #expect(catalogue.health == CatalogueHealth(isReady: true, problems: []))
    }

    @Test func aWithdrawnDefaultIsNotReadyBeforeItIsUnloaded() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a/1")
        try models.put(.oneInput, at: "a/2")
        try models.put(.oneInput, at: "b")
        let catalogue = models.catalogue(default: "a")
        await catalogue.rescan()
        try models.remove("a/2")
        await catalogue.rescan()
        #expect(catalogue.health.isReady, "its other version serves")
        try models.remove("a")
        await catalogue.rescan()
        #expect(state(catalogue, "a") == .withdrawn && !catalogue.health.isReady)
        #expect(fault(catalogue, nil) == nil)
        await catalogue.rescan()
        #expect(!catalogue.health.isReady && fault(catalogue, nil) != nil)
    }

    @Test func anotherModelThatIsBrokenIsItsOwnTrouble() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        try models.put(.oneInput, at: "b", files: ["config.json"])
        let catalogue = models.catalogue(default: "a")
        await catalogue.rescan()
        #expect(state(catalogue, "b")?.isUnavailable == true)
        #expect(catalogue.health.isReady && catalogue.health.problems.count == 1)
    }

    @Test func aRequestKeepsAWithdrawnModelUntilItIsDone() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        let queue = InferenceQueue(workers: 1)
        let gate = Gate()
        let held = try await queue.hold(gate)
        let request = Task { [model = try catalogue.model()] in try await queue.forecast(history(1), with: model) }
        try await queue.fill(to: 1)
        weak let loaded = try catalogue.model()
        try models.remove("a")
        await catalogue.rescan()
        await catalogue.rescan()
        #expect(catalogue.entries.isEmpty && loaded != nil)
        gate.open()
        #expect(try await request.value.points.count == 96)
        try await held.value
        await queue.shutDown()
        #expect(loaded == nil)
    }

    @Test func aReturningModelIsReadyAgain() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        try models.remove("a")
        await catalogue.rescan()
        try models.put(.points, at: "a")
        await catalogue.rescan()
        #expect(state(catalogue, "a") == .ready && catalogue.health.isReady)
    }

    @Test func aFolderThatCannotBeListedTakesNoModelWithIt() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        try FileManager.default.moveItem(atPath: models.path, toPath: models.path + "-away")
        for _ in 0..<3 { await catalogue.rescan() }
        #expect(fault(catalogue, "a") == nil)
        #expect(catalogue.health.problems.count == 1 && catalogue.health.problems[0].contains("the folder of models"))
        #expect(!catalogue.health.problems[0].contains("/"), "\(catalogue.health.problems)")
        try FileManager.default.moveItem(atPath: models.path + "-away", toPath: models.path)
        await catalogue.rescan()
        #expect(catalogue.health == CatalogueHealth(isReady: true, problems: []))
    }

    @Test func foldersWithoutAModelAreNamed() async throws {
        let models = try Scratch()
        try models.put(.points, at: "a")
        try models.put(.points, at: "not a name")
        try FileManager.default.createDirectory(atPath: models.path + "/notes", withIntermediateDirectories: true)
        try models.write(Data(), to: "README.md")
        let catalogue = models.catalogue()
        await catalogue.rescan()
        #expect(catalogue.entries.map(\.name) == ["a"])
        #expect(catalogue.health.problems.count == 1 && catalogue.health.problems[0].contains("not a name"))
    }

    @Test func itLooksAtEveryIntervalUntilItIsCancelled() async throws {
        let models = try Scratch()
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        let asked = Mutex<[Double]>([])
        let catalogue = ModelCatalogue(folder: models.path, defaultName: nil, intervalSeconds: 7) { seconds in
            asked.withLock { $0.append(seconds) }
            for await _ in ticks { return }
            throw CancellationError()
        }
        let service = Task { await catalogue.run() }
        try models.put(.points, at: "a")
        tick.yield()
        try await until("the model is found") { !catalogue.entries.isEmpty }
        service.cancel()
        await service.value
        #expect(asked.withLock { $0.allSatisfy { $0 == 7 } })
    }
}

extension CatalogueEntry.State { fileprivate var isUnavailable: Bool { if case .unavailable = self { true } else { false } } }
