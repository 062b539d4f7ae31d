import Alerts
import ArgumentParser
import JSONText
import Ledger
import Market
import Platform
import Records
import Store

/// A threshold on the command line: a number, or a percentage such as `30%`.
struct ThresholdArgument: Equatable {
    let value: FixedDecimal
    let isPercent: Bool

    static func argument(_ text: String) throws -> ThresholdArgument {
        let isPercent = text.hasSuffix("%")
        let number = try DecimalArgument.argument(isPercent ? String(text.dropLast()) : text)
        return ThresholdArgument(value: number.value, isPercent: isPercent)
    }
}

/// What an alert watches. Without an option, it is the coin's price or the wallets' total.
struct AlertMeasureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The change of the price over some days, in percent.", valueName: "days"))
    var change: Int?

    @Flag(help: "A price above all earlier closes; --above 2: by more than 2 %.")
    var highest = false

    @Flag(help: "A price below all earlier closes; --above 2: by more than 2 %.")
    var lowest = false

    @Option(
        help: ArgumentHelp("The probability that a close falls to a price, in percent.", valueName: "price"),
        transform: DecimalArgument.argument)
    var probabilityBelow: DecimalArgument?

    @Option(
        help: ArgumentHelp("The probability that a close rises to a price, in percent.", valueName: "price"),
        transform: DecimalArgument.argument)
    var probabilityAbove: DecimalArgument?

    @Option(help: ArgumentHelp("A close outside the 95 % band of the forecast made some days before.", valueName: "days"))
    var band: Int?

    @Option(help: ArgumentHelp("The width of the 80 % band after some days, in percent of the price.", valueName: "days"))
    var range: Int?

    @Flag(help: "The share of closes within the 95 % bands of the diary (default: --below 95).")
    var coverage = false

    @Option(help: ArgumentHelp("No new close for more than some days.", valueName: "days"))
    var stale: Int?

    @Flag(help: "The total of wallets.")
    var total = false

    @Option(help: ArgumentHelp("The change of the total over some days, without payments, in percent.", valueName: "days"))
    var totalChange: Int?

    @Option(help: ArgumentHelp("A coin's share of the total, in percent.", valueName: "ticker|id"), completion: .assets)
    var share: String?

    /// A measure with its own texts for the draft.
    struct Choice {
        let option: String
        let measure: AlertMeasure
        var texts: [(name: String, text: String)] = []
    }

    /// The measures that were asked for.
    var choices: [Choice] {
        [
            change.map { Choice(option: "--change", measure: .change, texts: [("days", "\($0)")]) },
            highest ? Choice(option: "--highest", measure: .highest) : nil,
            lowest ? Choice(option: "--lowest", measure: .lowest) : nil,
            probabilityBelow.map {
                Choice(option: "--probability-below", measure: .probabilityBelow, texts: [("price", "\($0.value)")])
            },
            probabilityAbove.map {
                Choice(option: "--probability-above", measure: .probabilityAbove, texts: [("price", "\($0.value)")])
            },
            band.map { Choice(option: "--band", measure: .band, texts: [("days", "\($0)")]) },
            range.map { Choice(option: "--range", measure: .range, texts: [("days", "\($0)")]) },
            coverage ? Choice(option: "--coverage", measure: .coverage) : nil,
            stale.map { Choice(option: "--stale", measure: .staleness, texts: [("threshold", "\($0)")]) },
            total ? Choice(option: "--total", measure: .total) : nil,
            totalChange.map { Choice(option: "--total-change", measure: .totalChange, texts: [("days", "\($0)")]) },
            share.map { Choice(option: "--share", measure: .share, texts: [("asset", $0)]) },
        ].compactMap(\.self)
    }
}

