import Digests
import Market
import Synchronization

/// The picture of a coin, ready to be sent. Its bytes were written by this program: uploaded and downloaded ones are never served.
package struct CoinIcon: Equatable, Sendable {
    package let bytes: [UInt8]
    package let mediaType: String
    /// The name in its address: a hash of the bytes, so that browsers may cache it permanently.
    package let name: String

    package init(jpeg bytes: [UInt8]) { self.init(bytes, "image/jpeg", ending: "jpg") }

    /// - Parameter bytes: the result of `SVGCleaner`.
    package init(svg bytes: [UInt8]) { self.init(bytes, "image/svg+xml", ending: "svg") }

    private init(_ bytes: [UInt8], _ mediaType: String, ending: String) {
        (self.bytes, self.mediaType) = (bytes, mediaType)
        name = "icon-\(SHA256.hexadecimal(of: bytes).prefix(16)).\(ending)"
    }
}

/// The pictures of coins that pages show at present. Coins without one have a disc with letters.
package final class CoinIcons: Sendable {
    private struct State {
        /// By ticker or asset id, in lower case.
        var byCoin: [String: CoinIcon] = [:]
        var byName: [String: CoinIcon] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter icons: by ticker or asset id, in lower case.
    package func replace(with icons: [String: CoinIcon]) {
        let byName = Dictionary(icons.values.map { ($0.name, $0) }) { first, _ in first }
        state.withLock { $0 = State(byCoin: icons, byName: byName) }
    }

    /// Returns the picture of an asset: that of its id, which is unique, before that of its ticker.
    package func icon(of asset: Asset) -> CoinIcon? {
        state.withLock { state in
            if state.byCoin.isEmpty { return nil }
            return state.byCoin["\(asset.id)"] ?? state.byCoin[(asset.iconName ?? "\(asset.ticker)").asciiLowercased]
        }
    }

    /// Returns the picture with a name from an address.
    package func icon(named name: String) -> CoinIcon? { state.withLock { $0.byName[name] } }

    /// Whether a coin has a picture.
    func contains(_ asset: Asset) -> Bool { icon(of: asset) != nil }
}
