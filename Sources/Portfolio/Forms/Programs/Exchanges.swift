/// The forms of exchanges.
extension TransactionForm {
    static let coinbase = TransactionForm(
        id: "coinbase", program: "Coinbase", reads: "Transaction history (CSV), with or without the lines before the header",
        leavesOut: "moves to and from staking, vaults and savings, which stay in the account",
        headers: [["timestamp", "transaction type", "asset", "quantity transacted"]],
        columns: [
            .time: ["timestamp"], .kind: ["transaction type"], .coin: ["asset"], .amount: ["quantity transacted"],
            .currency: ["price currency", "spot price currency"], .money: ["subtotal", "* subtotal"],
            .total: ["total (inclusive of fees*", "* total (inclusive of fees)"],
            .fee: ["fees and/or spread", "fees", "* fees"], .note: ["notes"],
        ], idColumns: ["id"],
        kinds: [
            (.words("buy|advanced trade buy|advance trade buy"), .buy),
            (.words("sell|advanced trade sell|advance trade sell"), .sell), (.words("convert"), .event(.trade)),
            (.words("receive|deposit|exchange withdrawal|pro withdrawal|fiat deposit"), .event(.deposit)),
            (.words("send|withdrawal|exchange deposit|pro deposit|fiat withdrawal"), .event(.withdrawal)),
            (.words("staking income|inflation reward"), .event(.staking)), (.words("interest payout"), .event(.interest)),
            (
                .words(
                    "rewards income|reward income|learning reward|coinbase earn|subscription rebate*|incentives rewards payout"),
                .event(.reward)
            ),
            (.words("card spend|admin debit"), .event(.spend)), (.words("donation"), .event(.donation)),
            (.words("asset migration"), .leg(family: "migration")),
            (
                .words(
                    "retail staking transfer|retail unstaking transfer|staking transfer|unstaking transfer|vault withdrawal|"
                        + "cash to savings|retail eth2 deprecation"), .leftOut(.stays)
            ),
        ], grouping: .second, reader: .coinbase, coins: ["ETH2": "ETH"])

    static let krakenLedgers = TransactionForm(
        id: "kraken-ledgers", program: "Kraken", reads: "Ledgers (CSV); the rows of a trade are put together by refid",
        leavesOut:
            "allocations and moves to and from staking and futures, which stay at Kraken, fee credits (KFEE), and rows without a txid, "
            + "which are not booked",
        headers: [["txid", "refid", "time", "type", "asset", "amount", "fee"]],
        columns: [
            .time: ["time"], .kind: ["type"], .detail: ["subtype"], .coin: ["asset"], .amount: ["amount"], .fee: ["fee"],
            .group: ["refid"],
        ], idColumns: ["txid"], leavesOutWithoutID: .notBooked, creditCoins: ["KFEE"],
        kinds: [
            (
                .words(
                    "transfer/spottostaking|transfer/stakingfromspot|transfer/stakingtospot|transfer/spotfromstaking|"
                        + "earn/allocation|earn/deallocation|earn/autoallocation|earn/autoallocate|earn/migration|"
                        + "transfer/spottofutures|transfer/spotfromfutures"), .leftOut(.stays)
            ),
            (.words("trade|spend|receive|sale|conversion"), .leg(family: "trade")),
            (.words("deposit"), .bySign(in: .deposit, out: .withdrawal)),
            (.words("withdrawal"), .bySign(in: .deposit, out: .withdrawal)),
            (.words("staking|earn/reward"), .bySign(in: .staking, out: .spend)),
            (.words("airdrop|transfer/airdrop"), .bySign(in: .airdrop, out: .spend)),
            (.words("reward|invite bonus|earn/bonus"), .bySign(in: .reward, out: .spend)),
            (.words("dividend|credit"), .bySign(in: .income, out: .spend)),
            (.words("transfer/*|adjustment"), .bySign(in: .income, out: .withdrawal)),
            // Without a subtype, Kraken credits an airdrop or the coins of a fork.
            (.words("transfer"), .bySign(in: .airdrop, out: .withdrawal)),
            (.words("margin|margin trade|rollover|settled"), .bySign(in: .income, out: .loss)),
        ], grouping: .group, reader: .kraken, coins: ["ETH2": "ETH"])

