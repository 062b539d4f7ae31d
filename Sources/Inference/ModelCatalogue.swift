import CoreMetrics
import Dispatch
import Forecasting
import Logging
import Platform
import Synchronization

/// The models of a folder, reloaded when they change while the server runs.
///
///     models/NAME/{config.json,model.safetensors}          version 1
///     models/NAME/VERSION/{config.json,model.safetensors}  versions side by side, 1 and up
///
/// Lookups read a snapshot and never wait for loading. A model is served if both files exist and the hash of the weights
/// matches the configuration. If its files are replaced by invalid ones, the previously loaded model is still served, and the
/// files are read again until they are valid. A model whose folder is removed first becomes not ready, and is unloaded at the
/// next scan; requests that use it finish normally.
package final class ModelCatalogue: Sendable {
    typealias Key = ModelListing.Key

    struct Slot {
        var fingerprint: Fingerprint
        var model: LoadedModel?
        /// Why the folder's current files are not served.
        var fault: ModelFault?
        /// How often these same files were read and found invalid.
        var badReads = 0
        var isWithdrawn = false
    }

    private struct Snapshot {
        var slots: [Key: Slot] = [:]
        /// Problems of folders that are not models, or of the models folder itself.
        var problems: [String] = []
    }

    /// The model for requests that name none; nil means the only model, if there is exactly one.
    package let defaultName: String?
    private let folder: String
    private let intervalSeconds: Double
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let pause: @Sendable (Double) async throws -> Void
    private let snapshot = Mutex(Snapshot())
    /// Scans read files: one at a time, on a thread that may block.
    private let scans = DispatchQueue(label: "closecast.models")

    /// Creates an empty catalogue. Call ``rescan()`` to fill it.
    ///
    /// - Parameters:
    ///   - folder: the folder with one subfolder for each model.
    ///   - defaultName: the model for requests that name none.
    ///   - intervalSeconds: the interval of scans by ``run()``.
    ///   - metrics: the destination of the gauge `closecast_model_ready`, with the dimensions model and version: 1 for a
    ///     version that serves its folder's current files, else 0.
    ///   - sleep: waits for a number of seconds; throws if its task is cancelled.
    package init(
        folder: String, defaultName: String?, intervalSeconds: Double = 5, logger: Logger = Logger(label: "closecast.models"),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        (self.folder, self.defaultName, self.intervalSeconds) = (folder, defaultName, intervalSeconds)
        (self.logger, self.metrics, pause) = (logger, metrics, sleep)
    }

    // MARK: Look-ups

    /// Returns the model for a request.
    ///
    /// - Parameters:
    ///   - name: the requested name; nil for the default model.
    ///   - version: the requested version; nil for the highest that is ready.
    package func model(_ name: String? = nil, version: String? = nil) throws(CatalogueError) -> LoadedModel {
        let slots = snapshot.withLock { $0.slots }
        let name = if let name { name } else { try Self.defaultName(defaultName, slots) }
        let versions = slots.filter { $0.key.name == name }
        guard !versions.isEmpty else { throw .unknownModel(name, known: Set(slots.keys.map(\.name)).sorted()) }
        let number = version.map(ModelListing.version) ?? Self.defaultVersion(versions)
        guard let number, let slot = versions[Key(name: name, version: number)] else {
            let known = versions.keys.map(\.version).sorted().map { String($0) }
            throw .unknownVersion(model: name, version: version ?? "", known: known)
        }
        guard let model = slot.model else {
            throw .unavailable(model: name, version: String(number), reason: slot.fault?.clientMessage ?? "it was not read yet")
        }
        return model
    }

    private static func defaultName(_ wanted: String?, _ slots: [Key: Slot]) throws(CatalogueError) -> String {
        if let wanted { return wanted }
        let names = Set(slots.keys.map(\.name))
        guard let only = names.first, names.count == 1 else { throw .noDefault(known: names.sorted()) }
        return only
    }

    /// Returns the highest version that is ready; if none is, the highest withdrawn one that still answers; otherwise the
    /// highest of all.
    private static func defaultVersion(_ versions: [Key: Slot]) -> Int? {
        let loaded = versions.filter { $0.value.model != nil }
        let ready = loaded.filter { !$0.value.isWithdrawn }
        return [ready, loaded, versions].first { !$0.isEmpty }?.keys.map(\.version).max()
    }

    /// All versions of all models, ordered by name and version.
    package var entries: [CatalogueEntry] { Self.entries(snapshot.withLock { $0.slots }) }

    private static func entries(_ slots: [Key: Slot]) -> [CatalogueEntry] {
        let defaults = Dictionary(grouping: slots.keys, by: \.name).mapValues { keys in
            defaultVersion(slots.filter { $0.key.name == keys[0].name })
        }
        return slots.sorted { $0.key < $1.key }.map { key, slot in
            CatalogueEntry(
                name: key.name, version: String(key.version), state: slot.state, sha256: slot.model?.sha256,
                isDefaultVersion: defaults[key.name] == key.version)
        }
    }

    /// The number of ignored folders, or 1 if the models folder itself cannot be listed.
    package var passedOverCount: Int { snapshot.withLock { $0.problems.count } }

    /// The health of the catalogue.
    package var health: CatalogueHealth {
        let snapshot = snapshot.withLock { $0 }
        let entries = Self.entries(snapshot.slots)
        var problems = snapshot.problems
        problems += entries.compactMap { entry in entry.reason.map { "the model \(entry.name), version \(entry.version): \($0)" } }
        do throws(CatalogueError) {
            let served = try model()
            let isLeaving = entries.contains { entry in
                (entry.name, entry.version) == (served.name, served.version) && entry.state == .withdrawn
            }
            return CatalogueHealth(isReady: !isLeaving, problems: problems)
        } catch {
            problems.append(error.description)
            return CatalogueHealth(isReady: false, problems: problems)
        }
    }

    // MARK: Changes

    /// Scans the folder once and loads changed models, on its own thread. Without changes it costs a few system calls per model.
    package func rescan() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            scans.async { [self] in
                scan()
                continuation.resume()
            }
        }
    }

    /// Rescans every ``intervalSeconds`` until its task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do { try await pause(intervalSeconds) } catch { return }
            await rescan()
        }
    }

    private func scan() {
        let (before, knownProblems) = snapshot.withLock { ($0.slots, $0.problems) }
        let listing: ModelListing
        do throws(FileError) { listing = try ModelListing(folder) } catch {
            // A folder that cannot be read, for example because its disk is unavailable, unloads no model.
            snapshot.withLock { $0.problems = [error.description(replacingPathWith: "the folder of models")] }
            logger.error("models cannot be listed", metadata: ["folder": "\(folder)", "reason": "\(error)"])
            return
        }
        var slots: [Key: Slot] = [:]
        for (key, path) in listing.folders { slots[key] = read(key, path, before[key]) }
        for (key, slot) in before where slots[key] == nil && !slot.isWithdrawn && slot.model != nil {
            slots[key] = slot
            slots[key]!.isWithdrawn = true
        }
        report(before, slots)
        for problem in listing.problems where !knownProblems.contains(problem) {
            logger.warning("a folder of models is passed over", metadata: ["reason": "\(problem)"])
        }
        snapshot.withLock { $0 = Snapshot(slots: slots, problems: listing.problems) }
    }

    /// Returns the state of a version's folder. Invalid files are read up to three times, because an unfinished copy may have
    /// changed within one tick of the file system's clock. Files that could not be read are always retried.
    private func read(_ key: Key, _ path: String, _ before: Slot?) -> Slot {
        let fingerprint = Fingerprint(path)
        let isSame = before?.fingerprint == fingerprint
        if var before, isSame, before.fault == nil || before.badReads >= Self.maximumBadReads {
            before.isWithdrawn = false
            return before
        }
        do throws(ModelError) {
            let model = try LoadedModel(name: key.name, version: String(key.version), folder: ModelFolder(path))
            // Identical files that were written again are no reason to hold a second copy.
            let isKnown = before?.model?.configuration == model.configuration
            return Slot(fingerprint: fingerprint, model: isKnown ? before?.model : model)
        } catch {
            var badReads = isSame ? before?.badReads ?? 0 : 0
            if case .unreadable = error {} else { badReads += 1 }
            return Slot(fingerprint: fingerprint, model: before?.model, fault: ModelFault(error, folder: path), badReads: badReads)
        }
    }

    private static let maximumBadReads = 3

    private func report(_ before: [Key: Slot], _ after: [Key: Slot]) {
        for key in Set(before.keys).union(after.keys).sorted() {
            let (old, new) = (before[key], after[key])
            let dimensions = [("model", key.name), ("version", String(key.version))]
            Gauge(label: "closecast_model_ready", dimensions: dimensions, factory: metrics).record(new?.state == .ready ? 1 : 0)
            guard old?.state != new?.state || old?.model !== new?.model else { continue }
            let metadata: Logger.Metadata = [
                "model": "\(key.name)", "version": "\(key.version)", "sha256": "\(new?.model?.sha256 ?? "none")",
            ]
            switch new?.state {
            case .ready: logger.info("model loaded", metadata: metadata)
            case .degraded(let reason):
                let reason: Logger.Metadata = ["reason": "\(new?.fault?.detail ?? reason)"]
                logger.error("model keeps its last good files", metadata: metadata.merging(reason) { $1 })
            case .unavailable(let reason):
                let reason: Logger.Metadata = ["reason": "\(new?.fault?.detail ?? reason)"]
                logger.error("model not loaded", metadata: metadata.merging(reason) { $1 })
            case .withdrawn: logger.notice("model withdrawn", metadata: metadata)
            case nil: logger.notice("model unloaded", metadata: metadata)
            }
        }
    }
}

extension ModelCatalogue.Slot {
    var state: CatalogueEntry.State {
        if isWithdrawn { return .withdrawn }
        guard let fault else { return .ready }
        return model == nil ? .unavailable(reason: fault.clientMessage) : .degraded(reason: fault.clientMessage)
    }
}
