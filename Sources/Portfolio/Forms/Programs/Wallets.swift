/// The forms of wallets.
extension TransactionForm {
    static let ledgerLive = TransactionForm(
        id: "ledger-live", program: "Ledger Live", reads: "Operation history (CSV); amounts that leave include the fee",
        leavesOut: "operations that are not confirmed, and NFTs",
        headers: [["operation date", "currency ticker", "operation type", "operation amount", "operation fees"]],
        columns: [
            .time: ["operation date"], .kind: ["operation type"], .status: ["status"], .coin: ["currency ticker"],
            .amount: ["operation amount"], .fee: ["operation fees"], .worth: ["countervalue at operation date"],
            .worthCurrency: ["countervalue ticker"], .note: ["account name"],
        ], idColumns: ["operation hash", "account name", "operation type", "currency ticker"],
        kinds: [
            (.words("in"), .event(.deposit)), (.words("out"), .event(.withdrawal)),
            (.words("reward|reward_payout|claim_reward"), .event(.staking)),
            (
                .words(
                    "fees|reveal|delegate|undelegate|redelegate|bond|unbond|withdraw_unbonded|nominate|chill|set_controller|vote|"
                        + "freeze|unfreeze|opt_in|opt_out|approve|activate"), .event(.fee)
            ),
            (.words("nft_in|nft_out|none"), .leftOut(.notACoin)),
        ], feeIsWithin: [.withdrawal, .fee], feeIsForeign: [.deposit, .income])

    static let trezorSuite = TransactionForm(
        id: "trezor-suite", program: "Trezor Suite", reads: "Transactions of an account (CSV)", leavesOut: "failed transactions",
        headers: [["timestamp", "type", "transaction id", "fee", "fee unit", "amount", "amount unit"]],
        columns: [
            .time: ["timestamp"], .kind: ["type"], .coin: ["amount unit"], .amount: ["amount"], .fee: ["fee"],
            .feeCoin: ["fee unit"],
            .worth: ["fiat (*)"], .note: ["label"],
        ], idColumns: ["transaction id", "address", "type"],
        kinds: [
            (.words("recv"), .event(.deposit)), (.words("sent"), .event(.withdrawal)),
            (.words("self"), .onlyFee), (.words("failed"), .leftOut(.status("failed"))),
        ], feeIsForeign: [.deposit])
}
