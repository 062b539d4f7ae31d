import Languages
import MarketData

extension Words {
    /// Says where a price comes from.
    package func source(_ name: String) -> String {
        switch name {
        case SampleMarkets.source, SampleMarkets.practiceSource: self("figures.source.sample")
        case _ where name.hasPrefix("file:"): self("figures.source.file", ["name": String(name.dropFirst(5))])
        default: name
        }
    }
}
