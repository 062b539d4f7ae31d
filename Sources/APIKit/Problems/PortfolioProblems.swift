import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Platform
import Portfolio
import Records
import Text

/// Problems of wallets and their ledger. The fields are those of the wallet routes: names of parameters, or JSON pointers of
/// body members.
extension PortfolioError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .walletExists, .tooManyWallets, .noSuchWallet, .badName, .notEmpty, .noDeletedWallet, .notDeleted, .nameTaken,
            .sameWallet:
            problemOfWallet
        default: problemOfTransaction
        }
    }

    private var problemOfWallet: Problem {
        switch self {
        case .walletExists(let name):
            Problem(.conflict, "wallet-exists", description, field: "/name", value: .string(name), accepted: "another name")
        case .tooManyWallets(let maximum):
            Problem(.conflict, "too-many-wallets", description, accepted: "at most \(maximum) wallets")
        case .noSuchWallet(let name, let near):
            Problem(
                .notFound, "no-such-wallet",
                "no wallet named \(name); " + (near.map { "did you mean \($0)? " } ?? "")
                    + "GET /v1/wallets lists them, POST /v1/wallets creates one",
                field: "wallet", value: .string(name))
        case .badName(let name, _):
            Problem(
                .unprocessableContent, "bad-name", description, field: "/name", value: .string(name),
                accepted: Schema.walletName.accepted)
        case .notEmpty(let name, let holdings):
            Problem(
                .conflict, "wallet-not-empty",
                "wallet \(name) holds \(holdings.counted("asset")); withdraw or transfer them first, or delete it "
                    + "with them: with_holdings=true", field: "with_holdings", value: .boolean(false), accepted: "true")
        case .noDeletedWallet(let name):
            Problem(.notFound, "no-such-wallet", description, field: "wallet", value: .string(name))
        case .notDeleted(let name):
            Problem(.conflict, "wallet-not-deleted", description, field: "wallet", value: .string(name))
        case .nameTaken(let name):
            Problem(
                .conflict, "wallet-exists", "another wallet is named \(name) now; rename it first: PATCH /v1/wallets/{wallet}",
                field: "wallet", value: .string(name))
        case .sameWallet(let name):
            Problem(
                .unprocessableContent, "same-wallet", description, field: "/to", value: .string(name), accepted: "another wallet")
        default: Problem(.unprocessableContent, "refused", description)
        }
    }

    private func notExchangeable(_ kind: Transaction.Kind, _ asset: Asset, _ other: Asset) -> Problem {
        let field = Self.exchangeFault(kind, asset, other).field
        guard field != "to_quantity" else {
            return Problem(
                .unprocessableContent, "not-exchangeable", description, field: "/to_quantity", accepted: "another quantity")
        }
        return Problem(
            .unprocessableContent, "not-exchangeable", description, field: "/\(field)",
            value: .string("\((field == "asset" ? asset : other).ticker)"), accepted: "another coin")
    }

    private var problemOfTransaction: Problem {
        switch self {
        case .noSuchTransaction(let id):
            Problem(
                .notFound, "no-such-transaction",
                "no transaction has the number \(id); GET /v1/wallets/{wallet}/transactions lists them",
                field: "transaction", value: .number(Double(id.number)))
        case .noSuchInvestment(let id):
            Problem(
                .notFound, "no-such-investment", "no investment has the number \(id); GET /v1/investments lists them", field: "ids",
                value: .number(Double(id.number)))
        case .insufficient(_, let asset, let have, let need, _, _):
            Problem.insufficient(description, asset.description, have: have, need: need)
        case .notEnough(let wallet, let asset, let have, let need, let time):
            Problem.insufficient(
                "wallet \(wallet) has \(have) \(asset) on \(Day(secondsSince1970: time)) and needs \(need)", asset.description,
                have: have, need: need)
        case .neededLater(let wallet, let asset, let left, let need, let id, let kind, let time):
            Problem(
                .conflict, "insufficient",
                "wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction \(id) "
                    + "(\(kind.rawValue)) takes \(need); change the quantity or the time, or reverse \(id) first: POST "
                    + "/v1/transactions/\(id)/correction", field: "/quantity")
        case .timeOutOfRange(let time, let now):
            Problem(
                .unprocessableContent, time > now ? "not-yet" : "bad-time", description, field: "/time",
                accepted: "1970-01-01 to \(MomentText.iso(now))")
        case .futureDay(let day, let today):
            Problem(
                .unprocessableContent, "not-yet", description, field: "on", value: .string(day.description),
                accepted: "up to \(today)")
        case .noPrice(let asset, let day, let newest):
            Problem(
                .unprocessableContent, "no-price",
                "no close of \(asset) on \(day) is stored" + (newest.map { " (the newest is from \($0))" } ?? "")
                    + "; give a price, or another time, or fetch closes: POST /v1/assets/\(asset)/refresh", field: "/price",
                accepted: "a price in USD a coin")
        case .noMarketValue(let asset, let day):
            Problem(
                .unprocessableContent, "no-price",
                "no close of \(asset) on \(day) is stored, so its market value is unknown; say it in the column value",
                field: "body",
                accepted: "a value in USD")
        case .negativeAmount(_, let amount):
            Problem(
                .unprocessableContent, "negative-amount", description, field: "/quantity", value: .string(amount.description),
                accepted: Schema.decimal(.notNegative).accepted)
        case .notTheCurrency(let currency, let ticker):
            Problem(
                .unprocessableContent, "no-rate",
                "figures in \(currency.code) need the asset \(currency.asset), but here that is \(ticker); use US dollars",
                field: "currency", value: .string(currency.code), accepted: Currency.usd.code)
        case .badPrice(_, let price):
            Problem(
                .unprocessableContent, "bad-price", description, field: "/price", value: .string(price.description),
                accepted: Schema.decimal(.positive).accepted)
        case .badRow: Problem(.unprocessableContent, "bad-row", description, field: "body")
        case .noWalletNamed:
            Problem(
                .unprocessableContent, "bad-row", "the row names no wallet; add a column, or name one for such rows: ?wallet=NAME",
                field: "wallet")
        case .cashForCash:
            Problem(.unprocessableContent, "cash-for-cash", description, field: "/asset", value: .string("usd"), accepted: "a coin")
        case .notExchangeable(let kind, let asset, let other): notExchangeable(kind, asset, other)
        case .keyInUse(let key):
            Problem(
                .conflict, "key-in-use", "the key \(key) was already used for another transaction; give each its own key",
                field: "key", value: .string(key), accepted: "a key of its own")
        case .recordedIn(let wallet):
            Problem(
                .conflict, "recorded-elsewhere",
                "this transaction is already recorded in wallet \(wallet); rename that wallet (PATCH /v1/wallets/{wallet}), or record "
                    + "transfers out of it", field: "wallet", value: .string(wallet))
        case .recordedInDeleted(let wallet, let id):
            Problem(
                .conflict, "recorded-elsewhere",
                "this transaction is already recorded in the deleted wallet \(wallet); restore it: POST /v1/wallets/\(id)/restoration",
                field: "wallet", value: .string(wallet))
        case .alreadyCorrected(let id):
            Problem(.conflict, "already-corrected", description, field: "transaction", value: .number(Double(id.number)))
        case .notCorrected(let id):
            Problem(.conflict, "not-corrected", description, field: "transaction", value: .number(Double(id.number)))
        case .replaced(let id, let other):
            Problem(
                .conflict, "replaced", description, field: "transaction", value: .number(Double(id.number)), accepted: "\(other)")
        case .changedMeanwhile:
            Problem(
                .serviceUnavailable, "busy", "other requests keep changing this wallet; send the request again",
                retryAfterSeconds: 1)
        default: Problem(.unprocessableContent, "refused", description)
        }
    }
}