/// A new alert on the command line.
struct AlertOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Fire when the figure is above this.", valueName: "number"),
        transform: ThresholdArgument.argument)
    var above: ThresholdArgument?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Fire when the figure is below this.", valueName: "number"),
        transform: ThresholdArgument.argument)
    var below: ThresholdArgument?

    @Option(
        help: ArgumentHelp("The currency of a price or total (default: USD).", valueName: "code"), completion: Currency.completion,
        transform: Currency.argument)
    var currency: Currency?

    @OptionGroup var measures: AlertMeasureOptions

    @Option(help: ArgumentHelp("With --probability-…: the days within which it falls or rises.", valueName: "days"))
    var within: Int?

    @Option(
        help: ArgumentHelp("With --highest or --lowest: the first day that counts.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("Whose total: one wallet's.", valueName: "wallet"), completion: .wallets)
    var wallet: String?

    @Flag(help: "Whose total: that of all wallets together.")
    var all = false

    @Flag(help: "Whose total: that of the practice account.")
    var practice = false

    @Flag(name: .customLong("repeat"), help: "Fire at every crossing, not only once.")
    var repeats = false

    @Option(help: ArgumentHelp("The last day whose figures count.", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(
        help: ArgumentHelp(
            "How far the figure must go back before the alert can fire again: percent of a price or total, else points or days "
                + "(default: \(AlertTerms.usualMargin)).", valueName: "number"), transform: DecimalArgument.argument)
    var margin: DecimalArgument?

    @Option(parsing: .unconditional, help: ArgumentHelp("A note that comes with each firing.", valueName: "text"))
    var note: String?

    func validate() throws {
        guard above == nil || below == nil else { throw ValidationError("--above and --below: give one of them") }
        let options = measures.choices.map(\.option)
        guard options.count <= 1 else { throw ValidationError("\(options.joined(separator: ", ")): give one of them") }
        guard [wallet != nil, all, practice].count(where: { $0 }) <= 1 else {
            throw ValidationError("--wallet, --all and --practice: give one of them")
        }
        guard measures.stale == nil || above == nil && below == nil else {
            throw ValidationError("--stale gives the days; leave out --above and --below")
        }
        guard within == nil || measures.probabilityBelow != nil || measures.probabilityAbove != nil else {
            throw ValidationError("--within: only with --probability-below or --probability-above")
        }
    }

    /// Whether no option is given.
    var isEmpty: Bool {
        measures.choices.isEmpty && !isOfWallets && !repeats && above == nil && below == nil && currency == nil && within == nil
            && since == nil && until == nil && margin == nil && note == nil
    }

    private var isOfWallets: Bool { wallet != nil || all || practice }
}

// MARK: The draft

extension AlertOptions {
    /// Returns what the options ask for.
    ///
    /// - Parameter coin: the argument before the options.
    /// - Throws: a ``Failure`` that names the option.
    func draft(_ coin: String?) throws -> AlertDraft {
        let chosen = try chosen(coin)
        try check(coin, chosen)
        do {
            return try Shape<AlertDraft>().value(texts: texts(coin, chosen))
        } catch let fault as SchemaFault {
            throw failure(fault, chosen)
        }
    }

    private func chosen(_ coin: String?) throws(Failure) -> AlertMeasureOptions.Choice {
        if let choice = measures.choices.first { return choice }
        if coin != nil { return .init(option: "", measure: .price) }
        guard isOfWallets else {
            throw Failure("name a coin or a wallet: closecast alert add BTC --below 60000 (closecast alert add --help)", .usage)
        }
        return .init(option: "--total", measure: .total)
    }

    /// Checks what a draft cannot say.
    private func check(_ coin: String?, _ chosen: AlertMeasureOptions.Choice) throws(Failure) {
        let measure = chosen.measure
        if let coin, measure.isOfWallets {
            let instead = measure == .share ? "--share names the coin" : "\(chosen.option) has no coin"
            throw Failure("\(instead); leave out \(coin)", .usage)
        }
        if coin == nil, !measure.isOfWallets { throw Failure("\(chosen.option): name a coin before the options", .usage) }
        if measure.isOfWallets, !isOfWallets {
            throw Failure("\(chosen.option): say whose it is: --wallet NAME, --all or --practice", .usage)
        }
        if all, !measure.isOfWallets { throw Failure("--all: only with --total, --total-change or --share", .usage) }
        if let given = above ?? below, given.isPercent, measure.unit != .percent {
            throw Failure("\(thresholdOption): the threshold is an amount, not a percentage", .usage)
        }
        if currency != nil, !measure.hasCurrency { throw Failure("--currency: only for a price or --total", .usage) }
    }

    private var thresholdOption: String { above != nil ? "--above" : below != nil ? "--below" : "--above or --below" }

    private func texts(_ coin: String?, _ chosen: AlertMeasureOptions.Choice) -> [(name: String, text: String)] {
        let given: KeyValuePairs<String, String?> = [
            "measure": chosen.measure.rawValue, "asset": coin, "wallet": wallet, "account": practice ? "practice" : nil,
            "direction": above != nil ? "above" : below != nil ? "below" : nil, "threshold": (above ?? below)?.value.description,
            "currency": currency?.code, "days": within.map { "\($0)" }, "since": since?.description,
            "margin": margin?.value.description, "repeats": repeats ? "true" : nil, "ends_on": until?.description, "note": note,
        ]
        return chosen.texts + given.compactMap { name, text in text.map { (name: name, text: $0) } }
    }

    // MARK: Errors

    /// Calls a use case with a draft of these options; a refusal of the draft names the option.
    func naming<Value>(_ draft: AlertDraft, _ body: (AlertDraft) async throws -> Value) async throws -> Value {
        do {
            return try await body(draft)
        } catch let refusal as Refusal where refusal.kind == .invalid {
            let choice = measures.choices.first ?? .init(option: "", measure: draft.measure)
            throw failure(refusal, choice)
        }
    }

    private func failure(_ refusal: Refusal, _ chosen: AlertMeasureOptions.Choice) -> Failure {
        let option = option(of: refusal.field ?? "", chosen)
        let isMissing = refusal.code == "alert-incomplete"
        return Failure(option.isEmpty ? refusal.detail : isMissing ? "give \(option)" : "\(option): \(refusal.detail)", .usage)
    }

    private func failure(_ fault: SchemaFault, _ chosen: AlertMeasureOptions.Choice) -> Failure {
        switch fault {
        case .invalid(let field, let value, let accepted):
            Failure("\(option(of: field, chosen)) \(Self.shown(value)): expected \(accepted)", .usage)
        case .badLevel(let field, _, let reason, _): Failure("\(option(of: field, chosen)): \(reason)", .usage)
        case .missing(let field, let accepted): Failure("give \(option(of: field, chosen)): \(accepted)", .usage)
        case .unknownMember(let name, _, _): Failure("an alert has no \(name)", .usage)
        }
    }

    private static func shown(_ value: JSONValue?) -> String {
        value?.string?.cut(to: 60) ?? value?.integer.map { "\($0)" } ?? ""
    }

    /// The option that fills in a member of the draft.
    private func option(of field: String, _ chosen: AlertMeasureOptions.Choice) -> String {
        switch field {
        case "/threshold" where chosen.measure == .staleness: chosen.option
        case "/threshold", "/direction": thresholdOption
        case "/days": chosen.measure.hasPrice ? "--within" : chosen.option
        case "/price": chosen.option
        case "/ends_on": "--until"
        case "/wallet", "/currency", "/since", "/margin", "/note": "--" + field.dropFirst()
        case "/account": "--practice"
        default: ""
        }
    }
}
