import Glibc
import Market
import Pictures
import Platform

/// Reads the pictures of coins from folders whose files are named after tickers or asset ids: `BTC.svg`, `bitcoin.png`.
///
/// A picture that cannot be used is reported once for each version of its file, and its coin keeps the disc with letters. A folder
/// with too many files is reported once.
package actor IconFolders {
    /// Decodes a picture and returns it as a JPEG.
    package typealias Reencode = @Sendable (_ bytes: [UInt8], _ type: PictureType) async throws -> [UInt8]

    /// The edge of a re-encoded picture in pixels: more than twice that of the largest disc.
    package static let edge = 128
    /// The most files that are read of a folder, the first by name.
    package static let maximumFiles = 5000
    /// The endings of file names; of several files for one coin, the first of these is used.
    private static let endings = ["svg", "png", "webp", "jpg", "jpeg"]

    private struct Known {
        let changedAt: Int
        let icon: CoinIcon?
    }

    private let folders: [String]
    private let icons: CoinIcons
    private let reencode: Reencode
    private let report: @Sendable (_ path: String, _ error: any Error) -> Void
    private var known: [String: Known] = [:]
    /// The folders that were reported because they have too many files.
    private var overfull: Set<String> = []

    /// - Parameter folders: of several pictures for one coin, that of the first folder is used. Missing folders are empty.
    package init(
        _ folders: [String], for icons: CoinIcons, reencode: @escaping Reencode,
        report: @escaping @Sendable (_ path: String, _ error: any Error) -> Void
    ) {
        (self.folders, self.icons, self.reencode, self.report) = (folders, icons, reencode, report)
    }

    /// Reads the files that are new or have changed since the last time.
    package func refresh() async {
        var found: [String: CoinIcon] = [:]
        var kept: [String: Known] = [:]
        for (coin, path) in files() {
            let changedAt = Files.changedAt(path)
            var entry = known[path]
            if entry?.changedAt != changedAt { entry = Known(changedAt: changedAt, icon: await icon(at: path)) }
            kept[path] = entry
            if found[coin] == nil { found[coin] = entry?.icon }
        }
        known = kept
        icons.replace(with: found)
    }

    /// The pictures' files, each with its coin, in the order in which they count.
    private func files() -> [(coin: String, path: String)] {
        var files: [(coin: String, path: String)] = []
        for folder in folders {
            let all = (try? Files.names(in: folder)) ?? []
            let names = all.prefix(Self.maximumFiles)
            if names.count < all.count, overfull.insert(folder).inserted {
                report(folder, IconFolderError.tooManyFiles(all.count, maximum: Self.maximumFiles))
            }
            for ending in Self.endings {
                for name in names where name.asciiLowercased.hasSuffix(".\(ending)") {
                    let stem = Files.stem(of: name)
                    guard Ticker(stem) != nil || AssetID(anyCase: stem) != nil else { continue }
                    files.append((stem.asciiLowercased, "\(folder)/\(name)"))
                }
            }
        }
        return files
    }

    private func icon(at path: String) async -> CoinIcon? {
        do {
            guard Files.isFile(path) else { throw FileError(path: path, action: "read", code: EINVAL) }
            let size = Files.size(of: path)
            guard size <= PictureReencoder.maximumBytes else {
                throw PictureError.tooLarge(bytes: size, maximum: PictureReencoder.maximumBytes)
            }
            let bytes = try Files.read(path)
            guard let type = PictureType(firstBytesOf: bytes) else { return CoinIcon(svg: try SVGCleaner.cleaned(bytes)) }
            return CoinIcon(jpeg: try await reencode(bytes, type))
        } catch {
            report(path, error)
            return nil
        }
    }
}

/// Why pictures of a folder are not used.
package enum IconFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Only the first files are read.
    case tooManyFiles(_ count: Int, maximum: Int)

    package var description: String {
        switch self {
        case .tooManyFiles(let count, let maximum):
            "the folder has \(count) files; only the first \(maximum) by name are read: remove files that are not needed"
        }
    }
}