extension LedgerError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .badNote: refusal("the note has the character U+0000, which cannot be displayed; remove it", "/note")
        case .noteTooLong(_, let bytes):
            refusal("the note has \(bytes) bytes; shorten it to \(Transaction.longestNote)", "/note")
        case .badTime(_, let time):
            refusal("\(Transaction.day(ofAny: time)) is out of range; expected a day from 1970-01-01 to 9999-12-31", "/time")
        case .badAmount(_, let name, let amount):
            refusal(
                "the \(name) is \(amount); it must be \(name == "fee" || name == "value" ? "zero or more" : "more than zero")",
                Self.field(name), .string(amount.description))
        case .amountTooLarge(_, let name, let amount):
            refusal(
                "the amount of \(name) is \(amount); it must be below \(Transaction.amountLimit)", Self.field(name),
                .string(amount.description))
        case .wrongValue(_, let kind, let value):
            refusal(
                "a value of \(value) is not allowed in this \(kind.rawValue); omit it", "/cost", .string(value.description))
        case .wrongLabel(_, let kind, let label):
            refusal(
                "the label \(label.rawValue) does not fit the kind \(kind.rawValue); change it, or leave it out", "/label",
                .string(label.rawValue))
        case .lossWithValue(_, let value):
            refusal(
                "lost coins are worth 0, not \(value.amount); leave out the value, or the label loss", "/value",
                .string(value.amount.description))
        case .notCorrectable(let id):
            Problem(.conflict, "already-corrected", description, field: "transaction", value: .number(Double(id.number)))
        case .insufficient(_, _, let asset, let have, let need):
            Problem.insufficient(description, asset.description, have: have, need: need)
        case .overflow: refusal("a sum of amounts or costs becomes too large; amounts and their sums must stay below 1.7e20", nil)
        default: refusal(description, nil)
        }
    }

    private func refusal(_ detail: String, _ field: String?, _ value: JSONValue? = nil) -> Problem {
        Problem(.unprocessableContent, code, detail, field: field, value: value)
    }

    /// Returns the member at fault. Amounts paid and received follow from quantity and price.
    private static func field(_ name: String) -> String {
        switch name {
        case "fee": "/fee"
        case "value": "/cost"
        case "market value": "/value"
        default: "/quantity"
        }
    }
}

