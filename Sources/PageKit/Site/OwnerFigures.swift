import Forecasts
import Synchronization

/// Figures of owners, computed again after each change of the store: a page does not count or add up what did not change.
package final class OwnerFigures<Figure: Sendable>: Sendable {
    private struct Figures {
        var version = 0
        var byKey: [String: Figure] = [:]
    }

    private let storeVersion: StoreVersion
    private let most: Int
    private let figures = Mutex(Figures())

    /// - Parameter most: how many figures are kept, so that those of many owners do not fill the memory.
    package init(_ storeVersion: StoreVersion, most: Int = 1000) { (self.storeVersion, self.most) = (storeVersion, most) }

    /// Returns the figure of a key, and computes it unless it is known.
    ///
    /// - Parameter key: the owner, and what else the figure depends on besides the store.
    package func figure(_ key: String, _ compute: () async throws -> Figure) async throws -> Figure {
        // Read before: a change while the figure is computed makes it old.
        let version = await storeVersion.current()
        if let known = figures.withLock({ $0.version == version ? $0.byKey[key] : nil }) { return known }
        let figure = try await compute()
        figures.withLock { figures in
            if figures.version != version || figures.byKey.count >= most { figures = Figures(version: version) }
            figures.byKey[key] = figure
        }
        return figure
    }
}
