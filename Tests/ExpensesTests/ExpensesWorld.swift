import Expenses
import JSONText
import Ledger
import Market
import Notices
import Platform
import Records
import Scratch
import Storage
import Synchronization
import Testing

/// A database, and a clock that the test sets.
final class ExpensesWorld: Sendable {
    private let scratch: Scratch
    private let time: Time
    let store: Store

    final class Time: Sendable {
        private let seconds = Mutex(ExpensesWorld.start)
        var now: Int { seconds.withLock { $0 } }
        func set(_ value: Int) { seconds.withLock { $0 = value } }
    }

    /// 2026-11-24 09:30 UTC.
    static let start = 1_795_512_600
    static let today = Day(iso: "2026-11-24")!
    static let ann = Caller(owner: "ann")
    static let bob = Caller(owner: "bob")

    init(quotas: StorageQuotas = .none) throws {
        scratch = try Scratch()
        let time = Time()
        self.time = time
        var options = Store.Options(durability: .normal)
        options.quotas = quotas
        store = try Store(scratch("test.db"), options: options, clock: { time.now })
    }

    var now: Int {
        get { time.now }
        set { time.set(newValue) }
    }

    /// The same file, as another process has it.
    func second() throws -> Store {
        let time = time
        return try Store(scratch("test.db"), options: .init(durability: .normal), clock: { time.now })
    }

    static func input<Input: Record>(_ json: String) throws -> Input {
        try Shape<Input>().value(try JSONValue(parsing: Array(json.utf8)))
    }

    // MARK: Entries

    /// The JSON of a draft.
    static func draft(
        _ name: String, _ amount: String = "10", _ currency: String = "EUR", on day: Day = today, _ more: String = ""
    ) -> String {
        #"{"name":"\#(name)","amount":"\#(amount)","currency":"\#(currency)","day":"\#(day)"\#(more.isEmpty ? "" : ",")\#(more)}"#
    }

    @discardableResult func add(_ json: String, of caller: Caller = ann) async throws -> Expense {
        let draft: ExpenseDraft = try Self.input(json)
        return try await store.change { try Expenses().add(&$0, caller, draft) }
    }

    @discardableResult func edit(_ expense: Expense, version: Int? = nil, _ json: String, of caller: Caller = ann) async throws
        -> Expense
    {
        let edit: Expenses.Edit = try Self.input(
            #"{"expense":"\#(expense.id)","version":\#(version ?? expense.version),\#(json.dropFirst())"#)
        return try await store.change { try Expenses().edit(&$0, caller, edit) }
    }

    func list(_ filter: String = "{}", after last: String? = nil, limit: Int = 200, of caller: Caller = ann) async throws
        -> Expenses.List
    {
        let filter: Expenses.Filter = try Self.input(filter)
        return try await store.refusing { try Expenses().list($0, caller, filter, after: last, limit: limit) }
    }

    func sums(_ filter: String = "{}", of caller: Caller = ann) async throws -> [Expenses.Sum] {
        let filter: Expenses.Filter = try Self.input(filter)
        return try await store.refusing { try Expenses().sums($0, caller, filter) }
    }

    func names(_ filter: String = "{}", of caller: Caller = ann) async throws -> [String] {
        try await list(filter, of: caller).expenses.map(\.terms.name)
    }

    func remove(_ expense: Expense, of caller: Caller = ann) async throws {
        try await store.change { try Expenses().remove(&$0, caller, Expenses.Named(expense.id)) }
    }

    func restore(_ expense: Expense, of caller: Caller = ann) async throws -> Expense {
        try await store.change { try Expenses().restore(&$0, caller, Expenses.Named(expense.id)) }
    }

    // MARK: Photos

    func setPhoto(_ jpeg: [UInt8], of expense: Expense, by caller: Caller = ann) async throws {
        try await store.change { [store] in try Photos(store.quotaChecks).set(&$0, caller, Expenses.Named(expense.id), jpeg) }
    }

    func removePhoto(of expense: Expense, by caller: Caller = ann) async throws {
        try await store.change { [store] in try Photos(store.quotaChecks).remove(&$0, caller, Expenses.Named(expense.id)) }
    }

    func photo(of expense: Expense, by caller: Caller = ann) async throws -> [UInt8] {
        try await store.refusing { [store] in try Photos(store.quotaChecks).show($0, caller, Expenses.Named(expense.id)) }
    }

    // MARK: The rest

    @discardableResult func category(_ name: String, of caller: Caller = ann) async throws -> ExpenseCategory {
        try await store.change { try Categories().add(&$0, caller, Categories.Draft(name)) }
    }

    @discardableResult func place(_ name: String, _ more: String = "", of caller: Caller = ann) async throws -> Place {
        let draft: PlaceDraft = try Self.input(#"{"name":"\#(name)"\#(more.isEmpty ? "" : ",")\#(more)}"#)
        return try await store.change { try Places().add(&$0, caller, draft) }
    }

    func places(_ filter: String = "{}", of caller: Caller = ann) async throws -> [PlaceUse] {
        let (filter, now): (Places.Filter, Int) = (try Self.input(filter), now)
        return try await store.refusing { try Places().list($0, caller, filter, at: now) }
    }

    /// The JSON of a recurring transaction.
    static func recurring(
        _ name: String, _ unit: String, every: Int = 1, first: Day, until: Day? = nil, _ more: String = ""
    ) -> String {
        let end = until.map { #","until":"\#($0)""# } ?? ""
        return
            #"{"name":"\#(name)","amount":"10","currency":"EUR","every":\#(every),"unit":"\#(unit)","first":"\#(first)"\#(end)\#(more)}"#
    }

    func recurring(_ json: String, of caller: Caller = ann) async throws -> RecurringExpense {
        let draft: RecurringDraft = try Self.input(json)
        return try await store.change { try RecurringExpenses().add(&$0, caller, draft) }
    }

    func budget(_ json: String, of caller: Caller = ann) async throws -> Budget {
        let draft: Budgets.Draft = try Self.input(json)
        return try await store.change { try Budgets().set(&$0, caller, draft) }
    }

    func overview(_ span: String, of caller: Caller = ann) async throws -> Overview {
        let (span, now): (Overview.Span, Int) = (try Self.input(span), now)
        return try await store.refusing { try Overview($0, caller, span, at: now) }
    }

    func told(_ caller: Caller = ann) async throws -> [InboxNotice] {
        try await store.reading { try $0.rows(InboxNotice.self, "WHERE owner = ? ORDER BY rowid", caller.owner) }
    }

    /// Everything that an audit finds: the sums of months are those of the entries.
    func audit() async throws -> [Finding] { try await store.audit(AuditOptions(today: nil)).filter { $0.severity == .error } }

    /// The code of the refusal of a call; nil if it is not refused.
    func refusal(_ body: () async throws -> some Any) async throws -> String? {
        do {
            _ = try await body()
            return nil
        } catch let refusal as Refusal {
            return refusal.code
        }
    }
}