    static let krakenTrades = TransactionForm(
        id: "kraken-trades", program: "Kraken",
        reads: "Trades (CSV): purchases and sales; the ledgers also have deposits and rewards",
        headers: [["txid", "pair", "time", "type", "cost", "fee", "vol"]],
        columns: [
            .time: ["time"], .kind: ["type"], .pair: ["pair"], .amount: ["vol"], .money: ["cost"], .price: ["price"], .fee: ["fee"],
        ], idColumns: ["txid"], kinds: [(.words("buy"), .buy), (.words("sell"), .sell)], reader: .kraken)

    static let binanceHistory = TransactionForm(
        id: "binance-history", program: "Binance",
        reads: "Transaction history (CSV); rows of one second that belong together become one trade",
        leavesOut: "moves between the accounts at Binance, and subscriptions and redemptions of Earn, which stay at Binance",
        headers: [["account", "operation", "coin", "change"]],
        columns: [
            .time: ["utc_time", "utc time", "time"], .kind: ["operation"], .coin: ["coin"], .amount: ["change"], .note: ["remark"],
        ], dates: ["yy-MM-dd HH:mm:ss"],
        kinds: [
            (
                .words(
                    "buy|sell|transaction related|transaction buy|transaction spend|transaction sold|transaction revenue|"
                        + "large otc trading"), .leg(family: "trade")
            ),
            (.words("fee|transaction fee"), .legFee(family: "trade")),
            (.words("binance convert|convert"), .leg(family: "convert")),
            (.words("small assets exchange bnb|small assets exchange bnb (spot)|dust*"), .leg(family: "dust")),
            (
                .words("eth 2.0 staking|asset conversion transfer|token swap*|stablecoins auto-conversion"),
                .leg(family: "conversion")
            ),
            (
                .words("deposit|fiat deposit|buy crypto|buy crypto with card|crypto box|fiat deposits|p2p trading|c2c transfer"),
                .bySign(in: .deposit, out: .withdrawal)
            ),
            (.words("withdraw|fiat withdraw|fiat withdrawal|send|fiat withdrawals"), .event(.withdrawal)),
            (.words("binance card spending|binance pay|payment"), .bySign(in: .deposit, out: .spend)),
            (.words("*staking rewards|*staking reward|*staking interest"), .bySign(in: .staking, out: .spend)),
            (.words("*interest|simple earn*rewards|*vault rewards"), .bySign(in: .interest, out: .spend)),
            (
                .words("airdrop assets|distribution|*airdrop|*airdrops distribution|launchpool airdrop*"),
                .bySign(in: .airdrop, out: .spend)
            ),
            (.words("mining profit|pool distribution"), .bySign(in: .mining, out: .spend)),
            (
                .words(
                    "*rewards|*reward|*rebate|*cashback|*bonus|*distribution|referral commission|referral kickback|"
                        + "commission history|commission rebate"), .bySign(in: .reward, out: .spend)
            ),
            (.words("realized profit and loss|insurance fund compensation"), .bySign(in: .income, out: .loss)),
            (.words("funding fee|isolated margin liquidation - fee"), .bySign(in: .income, out: .fee)),
            (
                .words("*subscription|*redemption|*purchase|transfer between*|main and funding account transfer|*transfer"),
                .leftOut(.stays)
            ),
        ], grouping: .second)

    static let binanceTrades = TransactionForm(
        id: "binance-trades", program: "Binance", reads: "Trade history (CSV), with the units in the cells or in columns",
        headers: [
            ["date(utc)", "pair", "side", "executed", "amount", "fee"], ["date(utc)", "market", "type", "amount", "total", "fee"],
        ],
        columns: [
            .time: ["date(utc)"], .kind: ["side", "type"], .pair: ["pair", "market"], .amount: ["executed", "amount"],
            .money: ["total", "amount"], .price: ["price"], .fee: ["fee"], .feeCoin: ["fee coin"],
        ], dates: ["yy-MM-dd HH:mm:ss"], kinds: [(.words("buy"), .buy), (.words("sell"), .sell)])

