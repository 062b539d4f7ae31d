import JSONText
import Ledger
import Market
import Records

extension Parameter {
    /// The currency of figures.
    package static let currency = Parameter.query(
        "currency", Currency.schema,
        "The currency of all figures. Each is converted at the rate of its day, and is null if there is none. Days without a rate, "
            + "such as weekends, use the rate of up to five days before.",
        default: .string(Currency.usd.code))
}

extension Call {
    /// The requested currency.
    package var currency: Currency { required("currency", Call.choice) }
}
