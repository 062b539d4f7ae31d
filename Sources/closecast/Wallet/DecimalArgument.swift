import ArgumentParser
import Ledger

/// An exact decimal number on the command line.
struct DecimalArgument: Equatable {
    let value: FixedDecimal

    init(_ value: FixedDecimal) { self.value = value }

    static func argument(_ text: String) throws -> DecimalArgument {
        do throws(DecimalError) {
            return DecimalArgument(try FixedDecimal.parse(text))
        } catch {
            throw ValidationError(error.description)
        }
    }
}

/// A pair such as `BTC=0.05`.
struct HoldingArgument: Equatable {
    let asset: String
    let quantity: Quantity

    static func argument(_ text: String) throws -> HoldingArgument {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("expected a coin and how much of it the wallet is to hold, such as BTC=0.05")
        }
        return HoldingArgument(asset: parts[0], quantity: try DecimalArgument.argument(parts[1]).value)
    }
}
