import Forecasting
import Forecasts
import HTTPEdge
import JSONText
import Ledger
import Market
import MarketData

extension StoredClosesError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noCloses(let asset):
            Problem(
                .unprocessableContent, "no-closes",
                "no closes of \(asset) are stored; have them fetched: POST /v1/assets/\(asset)/refresh", field: "asset",
                value: .string(asset.description))
        case .noCloseOn(let day, let asset, let first, let last, let cutoff, let isPast):
            Problem(
                .unprocessableContent, "no-close-on-day",
                (isPast ? "no close of \(asset) on \(day) is stored" : "\(day) has not ended, so \(asset) has no close on it")
                    + "; the stored closes are \(first) to \(last). "
                    + (cutoff.map { "\(day < first ? "A day" : "The last day before") that can be forecast from: as_of=\($0)" }
                        ?? "Too few closes in a row are stored around that day to forecast from; have more fetched: POST /v1/assets/\(asset)/refresh"),
                field: "as_of", value: .string(day.description), accepted: "a day from \(first) to \(last)")
        }
    }
}

extension WalletInputError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .nothingToForecast(let wallets):
            Problem(
                .unprocessableContent, "nothing-to-forecast",
                "\(Self.walletsHold(wallets)) no coin whose stored closes suffice for a forecast; have closes fetched (POST "
                    + "/v1/assets/{asset}/refresh) or add a coin", field: "wallet",
                value: .string(wallets.joined(separator: ", ")))
        case .noRate(let currency, let day):
            Problem(
                .unprocessableContent, "no-rate",
                "no close of \(currency.code) on \(day) is stored, which the total needs; have it fetched (POST "
                    + "/v1/assets/\(currency.asset)/refresh), or forecast from a day that has one: as_of", field: "currency",
                value: .string(currency.code))
        case .unusableCloses(let asset, let fault):
            Problem(
                .unprocessableContent, "unusable-closes",
                "\(asset) cannot be forecast: \(fault.words)\(fault.remedyWords). The total without \(asset): leave_out=true",
                field: "leave_out",
                value: .boolean(false), accepted: "true")
        }
    }
}

extension CoinFault {
    /// The parameters that help, as the end of a sentence; each was tried on the closes.
    fileprivate var remedyWords: String {
        guard case .series(let error) = self else { return "" }
        return error.queryWords
    }

    /// The explanation for a client, who can send another request but not run a command on the server's machine.
    package var words: String {
        switch self {
        case .series(let error): error.problem.detail
        case .stored(let error): error.problem.detail
        case .forecast(let error): error.description
        }
    }
}

extension WalletForecastError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .stale, .startsLater, .noForecast, .noDistribution:
            Problem(
                .unprocessableContent, code, "\(description); the total without it: leave_out=true", field: "leave_out",
                value: .boolean(false), accepted: "true")
        default: Problem(.unprocessableContent, code, description, field: "wallet")
        }
    }
}
