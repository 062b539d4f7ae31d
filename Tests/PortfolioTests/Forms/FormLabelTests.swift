import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// The labels of other programs, and files that were recorded before labels existed.
@Suite(.serialized) struct FormLabelTests {
    private let forms: FormWorld
    private let portfolio: Portfolio

    init() async throws {
        forms = try await FormWorld()
        portfolio = forms.portfolio
        _ = try await portfolio.wallets.create("w")
    }

    private static let koinly =
        "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n"
    private static let tracking = "Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date\n"

    private func record(_ text: String) async throws -> ImportReport {
        try await portfolio.importer.record(forms.read(text), file: "f", options: ImportOptions(makesWallets: true))
    }

    @Test func koinlyLabels() async throws {
        let incoming = ["staking", "reward", "airdrop", "mining", "fork", "lending interest", "cashback", "other income", "gift"]
        let rows = incoming.enumerated().map { "2024-01-1\($0) 10:00:00 UTC,,,1,ETH,,,,,\($1),,\n" }.joined()
        let leaving = ["gift", "donation", "lost", "stolen"].enumerated().map { index, label in
            "2024-02-1\(index) 10:00:00 UTC,1,ETH,,,,,,,\(label),a note,\n"
        }
        #expect(
            try await forms.rows(Self.koinly + rows + leaving.joined()) == [
                "2 income 1 ethereum value 2000 at market staking", "3 income 1 ethereum value 2000 at market reward",
                "4 income 1 ethereum value 2000 at market airdrop", "5 income 1 ethereum value 2000 at market mining",
                // The coins of a fork cost nothing, unless the file says what they were worth.
                "6 income 1 ethereum fork", "7 income 1 ethereum value 2000 at market interest",
                "8 income 1 ethereum value 2000 at market reward", "9 income 1 ethereum value 2000 at market",
                "10 deposit 1 ethereum gift", "11 withdrawal 1 ethereum gift", "12 withdrawal 1 ethereum donation",
                "13 withdrawal 1 ethereum value 0 loss", "14 withdrawal 1 ethereum value 0 loss",
            ])
        let fork = Self.koinly + "2024-01-10 10:00:00 UTC,,,1,ETH,,,5,USD,fork,,\n"
        #expect(try await forms.rows(fork) == ["2 income 1 ethereum value 5 at market fork"])
        #expect(try await forms.read(Self.koinly + rows).rows.allSatisfy { $0.row.valueError == nil })
        #expect(
            try await forms.read(Self.koinly + leaving.joined()).rows.map(\.row.note) == ["a note", "a note", "a note", "a note"])
    }

    @Test func coinbaseAndBinanceLabels() async throws {
        let coinbase = ["Staking Income", "Learning Reward", "Rewards Income", "Interest Payout"].enumerated().map {
            "a\($0),2024-03-0\($0 + 1) 10:00:00 UTC,\($1),ETH,0.001,USD,$2000.00,$2.00,$2.00,$0.00,\n"
        }
        let header =
            "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
        #expect(try await forms.read(header + coinbase.joined()).rows.map(\.row.label) == [.staking, .reward, .reward, .interest])
        let operations = [
            "ETH 2.0 Staking Rewards", "Simple Earn Flexible Interest", "Airdrop Assets", "Distribution", "Pool Distribution",
            "Cash Voucher Distribution", "Referral Commission", "HODLer Airdrops Distribution",
        ]
        let binance = operations.enumerated().map { "1,2024-01-1\($0) 10:00:00,Spot,\($1),ETH,0.001,\n" }
        let read = try await forms.read("User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n" + binance.joined())
        #expect(
            read.rows.map(\.row.label) == [.staking, .interest, .airdrop, .airdrop, .mining, .reward, .reward, .airdrop])
    }

    @Test func aWrittenFormHasTheWordsOfLabels() async throws {
        let map = """
            {"columns": {"time": "When", "kind": "What", "coin": "Coin", "amount": "Amount"},
             "kinds": {"A": "staking", "B": "income", "C": "gift or gift sent", "D": "payment", "E": "spend", "F": "loss"}}
            """
        let form = try FormFile(Array(map.utf8)).form
        let text =
            "When,What,Coin,Amount\n"
            + ["A,ETH,1", "B,ETH,1", "C,ETH,1", "C,ETH,-1", "D,ETH,1", "E,ETH,1", "F,ETH,1"]
            .enumerated().map { "2024-01-1\($0),\($1)\n" }.joined()
        let rows = try await forms.read(text, ReadingOptions(form: .form(form), wallet: "w")).rows.map(\.row)
        #expect(rows.map(\.label) == [.staking, nil, .gift, .gift, .payment, .payment, .loss])
        #expect(rows.map(\.kind) == [.income, .income, .deposit, .withdrawal, .withdrawal, .withdrawal, .withdrawal])
    }

    // MARK: Again

    /// What an earlier build recorded of a file: gifts received as income, and no labels.
    private func recordAsBefore(_ text: String) async throws {
        let wallet = try await portfolio.wallets.named("w").id
        for (_, row) in try await forms.read(text).rows {
            let (key, time, asset, quantity) = (row.key, row.time, row.asset, row.quantity)
            let isIn = row.kind != .withdrawal
            try await forms.world.record(
                isIn
                    ? .incomeAtMarketValue(
                        key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: "2000", note: "gift")
                    : .withdrawal(
                        key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: row.value, note: "loss"))
        }
    }

    /// Of Koinly, without ids: what the rows say is the key.
    @Test func aFileThatWasRecordedBeforeLabelsAddsNothing() async throws {
        let text =
            Self.koinly + "2024-01-02 10:00:00 UTC,,,1,ETH,,,,,staking,,\n2024-01-03 10:00:00 UTC,,,2.1234567,ETH,,,,,gift,,\n"
            + "2024-01-04 10:00:00 UTC,0.5,ETH,,,,,,,gift,,\n2024-01-05 10:00:00 UTC,0.5,ETH,,,,,,,lost,,\n"
        // The keys of earlier builds.
        #expect(
            try await forms.read(text).rows.map(\.row.key) == [
                "koinly 1704189600 income  > 1 ETH >  w", "koinly 1704276000 gift  > 2.1234567 ETH >  w",
                "koinly 1704362400 donation 0.5 ETH >  >  w", "koinly 1704448800 loss 0.5 ETH >  >  w",
            ])
        try await recordAsBefore(text)
        let before = try await portfolio.rows()
        #expect(before.map(\.kind) == [.income, .income, .withdrawal, .withdrawal] && before.allSatisfy { $0.label == nil })
        let again = try await record(text)
        #expect(again.newCount == 0 && again.knownCount == 4)
        // Seconds and digits of a later export, under other keys.
        let later = text.replacing("10:00:00", with: "10:00:01").replacing("2.1234567", with: "2.12345")
        let changed = try await record(later)
        #expect(changed.newCount == 0 && changed.knownCount == 4)
        #expect(try await portfolio.rows() == before)
    }

    /// It stays as it was recorded, without a label, but its file says that it is no transfer.
    @Test func aGiftThatWasRecordedBeforeLabelsIsNoTransfer() async throws {
        _ = try await portfolio.wallets.create("other")
        let text =
            Self.koinly + "2024-01-02 10:00:00 UTC,,,2,ETH,,,,,staking,,\n2024-01-04 10:00:00 UTC,0.5,ETH,,,,,,,gift,,\n"
            + "2024-01-05 10:00:00 UTC,0.25,ETH,,,,,,,,,\n"
        try await recordAsBefore(text)
        try await portfolio.importCSV(
            "time,kind,asset,quantity,value\n2024-01-04 11:00,deposit,ETH,0.5,1\n2024-01-05 11:00,deposit,ETH,0.25,1\n",
            wallet: "other")
        let again = try await record(text)
        #expect(again.newCount == 0 && again.transfers.map(\.sent) == ["0.25"], "\(again.transfers)")
    }

    @Test func aFileRecordedWithLabelsIsKnownAndOtherRowsAreNew() async throws {
        let gift = Self.tracking + "Gift/Tip,0.01234567,ETH,,,,,w,,,01.01.2024 10:00:00\n"
        #expect(try await record(gift).newCount == 1)
        #expect(try await record(gift).newCount == 0)
        #expect(try await record(gift.replacing("10:00:00", with: "10:00:02")).newCount == 0)
        let rows = try await portfolio.rows()
        #expect(rows.map(\.kind) == [.deposit] && rows[0].label == .gift && rows[0].value == "24.69134")
        // Income of the same amount in the same second is no gift.
        let income = gift.replacing("Gift/Tip", with: "Staking")
        #expect(try await record(income).newCount == 1)
    }
}
