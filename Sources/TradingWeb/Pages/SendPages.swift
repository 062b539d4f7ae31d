import APIKit
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// Coins from and to other people: the person's own address, and the form that sends to another's.
package struct SendPages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: TransferOperations
    let coins: CoinFinder

    func add(to pages: inout PageList) {
        pages.get("/trading/receive", .scope(.read)) { visit in try await choose(.receive, visit) }
        pages.get("/trading/receive/:asset", .scope(.read)) { visit in .page(try await receive(visit)) }
        pages.post("/trading/receive/:asset", .scope(.write), makeAddress)
        pages.get("/trading/send", .scope(.read)) { visit in try await choose(.send, visit) }
        pages.get("/trading/send/:asset", .scope(.read)) { visit in
            let (place, coin) = (try await PaymentPlace(visit, trading), try await coin(visit))
            return .page(sendPage(place, coin, SendForm(typed: visit.fields), nil))
        }
        pages.post("/trading/send/:asset", .scope(.write), send)
        pages.get("/trading/transfers/:transfer", .scope(.read)) { visit in .page(try await result(visit)) }
    }

    enum Direction: String, Sendable { case send, receive }

    static func path(_ direction: Direction, _ coin: Asset) -> String {
        PagePaths.transfer(direction.rawValue, "\(coin.ticker)")
    }

    /// The coin in the path.
    ///
    /// - Throws: a problem if the path names no coin.
    private func coin(_ visit: Visit) async throws -> Asset { try await coin(visit.path("asset")) }

    private func coin(_ text: String) async throws -> Asset {
        let asset = try await market.directory.asset(text)
        guard Currency(asset.id) == nil else { throw TradingError.notACoin(asset.ticker) }
        return asset
    }

    // MARK: Which coin

    private func choose(_ direction: Direction, _ visit: Visit) async throws -> Outcome {
        var errors = FormErrors()
        if let text = visit.query("asset") {
            do {
                return .redirect(Self.path(direction, try await coin(text)))
            } catch {
                errors = try FormErrors(ofCoin: error, visit.words)
            }
        }
        let title = visit.words("send.choose.\(direction.rawValue)")
        let (other, label) = direction == .send ? (Direction.receive, "send.to-receive") : (.send, "send.to-send")
        var choice = CoinChoice(
            .practice(direction == .send ? .send : .receive), title: title, action: "/trading/\(direction.rawValue)")
        choice.link = ("/trading/\(other.rawValue)", visit.words(label))
        if direction == .send { choice.nothing = visit.words("send.nothing") }
        return .page(try await choice.page(coins, errors, visit))
    }

    // MARK: Receiving

    private func receive(_ visit: Visit) async throws -> Page {
        let (place, coin) = (try await PaymentPlace(visit, trading), try await coin(visit))
        let words = place.words
        let address = try await trading.transfers.knownAddress(of: visit.caller.owner, asset: coin.id)
        let title = words("send.receive.title", ["coin": "\(coin.ticker)"])
        var values = place.values(heading: title)
        let code = try await address == nil ? "" : visit.perform(operations.addressQR, ["asset": "\(coin.id)"])
        values.merge([
            "coin": CoinView.of(coin, words), "address": .optional(address), "hasAddress": .flag(address != nil),
            "code": .html(code),
            "copyLabel": .text(words("pay.copy-of", ["what": words("send.address")])),
            "path": .text(Self.path(.receive, coin)), "sendHref": .text(Self.path(.send, coin)),
            "warning": .text(words("send.receive.warning", ["coin": "\(coin.ticker)"])),
            "explained": .text(words("send.receive.what", ["coin": "\(coin.ticker)"])),
        ]) { $1 }
        return Page("send-receive", title: title, place: .practice, values)
    }

    private func makeAddress(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let coin = try await coin(visit)
        _ = try await visit.perform(operations.makeAddress, ["asset": "\(coin.id)"], key: fields.key)
        return .redirect(Self.path(.receive, coin))
    }

    // MARK: Sending

    private func sendPage(_ place: PaymentPlace, _ coin: Asset, _ form: SendForm, _ refusal: PaymentRefusal?) -> Page {
        let words = place.words
        let title = words("send.title", ["coin": "\(coin.ticker)"])
        let free = place.state.balances[coin.id]?.free ?? .zero
        var values = place.values(heading: title)
        values.merge([
            "coin": CoinView.of(coin, words), "path": .text(Self.path(.send, coin)),
            "receiveHref": .text(Self.path(.receive, coin)),
            "address": .text(form.typed["address"]), "quantity": .text(form.typed["quantity"]), "note": .text(form.typed["note"]),
            "isVerified": .flag(place.isAllowed(.transfer)),
            "free": place.write.amounts.view(place.write.coins(free, "\(coin.ticker)")),
            "hasNothing": .flag(free == .zero),
            "canSendAll": .flag(place.mostToSend(of: coin) > .zero),
            "feeNote": .text(words("send.fee-note", ["fee": place.write.percent(place.rules.transferFee)])),
            "addressHint": .text(words("send.address.hint", ["coin": "\(coin.ticker)"])),
        ]) { $1 }
        if let refusal { values.merge(refusal.values(SendForm.fields, words)) { $1 } }
        var page = Page("send", title: title, place: .practice, scripts: ["send"], values).with(refusal?.errors)
        page.headers[.permissionsPolicy] = BrowserPermissions.camera
        return page
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (place, coin) = (try await PaymentPlace(visit, trading), try await coin(visit))
        let form = SendForm(typed: fields)
        if fields["do"] == "change" { return .page(sendPage(place, coin, form, nil)) }
        if fields["do"] == "all" {
            let all = visit.words.format.exact("\(place.mostToSend(of: coin))")
            return .page(sendPage(place, coin, SendForm(typed: Fields([("quantity", all)] + form.pairs)), nil))
        }
        let (input, errors) = form.input(coin, visit.words)
        guard errors.isEmpty else {
            return .page(sendPage(place, coin, form, try await whole(PaymentRefusal(errors), form, coin, place, visit)))
        }
        do {
            guard fields["do"] == "confirm" else {
                return .page(page(of: try await visit.perform(operations.preview, input), coin, form, place))
            }
            let transfer = try await visit.perform(operations.send, input, key: fields.key)
            return .redirect("/trading/transfers/\(transfer.id)")
        } catch  where Problem(error).code == "not-fresh" {
            return .redirect(PaymentPlace.confirmation(then: Self.path(.send, coin), with: form.pairs))
        } catch {
            return .page(sendPage(place, coin, form, try await whole(refusal(error, coin, place), form, coin, place, visit)))
        }
    }

    private func refusal(_ error: any Error, _ coin: Asset, _ place: PaymentPlace) throws -> PaymentRefusal {
        try PaymentRefusal(
            error, SendForm.members, amount: "quantity", place.write, place.rules, ["coin": "\(coin.ticker)"])
    }

    /// Adds what else is wrong: of several values, an operation refuses the first.
    private func whole(
        _ refusal: PaymentRefusal, _ form: SendForm, _ coin: Asset, _ place: PaymentPlace, _ visit: Visit
    ) async throws -> PaymentRefusal {
        // What is no number has its error already.
        var errors = FormErrors()
        let quantity = form.typed.decimal("quantity", visit.words, &errors).flatMap { FixedDecimal($0) }
        let faults = try await trading.transfers.faults(
            quantity, coin.id, to: form.typed["address"], of: visit.caller.owner)
        return try faults.reduce(refusal) { $0.adding(try self.refusal($1, coin, place)) }
    }

    private func page(of preview: Transfers.Preview, _ coin: Asset, _ form: SendForm, _ place: PaymentPlace) -> Page {
        let words = place.words
        func coins(_ quantity: Quantity) -> String { place.write.coins(quantity, "\(coin.ticker)") }
        let (quantity, fee) = (preview.quantity, preview.fee)
        let free = place.state.balances[coin.id]?.free ?? .zero
        var pairs = [
            PaymentPlace.pair(words("pay.to"), preview.address),
            PaymentPlace.pair(words("send.arrives"), coins(quantity)), PaymentPlace.pair(words("pay.fee"), coins(fee)),
            PaymentPlace.pair(words("pay.leaves"), coins(quantity + fee), isStrong: true),
            PaymentPlace.pair(words("pay.left"), place.write.veiled(coins(free - quantity - fee))),
        ]
        let note = form.typed["note"]
        if !note.isEmpty { pairs.append(PaymentPlace.pair(words("send.note"), note)) }
        let title = words("send.title", ["coin": "\(coin.ticker)"])
        var values = place.values(heading: title)
        values.merge([
            "question": .text(words("send.question", ["coins": coins(quantity)])), "pairs": .list(pairs),
            "path": .text(Self.path(.send, coin)),
            "hiddenFields": .list(form.pairs.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "warning": .text(words("send.final")),
        ]) { $1 }
        return Page("pay-preview", title: title, place: .practice, values)
    }

    // MARK: The result

    private func result(_ visit: Visit) async throws -> Page {
        let place = try await PaymentPlace(visit, trading)
        let (words, write) = (place.words, place.write)
        let entry = try await trading.accounts.entry(visit.path("transfer"), of: visit.caller.owner)
        guard let id = entry.asset, let quantity = entry.quantity, [.send, .receive].contains(entry.kind) else {
            throw TradingError.noHistoryEntry(entry.id)
        }
        let asset = try await market.store.assets(ids: [id])[id]
        let ticker = asset.map { "\($0.ticker)" } ?? "\(id)"
        let title = words("send.done.\(entry.kind.rawValue)", ["coins": write.veiled(write.coins(quantity, ticker))])
        var pairs = [PaymentPlace.pair(words("send.arrives"), write.veiled(write.coins(quantity, ticker)))]
        if let fee = entry.fee, entry.kind == .send {
            pairs.append(PaymentPlace.pair(words("pay.fee"), write.veiled(write.coins(fee, ticker))))
        }
        if !entry.other.isEmpty, entry.kind == .send { pairs.append(PaymentPlace.pair(words("pay.to"), entry.other)) }
        if !entry.detail.isEmpty { pairs.append(PaymentPlace.pair(words("send.note"), entry.detail)) }
        pairs += [
            PaymentPlace.pair(words("send.time"), write.moment(entry.time)), PaymentPlace.pair(words("pay.number"), entry.id),
        ]
        var values = place.values(heading: words("send.heading"))
        values.merge([
            "title": .text(title), "pairs": .list(pairs), "receiptHref": .text("/trading/history/\(entry.id)"),
            "againHref": .text(asset.map { Self.path(.send, $0) } ?? "/trading/send"),
        ]) { $1 }
        return Page("send-done", title: title, place: .practice, values)
    }
}

extension PaymentPlace {
    /// The largest quantity that can be sent if the fee is paid too.
    fileprivate func mostToSend(of coin: Asset) -> Quantity {
        let free = state.balances[coin.id]?.free ?? .zero
        let fee = rules.transferFee.value
        guard var most = try? free.divided(by: .one + fee).roundedDown(places: TradingPlaces.coin) else { return .zero }
        let step = FixedDecimal(units: 10_000_000_000)
        // The fee is rounded up.
        while most > .zero, let charged = try? most.multiplied(by: fee).roundedUp(places: TradingPlaces.coin), most + charged > free
        {
            most = most - step
        }
        return max(most, .zero)
    }
}

extension FormErrors {
    /// The error of a field that names no coin.
    ///
    /// - Throws: `error`, if it is another one.
    init(ofCoin error: any Error, _ words: Words) throws {
        switch error {
        case let error as AssetError: self.init(Self.sentence(error.problem, words), to: "asset")
        case TradingError.notACoin(let ticker): self.init(words("pay.refused.not-a-coin", ["coin": "\(ticker)"]), to: "asset")
        default: throw error
        }
    }
}