    static let bitstamp = TransactionForm(
        id: "bitstamp", program: "Bitstamp", reads: "Transactions (CSV), the old form with units in the cells and the new one",
        headers: [["type", "datetime", "account", "amount", "value", "rate", "fee"]],
        columns: [
            .time: ["datetime"], .kind: ["type"], .detail: ["sub type", "subtype"], .amount: ["amount"], .coin: ["amount currency"],
            .money: ["value"], .currency: ["value currency"], .price: ["rate"], .fee: ["fee"], .feeCoin: ["fee currency"],
        ], idColumns: ["id"], dates: ["MMM. dd, yyyy, hh:mm a", "MMM dd, yyyy, hh:mm a"],
        kinds: [
            (.words("market/buy|limit/buy|instant/buy|buy"), .buy), (.words("market/sell|limit/sell|instant/sell|sell"), .sell),
            (.words("deposit|card deposit|ripple deposit"), .event(.deposit)),
            (.words("withdrawal|ripple payment"), .event(.withdrawal)),
            (.words("staking reward"), .event(.staking)), (.words("started generating interest|interest"), .event(.interest)),
            (.words("referral reward"), .event(.reward)), (.words("credit"), .event(.income)),
            (.words("sub account transfer|staked assets|unstaked assets"), .leftOut(.stays)),
        ])

    static let bitpanda = TransactionForm(
        id: "bitpanda", program: "Bitpanda", reads: "History (CSV), the old form and the new one with lines before the header",
        leavesOut: "stocks, metals and other things that are not coins, and moves to and from staking",
        headers: [["in/out", "amount fiat", "fiat", "amount asset", "asset"]],
        columns: [
            .time: ["timestamp", "created at"], .kind: ["transaction type", "type"], .detail: ["in/out"], .origin: ["asset class"],
            .status: ["status"], .coin: ["asset"], .amount: ["amount asset"], .money: ["amount fiat"], .currency: ["fiat"],
            .price: ["asset market price"], .fee: ["fee"], .feeCoin: ["fee asset"],
        ], idColumns: ["transaction id"],
        kinds: [
            (.words("*/stock (derivative)|*/stock|*/etf|*/metal|*/commodity|*/etc"), .leftOut(.notACoin)),
            (.words("transfer(stake)|transfer(unstake)|transfer/stake"), .leftOut(.stays)),
            (.words("buy"), .buy), (.words("sell"), .sell), (.words("deposit"), .event(.deposit)),
            (.words("withdrawal"), .event(.withdrawal)),
            (.words("reward|reward/incoming|cashback"), .event(.reward)), (.words("staking reward"), .event(.staking)),
            (.words("transfer/incoming"), .event(.income)), (.words("transfer/outgoing"), .event(.withdrawal)),
        ], feeIsForeign: [.deposit])

    static let bitvavo = TransactionForm(
        id: "bitvavo", program: "Bitvavo", reads: "Transaction history (CSV); times are in the zone that each row names",
        leavesOut: "rows that were not completed",
        headers: [["date", "time", "type", "currency", "amount", "quote currency", "received / paid amount", "fee amount"]],
        columns: [
            .time: ["date"], .clock: ["time"], .zone: ["timezone"], .kind: ["type"], .status: ["status"], .coin: ["currency"],
            .amount: ["amount"], .currency: ["received / paid currency", "quote currency"], .total: ["received / paid amount"],
            .price: ["quote price"], .fee: ["fee amount"], .feeCoin: ["fee currency"],
        ], idColumns: ["transaction id"],
        kinds: [
            (.words("buy"), .buy), (.words("sell"), .sell), (.words("deposit|internal_transfer_in"), .event(.deposit)),
            (.words("withdrawal|internal_transfer_out"), .event(.withdrawal)),
            (.words("staking|fixed_staking"), .event(.staking)),
            (.words("rebate|affiliate|campaign_new_user_incentive"), .event(.reward)),
            (.words("manually_assigned_bitvavo|distribution"), .event(.income)),
        ], feeIsWithin: [.withdrawal])

