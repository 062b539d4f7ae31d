import Foundation
import Market
import MarketData
import Platform
import Store

/// Invented articles about the simulated markets, so that a new server has news to show.
package enum SampleNews {
    /// Two invented sources, so that an article can have both, and the names of their feeds.
    private static let sources = [("Sample Gazette", "gazette.json"), ("Sample Mirror", "mirror.json")]

    /// Whether an article is one of the invented ones, whose addresses lead nowhere.
    package static func isInvented(_ article: Article) -> Bool {
        article.sources.allSatisfy { source in sources.contains { $0.0 == source } }
    }

    /// Stores the articles that are not stored yet, as if the newest had been published now.
    ///
    /// - Returns: the number of new articles.
    @discardableResult package static func store(in store: Store, now: Int) async throws -> Int {
        guard let folder = Locations.sampleNewsFolder else { return 0 }
        let matcher = CoinMatcher(try await store.assets())
        var count = 0
        for (source, name) in sources {
            let feed = try Feed(try Files.read("\(folder)/\(name)"), base: URL(filePath: folder))
            try await store.change { change in
                // Never due: no list of feeds has it.
                try change.run(
                    """
                    INSERT INTO news_sources (name, address, host, last_success_at, next_at) VALUES (?1, 'sample', 'sample', ?2, ?2)
                    ON CONFLICT DO NOTHING
                    """, source, now)
            }
            count += try await NewsWork.store(feed.moved(to: now), of: source, in: store, matcher, at: now)
        }
        return count
    }
}

extension Feed {
    /// Returns the feed with its newest article at a time, and all others as long before it as they were.
    fileprivate func moved(to time: Int) -> Feed {
        let newest = items.compactMap(\.publishedAt).max() ?? time
        return Feed(items: items.map { $0.published(($0.publishedAt ?? newest) - newest + time) }, ttlSeconds: ttlSeconds)
    }
}
