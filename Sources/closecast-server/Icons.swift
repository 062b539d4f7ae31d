import Logging
import Market
import MarketFeeds
import Pictures
import Platform
import ServiceLifecycle
import Services
import Storage

/// The pictures of coins: the operator's folder, and the one in which downloaded pictures are kept.
struct Icons {
    let icons = CoinIcons()
    private let folders: IconFolders
    /// Nil if nothing is downloaded.
    private let downloads: IconDownloads?
    private let logger: Logger

    /// - Parameter feeds: the price providers.
    init(_ settings: IconSettings, databasePath: String, pictures: PictureReencoder, feeds: PriceFeeds) {
        let logger = Logger(label: "closecast.icons")
        let kept = databasePath + ".icons"
        self.logger = logger
        folders = IconFolders(
            [settings.folder, settings.provider == nil ? nil : kept].compactMap { $0 }, for: icons,
            reencode: { try await pictures.jpeg(from: $0, type: $1, edge: IconFolders.edge) },
            report: { path, error in
                let what = error is IconFolderError ? "some pictures of coins are not used" : "a picture of a coin is not used"
                logger.warning("\(what)", metadata: ["file": "\(path)", "error": "\(error)"])
            })
        downloads = settings.provider.map { provider in
            IconDownloads(from: feeds[provider], to: kept) { coin, error in
                logger.warning("a picture of a coin was not downloaded", metadata: ["coin": "\(coin)", "error": "\(error)"])
            }
        }
    }

    /// Services that read the folders again when they change, and download missing pictures every six hours.
    func services(_ store: Store) -> [any Service] {
        let reading = DueWork("icons", every: 30) { [folders] in await folders.refresh() }
        var services: [any Service] = [DueWorkLoop(work: reading, logger: logger, failure: "pictures of coins were not read")]
        if let downloads {
            let fetching = DueWork("icon downloads", every: 6 * 3600) { [logger] in
                // Logged here: work that fails is repeated every minute, which is too often for a provider.
                do { try await downloads.fetch(for: try await store.assets()) } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    logger.warning("pictures of coins were not downloaded", metadata: ["error": "\(error)"])
                }
            }
            services.append(DueWorkLoop(work: fetching, logger: logger, failure: "pictures of coins were not downloaded"))
        }
        return services
    }
}