extension DecimalError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notANumber(let text), .tooManyPlaces(let text), .tooLarge(let text):
            Problem(
                .unprocessableContent, "bad-decimal", description, value: .string(text), accepted: Schema.decimal(.any).accepted)
        case .overflow, .divisionByZero: Problem(.unprocessableContent, "amount-too-large", description)
        case .differentCurrencies: Problem(.unprocessableContent, "different-currencies", description, field: "currency")
        }
    }
}

extension ReadingError: ProblemConvertible {
    package var problem: Problem {
        let help: String? =
            switch remedy {
            case .describe?: "describe the file with the parameter map"
            case .closes(let coin, let day)?:
                "send those of \(day) and later days: PUT /v1/assets/\(coin)/history; or, if none are stored, fetch them: POST "
                    + "/v1/assets/\(coin)/refresh"
            case .deposit?: "record it: POST /v1/wallets/{wallet}/transactions"
            case nil: nil
            }
        return Problem(.unprocessableContent, "bad-row", help.map { "\(fact); \($0)" } ?? fact, field: "body")
    }
}

extension FormChoiceError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknownForm(let id):
            .invalid("form", value: .string(id), accepted: TransactionForm.choices.map(\.id).joined(separator: ", "))
        case .badMap(let error): Problem(.unprocessableContent, "bad-form", "map: \(error)", field: "map")
        case .formAndMap:
            Problem(.unprocessableContent, "form-and-map", "form and map contradict each other; send one of them", field: "map")
        }
    }
}

extension ImportError: ProblemConvertible {
    package var problem: Problem {
        let lines = faults.prefix(8).map { "\($0.place): \($0.message)" }
        let more =
            (faults.count > lines.count ? "; and \(faults.count - lines.count) more" : "")
            + (canLeaveOut ? "; leave_out_unreadable=true leaves these rows out" : "")
            + (lacksOnlyCash ? "; deposit_missing_cash=true also records deposits of the missing cash" : "")
        var details = Problem(
            .unprocessableContent, "bad-rows", "nothing was recorded: \(lines.joined(separator: "; "))\(more)", field: "body")
        let shown = faults.prefix(100).map { fault in
            JSONValue.object([
                .init(key: "line", value: .number(Double(fault.line))),
                .init(key: "code", value: .string(fault.error.map { Problem($0).code } ?? "bad-row")),
                .init(key: "message", value: .string(fault.message.cut(to: 1000))),
            ])
        }
        details.extra = [.init(key: "problems", value: .array(shown))]
        return details
    }
}

extension Problem {
    /// Returns an error's sentence for a client, who can send another request but not run a command on the server's machine.
    package static func words(_ error: any Error) -> String { (error as? any ProblemConvertible)?.problem.detail ?? "\(error)" }

    static func unknownAsset(_ text: String, near: String? = nil, field: String) -> Problem {
        Problem(
            .notFound, "unknown-asset",
            "\(text) is not a known asset; " + (near.map { "did you mean \($0)? " } ?? "")
                + "GET /v1/assets lists them, POST /v1/assets adds one",
            field: field, value: .string(text))
    }

    static func insufficient(_ detail: String, _ asset: String, have: Quantity, need: Quantity) -> Problem {
        Problem(
            .conflict, "insufficient", detail, field: "/quantity", value: .string(need.description),
            accepted: "at most \(have) \(asset)")
    }

    /// Returns the same problem at another place. If the body names something that does not exist, the body is wrong (422), not the
    /// address (404).
    package func at(_ field: String) -> Problem {
        let status: HTTPResponse.Status = status == .notFound && field.hasPrefix("/") ? .unprocessableContent : status
        var problem = Problem(
            status, code, detail, field: field, value: value, accepted: accepted, retryAfterSeconds: retryAfterSeconds)
        (problem.extra, problem.headers) = (extra, headers)
        return problem
    }

    /// Runs `body` and attributes its errors to a place in the request.
    package static func at<Value>(_ field: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as any ProblemConvertible {
            throw error.problem.at(field)
        } catch let problem as Problem {
            throw problem.at(field)
        }
    }
}
