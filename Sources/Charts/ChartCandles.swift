import Market

/// The paths of candles, and of the bars of traded volumes.
///
/// Where days are too close for a candle of their own, as many as need the width are drawn as one: from the first open to the last
/// close, between the highest and the lowest price, with the sum of their volumes.
struct ChartCandles {
    /// The narrowest distance of two candles, in pixels.
    private static let leastPixels = 4.0
    /// The part of the picture's height that the highest bar takes.
    private static let barShare = 0.18

    private struct Bucket {
        let middle: Double
        var (open, close, high, low): (Double, Double, Double, Double)
        var volume: Double

        init(_ candle: Candle, middle: Double) {
            self.middle = middle
            (open, close) = (candle.open ?? candle.close, candle.close)
            (high, low) = (candle.highest, candle.lowest)
            volume = candle.volume ?? 0
        }

        mutating func add(_ candle: Candle) {
            close = candle.close
            (high, low) = (max(high, candle.highest), min(low, candle.lowest))
            volume += candle.volume ?? 0
        }
    }

    private let buckets: [Bucket]
    private let layout: ChartLayout
    private let halfWidth: Double

    init(_ candles: [Candle], _ layout: ChartLayout) {
        let pixels = max(1e-9, layout.x.unit)
        let days = max(1, Int(min(1e6, (Self.leastPixels / pixels).rounded(.up))))
        let seen = candles.filter { layout.view.holds($0.day) }
        var buckets: [(start: Int, bucket: Bucket)] = []
        for candle in seen {
            let day = candle.day.daysSince1970
            // The buckets do not depend on the view, so that they do not change while it is moved.
            let start = day - (day % days + days) % days
            if buckets.last?.start == start {
                buckets[buckets.count - 1].bucket.add(candle)
            } else {
                buckets.append((start, Bucket(candle, middle: Double(start) + Double(days - 1) / 2)))
            }
        }
        self.buckets = buckets.map(\.bucket)
        self.layout = layout
        halfWidth = min(5, Double(days) * pixels * 0.35)
    }

    /// The candles whose close is not below their open.
    var rises: String { path { $0.close >= $0.open } }
    var falls: String { path { $0.close < $0.open } }

    private func path(_ isShown: (Bucket) -> Bool) -> String {
        var path = ""
        for bucket in buckets where isShown(bucket) {
            let (middle, y) = (layout.x(bucket.middle), layout.y)
            let (top, bottom) = (y(max(bucket.open, bucket.close)), y(min(bucket.open, bucket.close)))
            path += "M\(SVGText.point(middle, y(bucket.high)))V\(SVGText.number(top))"
            path += "M\(SVGText.point(middle, bottom))V\(SVGText.number(y(bucket.low)))"
            path += "M\(SVGText.point(middle - halfWidth, top))H\(SVGText.number(middle + halfWidth))"
            path += "V\(SVGText.number(max(bottom, top + 1)))H\(SVGText.number(middle - halfWidth))Z"
        }
        return path
    }

    /// The bars of the volumes, from the bottom up; nil if no visible day has one.
    var bars: String? {
        guard let most = buckets.map(\.volume).max(), most > 0 else { return nil }
        let height = (layout.bottom - layout.top) * Self.barShare
        return buckets.filter { $0.volume > 0 }.map { bucket in
            let left = SVGText.point(layout.x(bucket.middle) - halfWidth, layout.bottom)
            let top = SVGText.number(layout.bottom - bucket.volume / most * height)
            return "M\(left)V\(top)H\(SVGText.number(layout.x(bucket.middle) + halfWidth))V\(SVGText.number(layout.bottom))Z"
        }.joined()
    }
}

extension ChartLayout {
    var candles: ChartCandles { ChartCandles(chart.candles, self) }
    var bars: String? { chart.volumes.isEmpty ? nil : ChartCandles(chart.volumes, self).bars }
}

extension Candle {
    /// The day's highest known price.
    var highest: Double { max(high ?? close, close, open ?? close) }
    /// The day's lowest known price.
    var lowest: Double { min(low ?? close, close, open ?? close) }
}