    static let cryptoCom = TransactionForm(
        id: "crypto-com", program: "Crypto.com App",
        reads: "Crypto wallet transactions (CSV); the two sides of a conversion are put together",
        leavesOut: "lockups, Earn and supercharger deposits, which stay in the app, and locked amounts of orders",
        headers: [
            ["timestamp (utc)", "transaction description", "currency", "amount", "to currency", "to amount", "transaction kind"]
        ],
        columns: [
            .time: ["timestamp (utc)"], .kind: ["transaction kind"], .coin: ["currency"], .amount: ["amount"],
            .in: ["to amount"], .inCoin: ["to currency"], .worth: ["native amount (in *"], .note: ["transaction description"],
        ],
        kinds: [
            (
                .words("crypto_exchange|viban_purchase|crypto_viban_exchange|recurring_buy_order|*.purchase_commit|*.sell_commit"),
                .event(.trade)
            ),
            (.words("crypto_purchase|crypto_deposit|viban_deposit|exchange_to_crypto_transfer|van_purchase"), .event(.deposit)),
            (.words("crypto_withdrawal|viban_withdrawal|crypto_to_exchange_transfer"), .event(.withdrawal)),
            (
                .words("card_top_up|crypto_payment|reimbursement_reverted|card_cashback_reverted|crypto_to_van_sell_order"),
                .event(.spend)
            ),
            (.words("crypto_transfer"), .bySign(in: .gift, out: .giftSent)),
            (.words("mco_stake_reward|staking_reward|supercharger_reward_to_app_credited"), .event(.staking)),
            (.words("crypto_earn_interest_paid|crypto_earn_extra_interest_paid"), .event(.interest)),
            (.words("airdrop_to_exchange_transfer"), .event(.airdrop)),
            (
                .words(
                    "referral_bonus|referral_card_cashback|reimbursement|referral_gift|pay_checkout_reward|transfer_cashback|"
                        + "lockup_swap_rebate|rewards_platform_deposit_credited|gift_card_reward|campaign_reward"), .event(.reward)
            ),
            (.words("crypto_payment_refund|admin_wallet_credited"), .event(.income)),
            (.words("dust_conversion_credited|dust_conversion_debited"), .leg(family: "dust")),
            (.words("dynamic_coin_swap_credited|dynamic_coin_swap_debited"), .leg(family: "dynamic")),
            (.words("lockup_swap_credited|lockup_swap_debited"), .leg(family: "lockup")),
            (.words("crypto_wallet_swap_credited|crypto_wallet_swap_debited"), .leg(family: "wallet")),
            (.words("interest_swap_credited|interest_swap_debited"), .leg(family: "interest")),
            (
                .words(
                    "lockup_lock|lockup_unlock|lockup_upgrade|crypto_earn_program_created|crypto_earn_program_withdrawn|"
                        + "supercharger_deposit|supercharger_withdrawal|dynamic_coin_swap_bonus_exchange_deposit|airdrop_locked|"
                        + "council_node_deposit_created|*.purchase_lock|*.purchase_unlock|*.sell_lock|*.sell_unlock|invest_*|"
                        + "finance.*"), .leftOut(.stays)
            ),
        ], grouping: .second)

    static let kuCoin = TransactionForm(
        id: "kucoin", program: "KuCoin",
        reads: "Filled orders and trades (CSV): purchases and sales; times without a stated zone are those of Singapore",
        headers: [
            ["tradecreatedat", "symbol", "side", "size", "funds"],
            ["symbol", "side", "filled amount", "filled volume", "fee currency"],
        ],
        columns: [
            .time: ["filled time(utc*)", "tradecreatedat", "createdat", "time(utc*)", "filled time", "created_at", "createddate"],
            .kind: ["side"], .pair: ["symbol"], .amount: ["filled amount", "size"], .money: ["filled volume", "funds"],
            .price: ["avg. filled price", "price"], .fee: ["fee"], .feeCoin: ["fee currency", "feecurrency"], .status: ["status"],
        ], zone: "Asia/Singapore", kinds: [(.words("buy"), .buy), (.words("sell"), .sell)])

    static let revolut = TransactionForm(
        id: "revolut", program: "Revolut", reads: "Crypto account statement (CSV); the currency stands beside each amount",
        leavesOut: "coins put into and taken out of staking, which stay in the account",
        headers: [["symbol", "type", "quantity", "price", "value", "fees", "date"]],
        columns: [
            .time: ["date"], .kind: ["type"], .coin: ["symbol"], .amount: ["quantity"], .money: ["value"], .price: ["price"],
            .fee: ["fees"],
        ], dates: ["MMM d, yyyy, h:mm:ss a"],
        kinds: [
            (.words("buy|buy - revolut x"), .buy), (.words("sell|sell - revolut x"), .sell),
            (.words("receive|transfer in"), .event(.deposit)), (.words("send|transfer out"), .event(.withdrawal)),
            (.words("staking reward"), .event(.staking)), (.words("learn reward|reward"), .event(.reward)),
            (.words("payment"), .event(.spend)),
            (.words("stake|unstake"), .leftOut(.stays)),
        ])
}
