import Forecasting
import JSONText
import Market

/// A price in JSON and CSV: 8 significant digits, more than a forecast in single precision has.
func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

/// Forecasts as JSON.
enum ForecastJSON {
    static func document(_ forecasts: [Forecast]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("forecasts")
            writer.array { writer in
                for forecast in forecasts {
                    writer.object { writer in
                        writer.key("ticker")
                        writer.string(forecast.ticker.description)
                        members(of: forecast, hasDates: true, &writer)
                    }
                }
            }
        }
        writer.newline()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// All but the name of the series, which a ticker or an id gives.
    static func members(of forecast: Forecast, hasDates: Bool, _ writer: inout JSONWriter) {
        if hasDates {
            writer.key("cutoff")
            writer.string(forecast.cutoff.description)
        }
        writer.key("model")
        writer.string(forecast.modelName)
        writer.key("model_sha256")
        writer.string(forecast.modelSHA256)
        writer.key("horizon")
        writer.integer(forecast.horizon)
        writer.key("values")
        writer.array { writer in
            for (index, point) in forecast.points.enumerated() {
                writer.object { writer in
                    writer.key("day")
                    writer.integer(index + 1)
                    if hasDates {
                        writer.key("date")
                        writer.string(forecast.day(index + 1).description)
                    }
                    writer.key("point")
                    writer.number(exported(point))
                }
            }
        }
    }
}

/// Forecasts as CSV.
enum ForecastCSV {
    static func document(_ forecasts: [Forecast]) -> String {
        var text = "ticker,date,day,point\n"
        for forecast in forecasts {
            for (index, point) in forecast.points.enumerated() {
                text += "\(forecast.ticker),\(forecast.day(index + 1)),\(index + 1),\(exported(point))\n"
            }
        }
        return text
    }
}
