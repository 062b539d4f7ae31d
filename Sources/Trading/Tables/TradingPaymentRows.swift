import GRDB
import Ledger
import Market
import Store

extension TradingRecords {
    // MARK: Methods

    private static let methodColumns = "id, owner, kind, label, network, last_four, expires, created_at, removed_at"

    package func method(id: String) throws -> PaymentMethod? {
        try row("SELECT \(Self.methodColumns) FROM trading_methods WHERE id = ?", [id]).map(PaymentMethod.init)
    }

    /// Methods that were not removed, oldest first.
    package func methods(of owner: String) throws -> [PaymentMethod] {
        try rows(
            "SELECT \(Self.methodColumns) FROM trading_methods WHERE owner = ? AND removed_at IS NULL ORDER BY created_at, id",
            [owner]
        ).map(PaymentMethod.init)
    }

    package func insert(_ method: PaymentMethod) throws {
        try run(
            "INSERT INTO trading_methods (\(Self.methodColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                method.id, method.owner, method.kind.rawValue, method.label, method.network, method.lastFour, method.expires,
                method.createdAt, method.removedAt,
            ])
    }

    package func update(_ method: PaymentMethod) throws {
        try run(
            "UPDATE trading_methods SET label = ?, removed_at = ? WHERE id = ?", [method.label, method.removedAt, method.id])
    }

    // MARK: Payments

    private static let paymentColumns = """
        id, owner, kind, currency, amount, fee, counted, method, state, reason, requested_at, sent_at, due_at, ended_at, recorded_at,
        end_recorded_at
        """

    package func payment(id: String) throws -> Payment? {
        try row("SELECT \(Self.paymentColumns) FROM trading_payments WHERE id = ?", [id]).map(Payment.init)
    }

    /// Payments that have not ended, oldest first.
    package func openPayments(of owner: String) throws -> [Payment] {
        try rows(
            """
            SELECT \(Self.paymentColumns) FROM trading_payments WHERE owner = ? AND ended_at IS NULL ORDER BY recorded_at, id
            """, [owner]
        ).map(Payment.init)
    }

    /// The number of deposits that a person has ever announced, cancelled ones too.
    package func depositCount(of owner: String) throws -> Int {
        try value("SELECT count(*) FROM trading_payments WHERE owner = ? AND kind = ?", [owner, Payment.Kind.deposit.rawValue]) ?? 0
    }

    package func insert(_ payment: Payment) throws {
        try run(
            "INSERT INTO trading_payments (\(Self.paymentColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                payment.id, payment.owner, payment.kind.rawValue, payment.currency.code, payment.amount.description,
                payment.fee.description, payment.counted.description, payment.method, payment.state.rawValue, payment.reason,
                payment.requestedAt, payment.sentAt, payment.dueAt, payment.endedAt, payment.recordedAt, payment.endRecordedAt,
            ])
    }

    /// The number of payments that an owner has ordered since a real time.
    package func paymentCount(of owner: String, since time: Int) throws -> Int {
        try value("SELECT COUNT(*) FROM trading_payments WHERE owner = ? AND recorded_at > ?", [owner, time]) ?? 0
    }

    package func update(_ payment: Payment) throws {
        try run(
            "UPDATE trading_payments SET state = ?, reason = ?, ended_at = ?, end_recorded_at = ? WHERE id = ?",
            [payment.state.rawValue, payment.reason, payment.endedAt, payment.endRecordedAt, payment.id])
    }

    /// Payments that leave or arrive by a time on the bank's clock.
    package func duePayments(at bankTime: Int, limit: Int) throws -> [Payment] {
        try rows(
            """
            SELECT \(Self.paymentColumns) FROM trading_payments
            WHERE ended_at IS NULL AND (due_at <= ?1 OR (kind = 'withdrawal' AND state = 'pending' AND sent_at <= ?1))
            ORDER BY due_at, id LIMIT ?2
            """, [bankTime, limit]
        ).map(Payment.init)
    }

    // MARK: Transfers

    package func address(of owner: String, asset: AssetID) throws -> String? {
        try value(
            """
            SELECT address FROM trading_addresses WHERE owner = ? AND asset = (SELECT id FROM assets WHERE slug = ?)
            """, [owner, asset.description])
    }

    package func owner(ofAddress address: String) throws -> (owner: String, asset: AssetID)? {
        try row("SELECT owner, \(Self.slug) FROM trading_addresses WHERE address = ?", [address]).map { row in
            (try row.decode(atIndex: 0), try row.asset())
        }
    }

    package func insertAddress(_ address: String, of owner: String, asset: AssetID) throws {
        try run(
            "INSERT INTO trading_addresses (address, owner, asset) VALUES (?, ?, ?)",
            [address, owner, asset.number(in: connection)])
    }

    package func transfer(id: String) throws -> CoinTransfer? {
        try row(
            """
            SELECT \(Self.slug), id, coalesce(sender, '') AS sender, coalesce(receiver, '') AS receiver, address, quantity, fee, note,
                created_at
            FROM trading_transfers WHERE id = ?
            """, [id]
        ).map(CoinTransfer.init)
    }

    /// The number of transfers that an owner has sent since a time.
    package func transferCount(of owner: String, since time: Int) throws -> Int {
        try value("SELECT COUNT(*) FROM trading_transfers WHERE sender = ? AND created_at > ?", [owner, time]) ?? 0
    }

    package func insert(_ transfer: CoinTransfer) throws {
        try run(
            """
            INSERT INTO trading_transfers
                (id, sender, receiver, address, asset, quantity, fee, note, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                transfer.id, transfer.sender, transfer.receiver, transfer.address, try transfer.asset.number(in: connection),
                transfer.quantity.description, transfer.fee.description, transfer.note, transfer.createdAt,
            ])
    }

    /// - Parameter referred: the account that was referred; it is rewarded once.
    package func insertReward(
        id: String, of owner: String, referred: String, amount: FixedDecimal, currency: Currency, at time: Int
    ) throws {
        try run(
            "INSERT INTO trading_rewards (id, owner, referred, currency, amount, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            [id, owner, referred, currency.code, amount.description, time])
    }

    package func rewardCount(of owner: String) throws -> Int {
        try value("SELECT COUNT(*) FROM trading_rewards WHERE owner = ?", [owner]) ?? 0
    }
}

extension PaymentMethod {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), kind: try row.choice("kind"),
            label: try row.decode(forColumn: "label"), network: try row.decode(forColumn: "network"),
            lastFour: try row.decode(forColumn: "last_four"), expires: try row.decode(forColumn: "expires"),
            createdAt: try row.decode(forColumn: "created_at"), removedAt: try row.decode(forColumn: "removed_at"))
    }
}

extension Payment {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), kind: try row.choice("kind"),
            currency: try row.choice("currency"), amount: try row.amount("amount"), fee: try row.amount("fee"),
            counted: try row.amount("counted"), method: try row.decode(forColumn: "method"), state: try row.choice("state"),
            reason: try row.decode(forColumn: "reason"), requestedAt: try row.decode(forColumn: "requested_at"),
            sentAt: try row.decode(forColumn: "sent_at"), dueAt: try row.decode(forColumn: "due_at"),
            endedAt: try row.decode(forColumn: "ended_at"), recordedAt: try row.decode(forColumn: "recorded_at"),
            endRecordedAt: try row.decode(forColumn: "end_recorded_at"))
    }
}

extension CoinTransfer {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), sender: try row.decode(forColumn: "sender"),
            receiver: try row.decode(forColumn: "receiver"), address: try row.decode(forColumn: "address"),
            asset: try row.asset(), quantity: try row.amount("quantity"), fee: try row.amount("fee"),
            note: try row.decode(forColumn: "note"), createdAt: try row.decode(forColumn: "created_at"))
    }
}
