import Forecasting
import Market
import MarketData

/// A forecast of a stored asset, with the data it was made from.
package struct IssuedForecast: Sendable {
    package let forecast: Forecast
    /// The stored asset.
    package let asset: Asset
    /// The closes that the model read, possibly with earlier ones.
    package let history: PriceHistory
    /// Where the last close came from.
    package let origin: ClosesOrigin

    package init(_ forecast: Forecast, of asset: Asset, from history: PriceHistory, origin: ClosesOrigin) {
        (self.forecast, self.asset, self.history, self.origin) = (forecast, asset, history, origin)
    }
}
