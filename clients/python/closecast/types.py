"""The types of requests and answers.

Made by generate.py from the OpenAPI document of the server, version 0.2.0. Do not edit.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, NotRequired, TypedDict

__all__ = [
    "Account", "AccountChange", "AccountStorage", "AccountStorageJobBytes", "AccountStoragePictureBytes",
    "AccountStorageTransactions", "AddAssetBodyProviders", "Amount", "Asset", "ChangeEmailAnswer", "CheckHistoryAnswer",
    "CoinAddress", "CoinFeed", "CoinTransfer", "ConfirmSecondFactorAnswer", "ConfirmSecondFactorLossAnswer",
    "Corrections", "CurrentSession", "DeleteAccountAnswer", "DepositDetails", "Device", "DiaryEntry", "DiaryEntryValue",
    "EndOtherSessionsAnswer", "EndSessionsOfAccountAnswer", "ExportTradingHistoryAnswer", "ExportTransactionsAnswer",
    "ExportTransactionsAnswerTransaction", "Feed", "Figure", "Forecast", "ForecastCloses", "ForecastClosesAnswer",
    "ForecastRequest", "ForecastRequest1", "ForecastRequest2", "ForecastRequest2OneSeries", "ForecastValue", "Gains",
    "GainsCloseShift", "GainsHolding", "GainsHoldingOldPrice", "GainsLot", "GainsOlderRate", "GainsReturns",
    "GainsTotal", "GetDiaryAnswer", "GetDiaryAnswerModel", "GetForecastAnswer", "GetHistoryAnswer",
    "GetHistoryAnswerDataItem", "GetSecondFactorAnswer", "Health", "HealthDegradedItem", "IdentityDocument",
    "IdentityVerification", "IdentityVerificationLook", "ImportReceipt", "ImportReceiptEffect",
    "ImportReceiptTransaction", "InferenceAnswer", "InferenceAnswerOutput", "InferenceModel", "InferenceModelInput",
    "InferenceRequest", "InferenceRequestInput", "InferenceRequestOutput", "InferenceServer", "Invitation", "Job",
    "JobDocument", "JobDocumentOneSeries", "JobProblem", "LaterTransactions", "ListAccountsAnswer", "ListAssetsAnswer",
    "ListDevicesAnswer", "ListEventsAnswer", "ListFavouritesAnswer", "ListHistoryAnswer", "ListHistoryAnswerDataItem",
    "ListInvitationsAnswer", "ListJobsAnswer", "ListModelsAnswer", "ListOpenOrdersAnswer", "ListOperatorEventsAnswer",
    "ListPaperMatchesAnswer", "ListPaymentMethodsAnswer", "ListPlansAnswer", "ListSessionsAnswer",
    "ListSupportThreadsAnswer", "ListTokensAnswer", "ListTradingHistoryAnswer", "ListTransactionsAnswer",
    "ListVerificationsAnswer", "ListWalletsAnswer", "ListedAccount", "ListedAsset", "ListedSupportThread",
    "ListedVerification", "Model", "NewBankAccount", "NewCard", "NewDeposit", "NewInvestment", "NewPaperMatch",
    "NewPersonalToken", "NewPlan", "NewTransfer", "NewWallet", "NewWithdrawal", "OperatorEvent", "Order", "Order1",
    "Order1Holding", "Order2", "Order3", "Order4", "Order5", "Order6", "Order7", "Order8", "PaperMatch",
    "PaperMatchResult", "PaperMatchResultResult", "PaperMatchResultResultDecision",
    "PaperMatchResultResultMissingClose", "PaperMatchResultResultModel", "PaperMatchResultResultStrategie",
    "PaperMatchResultResultStrategieLuck", "PaperMatchResultResultStrategieTrade", "Payment", "PaymentMethod",
    "PaymentPreview", "PersonalToken", "PortfolioForecast", "PortfolioGains", "PortfolioGainsWallet",
    "PortfolioRealizedGains", "PortfolioValuation", "PortfolioValueOverTime", "Problem", "ProblemProblem",
    "ProtocolProblem", "RealizedGains", "RealizedGainsDataItem", "RealizedGainsTotal", "RealizedGainsYear", "Receipt",
    "ReceiptEffect", "ReceiptPrice", "ReceiptTransaction", "RecurringPlan", "Referral", "RefreshAssetAnswer",
    "RemoveFavouritesAnswer", "RemoveHistoryAnswer", "RenewRecoveryCodesAnswer", "RequestPasswordResetAnswer",
    "SecondFactorNeeded", "SecondFactorOffer", "SecurityEvent", "SendHistoryAnswer", "SendHistoryAnswerChange",
    "SendHistoryAnswerGap", "SendVerificationAgainAnswer", "SentForecast", "SentForecastError", "ServerLiveAnswer",
    "Session", "ShownAsset", "ShownAssetCloses", "SignIn", "SignUp", "SignUpAnswer2", "SignedIn", "StandingOrder",
    "StartPasswordResetAnswer", "StartSecondFactorRemovalAnswer", "SupportMessage", "SupportThread",
    "SupportThreadOfAccount", "TradeOrder", "TradeOrderFill", "TradeQuote", "TradeWish", "TradingAccount",
    "TradingAccountBalance", "TradingAccountLimit", "TradingEarnings", "TradingEarningsDay", "TradingEarningsHeld",
    "TradingHelp", "TradingHelpCommunityLink", "TradingHelpQuestion", "TradingHistoryEntry", "TradingRules",
    "TradingRulesLevel", "TradingRulesLevelLimit", "Transaction", "TransferPreview", "TransferWish", "Valuation",
    "ValueOverTime", "ValueOverTimeValue", "Verification", "Wallet", "WalletChange", "WalletForecast",
    "WalletForecastDependence", "WalletForecastLeftOutItem", "WalletForecastPart", "WalletForecastRate",
    "WalletForecastValue", "WalletHolding", "WalletInList", "WithdrawalWish",
]


class Account(TypedDict):
    id: str
    name: str
    email: str
    role: Literal["person", "operator"]
    created_at: str
    language: Literal["en", "it", "ru", "kk"]
    quote_currency: str
    preferred_coin: Optional[str]
    appearance: Literal["automatic", "light", "dark"]
    time_zone: str
    has_picture: bool
    second_factor: bool
    """Whether sign-ins need a code too."""
    deleted_from: Optional[str]
    """When the account will be deleted; null if it will not."""


class AccountChange(TypedDict):
    name: NotRequired[str]
    language: NotRequired[Literal["en", "it", "ru", "kk"]]
    quote_currency: NotRequired[Literal["USD", "EUR"]]
    preferred_coin: NotRequired[Optional[str]]
    """A ticker or id; null for none."""
    appearance: NotRequired[Literal["automatic", "light", "dark"]]
    time_zone: NotRequired[str]


class AccountStorage(TypedDict):
    transactions: AccountStorageTransactions
    job_bytes: AccountStorageJobBytes
    picture_bytes: AccountStoragePictureBytes


class AccountStorageJobBytes(TypedDict):
    used: int
    """Bytes of batch jobs: inputs and results."""
    limit: Optional[int]
    """Null for no limit."""


class AccountStoragePictureBytes(TypedDict):
    used: int
    """Bytes of the picture and of photos of documents."""
    limit: Optional[int]
    """Null for no limit."""


class AccountStorageTransactions(TypedDict):
    used: int
    """Transactions of wallets, corrections too."""
    limit: Optional[int]
    """Null for no limit."""


class AddAssetBodyProviders(TypedDict):
    """What each provider calls it."""
    binance: NotRequired[str]
    kraken: NotRequired[str]
    coinmetrics: NotRequired[str]
    coinbase: NotRequired[str]
    coingecko: NotRequired[str]
    cryptocompare: NotRequired[str]
    coinapi: NotRequired[str]
    messari: NotRequired[str]


class Asset(TypedDict):
    id: str
    ticker: str
    name: str
    quote_currency: str
    providers: Dict[str, str]
    """What each provider calls it."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]


class ChangeEmailAnswer(TypedDict):
    mailed: bool


class CheckHistoryAnswer(TypedDict):
    id: str
    ticker: str
    faults: List[str]


class CoinAddress(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    asset: str
    address: str
    """Of no real chain."""


class CoinFeed(TypedDict):
    assets: List[str]
    """The coins that the caller chose, in their order."""
    preferred: Optional[str]
    """The preferred coin; null for none."""
    shown: List[str]
    """The preferred coin, chosen or not, and then the others."""


class CoinTransfer(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    asset: str
    quantity: Amount
    """What arrives."""
    fee: Amount
    """In the coin."""
    address: str
    note: str
    created_at: str


class ConfirmSecondFactorAnswer(TypedDict):
    recovery_codes: List[str]
    """Shown this once; each works once."""


class ConfirmSecondFactorLossAnswer(TypedDict):
    removed_from: str


class Corrections(TypedDict):
    transactions: List[int]


class CurrentSession(TypedDict):
    id: str
    device: str
    """The browser or program."""
    network: str
    """A shortened network address."""
    created_at: str
    last_used_at: str
    """By the minute."""
    expires_at: str
    """If it is not used again."""
    kind: Literal["cookie", "bearer"]
    current: bool
    """Whether this request belongs to it."""
    fresh: bool
    """Whether credentials may be changed without giving the password again."""
    first: Optional[Literal["second-factor", "password", "deletion"]]
    """What must be done before anything else."""
    csrf_token: Optional[str]
    """For the header X-CSRF-Token; null for a bearer."""
    pin: bool
    """Whether the device has a PIN."""


class DeleteAccountAnswer(TypedDict):
    deleted_from: str


class DepositDetails(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    recipient: str
    bank: str
    iban: str
    reference: str
    due_at: str
    """When a deposit arrives that is announced now."""


class Device(TypedDict):
    id: str
    device: str
    network: str
    created_at: str
    last_used_at: str
    pin: bool
    current: bool


class DiaryEntry(TypedDict):
    id: int
    asset: str
    cutoff: str
    """The last day that the model saw."""
    issued_at: str
    model: str
    model_version: str
    model_sha256: str
    input_sha256: str
    """Of the closes that the model read, and their days."""
    horizon: int
    paths: Optional[int]
    seed: Optional[float]
    """A whole number below 2^64."""
    decoding: Literal["recursive", "sliding-window"]
    last_close: float
    late: bool
    """Whether it was issued too late to have been made ahead of its days."""
    counts: bool
    """Whether it counts in the figures of its model."""
    progress: Literal["waiting", "partial", "complete"]
    days: int
    """To be scored."""
    days_ended: int
    days_scored: int
    days_missing: int
    """Ended and without a stored close."""
    point_error: Optional[float]
    naive_point_error: Optional[float]
    point_skill: Optional[float]
    """1 - error / naive error."""
    quantile_loss: Optional[float]
    naive_quantile_loss: Optional[float]
    quantile_skill: Optional[float]
    coverage_50: Optional[float]
    """The share of closes within the band of 50 %."""
    coverage_80: Optional[float]
    """The share of closes within the band of 80 %."""
    coverage_95: Optional[float]
    """The share of closes within the band of 95 %."""
    values: NotRequired[List[DiaryEntryValue]]


class DiaryEntryValue(TypedDict):
    day: int
    date: str
    point: float
    quantiles: NotRequired[Dict[str, float]]
    naive_quantiles: Dict[str, float]


class EndOtherSessionsAnswer(TypedDict):
    ended: int


class EndSessionsOfAccountAnswer(TypedDict):
    ended: int


class ExportTradingHistoryAnswer(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    entries: List[TradingHistoryEntry]


class ExportTransactionsAnswer(TypedDict):
    transactions: List[ExportTransactionsAnswerTransaction]


class ExportTransactionsAnswerTransaction(TypedDict):
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Union[Amount, Literal["unknown"]]]
    """As elsewhere, or unknown; a missing one is looked up."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which the coins then cost."""


class Feed(TypedDict):
    assets: List[str]


class Figure(TypedDict):
    name: str
    unit: str
    value: Optional[Amount]
    formula: Literal["given", "sum", "difference", "product", "quotient"]
    source: NotRequired[str]
    inputs: NotRequired[List[Any]]
    """Figures."""


class Forecast(TypedDict):
    ticker: str
    closes: ForecastCloses
    cutoff: str
    """The last day that the model saw."""
    last_close: float
    """The naive forecast of every day."""
    model: str
    model_sha256: str
    horizon: int
    paths: NotRequired[int]
    seed: NotRequired[int]
    notes: NotRequired[List[str]]
    """Why the measured skill does not hold for these closes: those of a pegged coin, for example."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: List[ForecastValue]


class ForecastCloses(TypedDict):
    source: str
    """Of the last close."""
    retrieved_at: str
    age_days: int
    """1 is as new as there is: the close of yesterday."""


class ForecastClosesAnswer(TypedDict):
    forecasts: List[SentForecast]
    """In the order of the series."""
    skill: List[Any]
    """The skill of the model against the last price, measured on days that it had not seen."""


class ForecastRequest1(TypedDict):
    closes: List[float]
    id: NotRequired[Union[str, float]]
    """The answer repeats it."""
    last: NotRequired[Optional[str]]
    """The day of the last close; without it the answer has no dates."""
    days: NotRequired[int]
    """How many days; all that the model forecasts where it is missing."""
    levels: NotRequired[List[float]]
    """Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty
    array: points only."""
    quantiles: NotRequired[List[float]]
    """Quantiles instead of bands."""
    paths: NotRequired[int]
    """Sample paths of each series, for a model that draws them; 1000."""
    seed: NotRequired[int]
    """The same seed draws the same paths; 1."""
    model: NotRequired[str]
    """A name of GET /v1/models; the default model where it is missing."""
    version: NotRequired[str]
    """Of the model; the highest where it is missing."""
    above: NotRequired[float]
    """Show how likely each close is to be above a price."""
    below: NotRequired[float]
    """Show how likely each close is to be below a price."""
    touch: NotRequired[float]
    """Show how likely the close is to reach a price by each day."""


class ForecastRequest2(TypedDict):
    series: List[ForecastRequest2OneSeries]
    days: NotRequired[int]
    """How many days; all that the model forecasts where it is missing."""
    levels: NotRequired[List[float]]
    """Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty
    array: points only."""
    quantiles: NotRequired[List[float]]
    """Quantiles instead of bands."""
    paths: NotRequired[int]
    """Sample paths of each series, for a model that draws them; 1000."""
    seed: NotRequired[int]
    """The same seed draws the same paths; 1."""
    model: NotRequired[str]
    """A name of GET /v1/models; the default model where it is missing."""
    version: NotRequired[str]
    """Of the model; the highest where it is missing."""
    above: NotRequired[float]
    """Show how likely each close is to be above a price."""
    below: NotRequired[float]
    """Show how likely each close is to be below a price."""
    touch: NotRequired[float]
    """Show how likely the close is to reach a price by each day."""


class ForecastRequest2OneSeries(TypedDict):
    id: NotRequired[Union[str, float]]
    """The answer repeats it."""
    closes: NotRequired[List[float]]
    """Daily closes, oldest first, without gaps, each above zero; a series of others gets an error in its place."""
    last: NotRequired[Optional[str]]
    """The day of the last close; without it the answer has no dates."""


class ForecastValue(TypedDict):
    day: int
    """1 is the day after the last close."""
    date: NotRequired[str]
    """Where the day of the last close is known."""
    point: float
    quantiles: NotRequired[Dict[str, float]]
    """By their levels, such as 0.1."""
    probability_above: NotRequired[float]
    probability_below: NotRequired[float]
    probability_touch: NotRequired[float]


class Gains(TypedDict):
    wallet_id: Optional[str]
    """Null before the first investment, when no wallet exists yet."""
    wallet: str
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    day: str
    """Whose closes are the prices."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: Literal["USD", "EUR"]
    """Costs and proceeds are converted by the rates of their own days."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    holdings: List[GainsHolding]
    """What is held, and with a quantity of 0 what was held: their figures add up to the total."""
    lots: List[GainsLot]
    total: GainsTotal
    total_with_old_prices: Optional[GainsTotal]
    """The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing,
    or if one of them has none."""
    missing_prices: List[str]
    unknown_costs: List[str]
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate of their own, as on a weekend: the rate of an earlier day counts."""
    close_shifts: List[GainsCloseShift]
    """Days on which the closes of a held coin change as a split changes them: gains and returns over them are not
    meaningful."""
    return_on_cost: Optional[Amount]
    """0.05 for 5 percent: gains over the cost of all coins ever acquired."""
    returns: NotRequired[GainsReturns]
    explanation: NotRequired[List[Figure]]
    """Each total, opened down to lots, prices and disposals."""


class GainsCloseShift(TypedDict):
    asset: str
    day: str
    close_before: Amount
    """In USD."""
    close: Amount
    """Of the day, in USD."""
    held_before: Amount
    added: Optional[Amount]
    """What deposits and withdrawals added in proportion; null where the quantity stayed."""
    transaction: Optional[int]
    """The last of these."""


class GainsHolding(TypedDict):
    asset: str
    ticker: str
    quantity: Amount
    price: Optional[Amount]
    price_day: Optional[str]
    """Of a currency, a few days before the day of the closes on a weekend."""
    price_source: Optional[str]
    price_warning: Optional[str]
    """Why the price is probably wrong: it is far from the close before it."""
    old_price: Optional[GainsHoldingOldPrice]
    """The newest earlier close where the price is missing. It does not count in the value."""
    market_value: Optional[Amount]
    known_market_value: Amount
    cost: Optional[Amount]
    unrealized_gain: Optional[Amount]
    unrealized_ratio: Optional[Amount]
    proceeds: Optional[Amount]
    realized_cost: Optional[Amount]
    """Of what was sold or paid as a fee."""
    realized_gain: Optional[Amount]
    realized_ratio: Optional[Amount]


class GainsHoldingOldPrice(TypedDict):
    day: str
    price: Amount
    value: Optional[Amount]


class GainsLot(TypedDict):
    wallet_id: NotRequired[str]
    """In reports on several wallets."""
    wallet: NotRequired[str]
    """In reports on several wallets."""
    transaction: int
    asset: str
    acquired_at: str
    quantity: Amount
    cost: Optional[Amount]
    market_value: Optional[Amount]
    unrealized_gain: Optional[Amount]
    unrealized_ratio: Optional[Amount]


class GainsOlderRate(TypedDict):
    day: str
    rate_day: str
    """Whose rate counts."""


class GainsReturns(TypedDict):
    first: str
    last: str
    time_weighted: Optional[float]
    """0.05 for 5 percent."""
    time_weighted_a_year: Optional[float]
    """Over the days with money; null for less than a year of them."""
    money_weighted_a_year: Optional[float]
    """Null for less than 30 days with money."""
    days_with_money: int
    """Days that began with something in the wallets."""


class GainsTotal(TypedDict):
    market_value: Optional[Amount]
    known_market_value: Amount
    cost: Optional[Amount]
    unrealized_gain: Optional[Amount]
    unrealized_ratio: Optional[Amount]
    proceeds: Optional[Amount]
    realized_cost: Optional[Amount]
    """Of what was sold or paid as a fee."""
    realized_gain: Optional[Amount]
    realized_ratio: Optional[Amount]


class GetDiaryAnswer(TypedDict):
    asset: str
    models: List[GetDiaryAnswerModel]
    data: List[DiaryEntry]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class GetDiaryAnswerModel(TypedDict):
    model: str
    model_version: str
    model_sha256: str
    entries: int
    """That count."""
    entries_scored: int
    entries_late: int
    entries_repeated: int
    days_scored: int
    different_days: int
    first_cutoff: Optional[str]
    last_cutoff: Optional[str]
    point_skill: Optional[float]
    quantile_skill: Optional[float]
    points_against_naive: Literal["unknown", "better", "not-better"]
    quantiles_against_naive: Literal["unknown", "better", "not-better"]
    coverage_50: Optional[float]
    """The share of closes within the band of 50 %."""
    coverage_80: Optional[float]
    """The share of closes within the band of 80 %."""
    coverage_95: Optional[float]
    """The share of closes within the band of 95 %."""


class GetForecastAnswer(TypedDict):
    forecasts: List[Forecast]
    skill: List[Any]
    """The skill of the model against the last price, measured on days that it had not seen."""


class GetHistoryAnswer(TypedDict):
    id: str
    ticker: str
    quote_currency: str
    interval: Literal["1d", "1w", "1mo"]
    data: List[GetHistoryAnswerDataItem]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class GetHistoryAnswerDataItem(TypedDict):
    date: str
    """The first day of the interval."""
    open: Optional[float]
    high: Optional[float]
    low: Optional[float]
    close: float
    volume: Optional[float]
    """In quote currency."""
    days: int
    """Of the interval, those that are stored."""
    source: str
    retrieved_at: str


class GetSecondFactorAnswer(TypedDict):
    on: bool
    needed: bool
    """Whether it must be on."""
    recovery_codes: int
    """How many are left."""
    removed_from: Optional[str]
    """When it will be removed, as its loss was reported."""


class Health(TypedDict):
    ready: bool
    degraded: List[HealthDegradedItem]
    """All that is not as it should be."""


class HealthDegradedItem(TypedDict):
    part: Literal["models", "database", "disk", "feeds", "clock", "queue", "process", "settings", "certificate", "tokens"]
    problem: str
    prevents_service: bool
    """Whether requests had better go elsewhere."""


class IdentityDocument(TypedDict):
    id: str
    kind: Literal["passport", "identity-card", "driving-licence", "residence-permit"]
    side: Literal["front", "back"]
    created_at: str
    delete_at: Optional[str]
    """When the photo is deleted; null once it is."""
    deleted_at: Optional[str]
    """When the photo was deleted; null while it is there."""


class IdentityVerification(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    needed: bool
    """False where the server has no accounts: everybody has the highest level then."""
    level: Literal["none", "basic", "full"]
    phone_last_four: Optional[str]
    """Of the verified telephone; null before."""
    phone_verified_at: Optional[str]
    code_sent_to: Optional[str]
    """The last four digits of the telephone whose code waits; null for none."""
    code_expires_at: Optional[str]
    state: Literal["none", "pending", "more-needed", "refused", "accepted"]
    submitted_at: Optional[str]
    decided_at: Optional[str]
    reason: Optional[str]
    """Why the operator decided as they did."""
    documents: List[IdentityDocument]
    looks: List[IdentityVerificationLook]
    """When operators looked at documents, newest first."""


class IdentityVerificationLook(TypedDict):
    document: str
    time: str


class ImportReceipt(TypedDict):
    preview: bool
    """Whether this only says what would be recorded."""
    recorded: int
    """How many transactions were recorded."""
    new: int
    """Rows that were not recorded before."""
    known: int
    """Rows that were recorded before."""
    row_order: Literal["oldest-first", "newest-first"]
    """Rows of the same moment were taken from the top of the file down, or from the bottom up."""
    transactions: List[ImportReceiptTransaction]
    """The first 1000 new ones, in order of time."""
    effects: List[ImportReceiptEffect]
    prices: List[ReceiptPrice]
    """Stored closes that rows without a value took."""
    unknown_costs: List[str]
    """Coins that came in at a cost that nobody knows: their gains will be missing."""
    unknown_cost_lines: List[int]
    """The lines of those deposits in the file."""


class ImportReceiptEffect(TypedDict):
    wallet_id: Optional[str]
    """Null in a preview that would make the wallet."""
    wallet: str
    asset: str
    before: Amount
    after: Amount


class ImportReceiptTransaction(TypedDict):
    id: Optional[int]
    """Null in a preview."""
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal or an income was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which the coins then cost."""
    wallet_id: Optional[str]
    """Null where the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """Of a transfer."""


class InferenceAnswer(TypedDict):
    model_name: str
    model_version: str
    id: NotRequired[str]
    outputs: List[InferenceAnswerOutput]


class InferenceAnswerOutput(TypedDict):
    name: str
    datatype: str
    shape: List[int]
    """[series, steps], or with several outputs a third size."""
    parameters: NotRequired[Dict[str, Any]]
    data: NotRequired[List[float]]
    """Row-major."""


class InferenceModel(TypedDict):
    name: str
    versions: List[str]
    platform: str
    inputs: List[InferenceModelInput]
    outputs: List[InferenceModelInput]


class InferenceModelInput(TypedDict):
    name: str
    datatype: str
    shape: List[int]
    """-1 where a size is the caller's choice."""


class InferenceRequest(TypedDict):
    id: NotRequired[str]
    """Comes back in the answer."""
    parameters: NotRequired[Dict[str, Any]]
    """steps: outputs to make (default: the model's horizon); decode: recursive or sliding_window; timeout:
    microseconds; priority: 0 (default) or 1, or 2 and above for the background's turn; binary_data_output: whether the
    output comes as bytes behind the JSON."""
    inputs: List[InferenceRequestInput]
    outputs: NotRequired[List[InferenceRequestOutput]]


class InferenceRequestInput(TypedDict):
    name: Literal["input"]
    shape: List[int]
    """[series, steps, inputs]"""
    datatype: Literal["FP32"]
    parameters: NotRequired[Dict[str, Any]]
    """binary_data_size: bytes of this tensor behind the JSON."""
    data: NotRequired[Any]
    """Numbers, flat or nested as the shape, oldest step first."""


class InferenceRequestOutput(TypedDict):
    name: Literal["output"]
    parameters: NotRequired[Dict[str, Any]]
    """binary_data: whether it comes as bytes behind the JSON."""


class InferenceServer(TypedDict):
    name: str
    version: str
    extensions: List[str]


class Invitation(TypedDict):
    id: str
    email: str
    role: Literal["person", "operator"]
    state: Literal["open", "expired", "accepted", "revoked"]
    created_at: str
    expires_at: str


class Job(TypedDict):
    id: str
    state: Literal["waiting", "running", "done", "cancelled", "failed"]
    series: int
    completed: int
    """Answers that can be read: forecasts and errors."""
    failed: int
    """Of them, the errors."""
    result_bytes: int
    """Length of what can be read."""
    created_at: str
    started_at: Optional[str]
    finished_at: Optional[str]
    expires_at: Optional[str]
    """When an ended job is removed."""
    model: str
    model_version: str
    model_sha256: str
    days: int
    quantiles: List[float]
    paths: Optional[int]
    """Null for a model of points."""
    seed: Optional[int]
    decode: Literal["recursive", "sliding-window"]
    problem: Optional[JobProblem]
    """Why it failed, or what it waits for."""


class JobDocument(TypedDict):
    series: List[JobDocumentOneSeries]


class JobDocumentOneSeries(TypedDict):
    id: NotRequired[Union[str, float]]
    """The answer repeats it."""
    closes: List[float]
    """Daily closes, oldest first."""
    last: NotRequired[Optional[str]]
    """The day of the last close."""


class JobProblem(TypedDict):
    code: str
    message: str


class LaterTransactions(TypedDict):
    count: int
    first: str
    """The day of the first one."""
    last: str
    """The day of the last one."""
    included: bool
    """Whether the figures include them, at the closes of the report's day."""
    transactions: List[int]
    """The first of them."""


class ListAccountsAnswer(TypedDict):
    data: List[ListedAccount]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListAssetsAnswer(TypedDict):
    period_days: int
    data: List[ListedAsset]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListDevicesAnswer(TypedDict):
    data: List[Device]


class ListEventsAnswer(TypedDict):
    data: List[SecurityEvent]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListFavouritesAnswer(TypedDict):
    data: List[Asset]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListHistoryAnswer(TypedDict):
    data: List[ListHistoryAnswerDataItem]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListHistoryAnswerDataItem(TypedDict):
    id: str
    ticker: str
    first: str
    last: str
    closes: int
    missing: int
    """Days between the first and the last without a close."""
    retrieved_at: str


class ListInvitationsAnswer(TypedDict):
    data: List[Invitation]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListJobsAnswer(TypedDict):
    data: List[Job]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListModelsAnswer(TypedDict):
    data: List[Model]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListOpenOrdersAnswer(TypedDict):
    data: List[TradeOrder]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListOperatorEventsAnswer(TypedDict):
    data: List[OperatorEvent]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListPaperMatchesAnswer(TypedDict):
    data: List[PaperMatch]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListPaymentMethodsAnswer(TypedDict):
    data: List[PaymentMethod]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListPlansAnswer(TypedDict):
    data: List[RecurringPlan]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListSessionsAnswer(TypedDict):
    data: List[Session]


class ListSupportThreadsAnswer(TypedDict):
    data: List[ListedSupportThread]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListTokensAnswer(TypedDict):
    data: List[PersonalToken]


class ListTradingHistoryAnswer(TypedDict):
    data: List[TradingHistoryEntry]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListTransactionsAnswer(TypedDict):
    data: List[Transaction]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListVerificationsAnswer(TypedDict):
    data: List[ListedVerification]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListWalletsAnswer(TypedDict):
    data: List[WalletInList]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class ListedAccount(TypedDict):
    id: str
    name: str
    email: str
    role: Literal["person", "operator"]
    created_at: str
    state: Literal["active", "locked", "to be deleted"]
    lock_reason: Optional[str]
    second_factor: bool
    sessions: int
    last_used_at: Optional[str]


class ListedAsset(TypedDict):
    id: str
    ticker: str
    name: str
    quote_currency: str
    providers: Dict[str, str]
    """What each provider calls it."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]
    day: Optional[str]
    """Of the newest close."""
    price: Optional[float]
    """The newest close, in quote currency."""
    volume: Optional[float]
    """Of that day, in quote currency."""
    market_value: Optional[float]
    change_12h: Optional[float]
    """Of the price, as a fraction."""
    change_24h: Optional[float]
    """Of the price, as a fraction."""
    change_3d: Optional[float]
    """Of the price, as a fraction."""
    change_7d: Optional[float]
    """Of the price, as a fraction."""
    change_1mo: Optional[float]
    """Of the price, as a fraction."""
    high: Optional[float]
    """Of the period."""
    low: Optional[float]
    """Of the period."""


class ListedSupportThread(TypedDict):
    account: str
    name: str
    email: str
    unread: int
    last: SupportMessage


class ListedVerification(TypedDict):
    account: str
    name: str
    email: str
    state: Literal["none", "pending", "more-needed", "refused", "accepted"]
    submitted_at: Optional[str]
    decided_at: Optional[str]
    reason: Optional[str]
    """Why the operator decided as they did."""
    documents: List[IdentityDocument]


class Model(TypedDict):
    name: str
    version: str
    ready: bool
    """Whether forecasts should be asked of it."""
    reason: Optional[str]
    """What is wrong with it; null where nothing is."""
    default: bool
    """Whether it is what requests get that name no model."""
    default_version: bool
    """Whether it is what requests get that name no version."""
    quantiles: NotRequired[bool]
    """Whether its forecasts have quantiles; this and what follows of loaded ones only."""
    draws_paths: NotRequired[bool]
    parameters: NotRequired[int]
    inputs: NotRequired[int]
    outputs: NotRequired[int]
    context: NotRequired[int]
    """Daily closes that a forecast reads."""
    horizon: NotRequired[int]
    """Days that a forecast can have."""
    skill: NotRequired[Any]
    """Measured periods; see the model's card."""
    training: NotRequired[Any]
    sha256: NotRequired[str]


class NewBankAccount(TypedDict):
    iban: str
    label: NotRequired[str]
    """A name to recognize it by."""


class NewCard(TypedDict):
    number: str
    expires: str
    """MM/YY."""
    label: NotRequired[str]
    """A name to recognize it by."""


class NewDeposit(TypedDict):
    currency: Literal["USD", "EUR"]
    amount: Union[str, float]
    """With at most two digits behind the point."""


class NewInvestment(TypedDict):
    asset: str
    """A ticker or an id."""
    quantity: Union[str, float]
    """How many coins."""
    price: Union[str, float]
    """What a coin cost, in USD."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class NewPaperMatch(TypedDict):
    coins: List[str]
    """Tickers or ids, each once."""
    start: str
    """The first day of trading: a past day with stored closes, or today."""
    end: NotRequired[Optional[str]]
    """The last day; null or missing if the match goes on as closes arrive."""
    cash: NotRequired[Union[str, float]]
    """US dollars that each strategy starts with; 10000."""
    fee: NotRequired[Union[str, float]]
    """The fee as a share of what is traded, at most 0.1; 0.001."""
    strategies: NotRequired[List[Literal["hold", "rebalance", "follow"]]]
    """All of them. hold always takes part: the others are measured against it."""
    threshold: NotRequired[Union[str, float]]
    """follow holds coins whose chance to rise is above it, at least 0 and below 1; 0.5."""
    seed: NotRequired[int]
    """Of the forecasts' sample paths and of the bootstrap; 1."""


class NewPersonalToken(TypedDict):
    id: str
    name: str
    scope: Literal["read", "write", "admin"]
    state: Literal["valid", "expired", "revoked"]
    created_at: str
    expires_at: Optional[str]
    last_used: Optional[str]
    token: str
    """The secret, shown this once."""


class NewPlan(TypedDict):
    asset: str
    currency: Literal["USD", "EUR"]
    cash: Union[str, float]
    """For each purchase, with the fee."""
    every: Literal["day", "week", "month"]
    days: int
    """Until it ends."""


class NewTransfer(TypedDict):
    asset: str
    quantity: Union[str, float]
    """What is to arrive; the fee leaves in addition."""
    address: str
    """Of the receiver."""
    note: NotRequired[str]
    """For both."""


class NewWallet(TypedDict):
    name: str
    """Unique among the owner's wallets; names that differ in case, or look alike, are the same."""
    cost_basis: NotRequired[Literal["fifo", "lifo", "hifo", "average"]]
    """Which lots leave first; fifo where it is missing."""
    allows_negative: NotRequired[bool]
    """Whether holdings may fall below zero, as of an account with credit."""


class NewWithdrawal(TypedDict):
    currency: Literal["USD", "EUR"]
    amount: Union[str, float]
    """With at most two digits behind the point."""
    method: str
    """The id of a linked card or bank account."""
    due_at: NotRequired[str]
    """That of the preview: at another one the withdrawal is refused."""


class OperatorEvent(TypedDict):
    time: str
    event: Literal["sign-in", "sign-in-failed", "sign-in-blocked", "sign-out", "session-ended", "sessions-ended", "device-ended", "second-factor-failed", "second-factor-on", "second-factor-off", "second-factor-removal-started", "second-factor-removal-stopped", "recovery-codes-renewed", "recovery-code-used", "pin-set", "pin-removed", "pin-failed", "sign-up", "verified", "invitation-created", "invitation-accepted", "invitation-revoked", "password-changed", "password-reset-requested", "password-reset", "email-change-requested", "email-changed", "token-created", "token-revoked", "exported", "deletion-scheduled", "deletion-undone", "deleted", "locked", "unlocked", "document-seen", "identity-decided"]
    outcome: Literal["success", "failure"]
    device: str
    network: str
    session: Optional[str]
    by_operator: bool
    """Whether an operator did it."""
    detail: str
    account: Optional[str]
    """Whose account it concerns."""


class Order1(TypedDict):
    kind: Literal["set"]
    holdings: List[Order1Holding]
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order1Holding(TypedDict):
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]


class Order2(TypedDict):
    kind: Literal["deposit"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    cost: NotRequired[Union[str, float]]
    """What the coins cost in all, in USD; their close of that day where it is missing."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order3(TypedDict):
    kind: Literal["withdrawal"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    value: NotRequired[Union[str, float]]
    """What the coins were worth in all, in USD; their close of that day where it is missing. Coins worth 0 are lost,
    with their cost."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order4(TypedDict):
    kind: Literal["buy"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: NotRequired[Union[str, float]]
    """How many coins; or give cash."""
    cash: NotRequired[Union[str, float]]
    """The cash to spend or receive in USD, fee not included."""
    price: NotRequired[Union[str, float]]
    """USD a coin; the close of that day, today the newest, where it is missing."""
    fee: NotRequired[Union[str, float]]
    """In USD."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order5(TypedDict):
    kind: Literal["sell"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: NotRequired[Union[str, float]]
    """How many coins; or give cash."""
    cash: NotRequired[Union[str, float]]
    """The cash to spend or receive in USD, fee not included."""
    price: NotRequired[Union[str, float]]
    """USD a coin; the close of that day, today the newest, where it is missing."""
    fee: NotRequired[Union[str, float]]
    """In USD."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order6(TypedDict):
    kind: Literal["transfer"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    to: str
    """The wallet that gets it, by its id or name."""
    fee: NotRequired[Union[str, float]]
    """What the way costs, of the same asset, beside the quantity."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order7(TypedDict):
    kind: Literal["fee"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class Order8(TypedDict):
    kind: Literal["income"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    at_market: NotRequired[bool]
    """Count the coins at their close of that day, which they then cost."""
    value: NotRequired[Union[str, float]]
    """Count the coins at what they were worth in all, in USD."""
    time: NotRequired[str]
    """When it happened; now where it is missing."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class PaperMatch(TypedDict):
    id: str
    created_at: str
    simulated: bool
    """Always true: no money was moved."""
    coins: List[str]
    start: str
    end: Optional[str]
    cash: Union[str, float]
    fee: Union[str, float]
    strategies: List[Literal["hold", "rebalance", "follow"]]
    threshold: Union[str, float]
    seed: int
    running: bool
    """Whether closes that arrive from now on belong to the match."""
    model_sha256: Optional[str]
    """Of the weights of the model at the start; null without follow, and for matches from before this was recorded."""


class PaperMatchResult(TypedDict):
    id: str
    created_at: str
    simulated: bool
    """Always true: no money was moved."""
    coins: List[str]
    start: str
    end: Optional[str]
    cash: Union[str, float]
    fee: Union[str, float]
    strategies: List[Literal["hold", "rebalance", "follow"]]
    threshold: Union[str, float]
    seed: int
    running: bool
    """Whether closes that arrive from now on belong to the match."""
    model_sha256: Optional[str]
    """Of the weights of the model at the start; null without follow, and for matches from before this was recorded."""
    model_changed: bool
    """Whether the result follows another model than the one at the start: its past trades may have changed."""
    waiting_for: List[str]
    """Coins without a close since the start."""
    result: Optional[PaperMatchResultResult]
    """Null while it waits for closes."""


class PaperMatchResultResult(TypedDict):
    first_day: str
    """The first day from start on which all coins have a close."""
    last_day: str
    winners: List[Literal["hold", "rebalance", "follow"]]
    """The highest final value; several if they ended level."""
    sentences: List[str]
    """The result in words."""
    strategies: List[PaperMatchResultResultStrategie]
    missing_closes: List[PaperMatchResultResultMissingClose]
    """Days without a close: the coin keeps its last value and is not traded."""
    decisions: List[PaperMatchResultResultDecision]
    """What the forecasts of each trading day said."""
    model: Optional[PaperMatchResultResultModel]


class PaperMatchResultResultDecision(TypedDict):
    day: str
    chances: Dict[str, Optional[float]]
    """For each coin the chance of a higher close after 30 days, seen from the day before; null without enough closes in
    a row."""
    held: List[str]
    """Those whose chance is above the threshold."""
    seen_in_training: bool
    """Whether the model was fitted to the days after: then it proves nothing."""


class PaperMatchResultResultMissingClose(TypedDict):
    coin: str
    days: int
    last_close: str


class PaperMatchResultResultModel(TypedDict):
    name: str
    sha256: str
    fitted_through: Optional[str]


class PaperMatchResultResultStrategie(TypedDict):
    strategy: Literal["hold", "rebalance", "follow"]
    rule: str
    """In one sentence."""
    final: Union[str, float]
    change: Union[str, float]
    """The final value as a multiple of the starting cash, minus 1."""
    largest_fall: Union[str, float]
    """From a highest value before, as a share of it."""
    fees: Union[str, float]
    cash: Union[str, float]
    quantities: Dict[str, Union[str, float]]
    luck: Optional[PaperMatchResultResultStrategieLuck]
    """Compared with hold; null for hold."""
    trades: List[PaperMatchResultResultStrategieTrade]
    values: List[Union[str, float]]
    """At the end of each day from first_day, in US dollars."""


class PaperMatchResultResultStrategieLuck(TypedDict):
    lead: float
    """The final value as a multiple of that of hold, minus 1."""
    low: Optional[float]
    """Nine of ten leads that luck alone gives are between low and high."""
    high: Optional[float]
    verdict: Literal["same", "too_short", "beats", "within", "worse"]
    """Whether the lead is more than luck."""


class PaperMatchResultResultStrategieTrade(TypedDict):
    day: str
    """Traded at the close of this day."""
    coin: str
    side: Literal["buy", "sell"]
    quantity: Union[str, float]
    price: Union[str, float]
    value: Union[str, float]
    """Without the fee."""
    fee: Union[str, float]


class Payment(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    kind: Literal["deposit", "withdrawal"]
    currency: Literal["USD", "EUR"]
    amount: Amount
    """What arrives."""
    fee: Amount
    method: Optional[str]
    state: Literal["pending", "sent", "settled", "returned", "cancelled"]
    reason: Optional[str]
    """Why it came back."""
    requested_at: str
    """By the bank's clock, as the other times."""
    sent_at: str
    due_at: str
    ended_at: Optional[str]


class PaymentMethod(TypedDict):
    id: str
    kind: Literal["card", "bank-account"]
    label: str
    network: str
    """Of a card, or the country of a bank account."""
    last_four: str
    expires: Optional[str]
    created_at: str


class PaymentPreview(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    currency: Literal["USD", "EUR"]
    amount: Amount
    fee: Amount
    sent_at: str
    """Until then it can be cancelled."""
    due_at: str


class PersonalToken(TypedDict):
    id: str
    name: str
    scope: Literal["read", "write", "admin"]
    state: Literal["valid", "expired", "revoked"]
    created_at: str
    expires_at: Optional[str]
    last_used: Optional[str]


class PortfolioForecast(TypedDict):
    wallets: List[PortfolioGainsWallet]
    cutoff: str
    """The last day seen."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: NotRequired[Literal["USD", "EUR"]]
    """Of all totals; where it is missing, USD."""
    rates: NotRequired[List[WalletForecastRate]]
    """Closes that cash and totals were converted by, which the forecast keeps on all days."""
    total_now: float
    """Of the parts and the cash."""
    model: str
    model_sha256: str
    horizon: int
    paths: int
    seed: int
    parts: List[WalletForecastPart]
    cash: float
    left_out: List[WalletForecastLeftOutItem]
    """What the total is without."""
    dependence: NotRequired[WalletForecastDependence]
    """From which days it was learned how the coins move together."""
    notes: NotRequired[List[str]]
    """Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: List[WalletForecastValue]
    skill: List[Any]


class PortfolioGains(TypedDict):
    wallets: List[PortfolioGainsWallet]
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    day: str
    """Whose closes are the prices."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: Literal["USD", "EUR"]
    """Costs and proceeds are converted by the rates of their own days."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    holdings: List[GainsHolding]
    """What is held, and with a quantity of 0 what was held: their figures add up to the total."""
    lots: List[GainsLot]
    total: GainsTotal
    total_with_old_prices: Optional[GainsTotal]
    """The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing,
    or if one of them has none."""
    missing_prices: List[str]
    unknown_costs: List[str]
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate of their own, as on a weekend: the rate of an earlier day counts."""
    close_shifts: List[GainsCloseShift]
    """Days on which the closes of a held coin change as a split changes them: gains and returns over them are not
    meaningful."""
    return_on_cost: Optional[Amount]
    """0.05 for 5 percent: gains over the cost of all coins ever acquired."""
    returns: NotRequired[GainsReturns]
    explanation: NotRequired[List[Figure]]
    """Each total, opened down to lots, prices and disposals."""


class PortfolioGainsWallet(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""


class PortfolioRealizedGains(TypedDict):
    wallets: List[PortfolioGainsWallet]
    currency: Literal["USD", "EUR"]
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    year: Optional[int]
    time_zone: str
    """By whose calendar days and years are counted."""
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate of their own, as on a weekend: the rate of an earlier day counts."""
    total: RealizedGainsTotal
    """Of all rows, whatever page this is."""
    years: List[RealizedGainsYear]
    """By calendar year."""
    data: List[RealizedGainsDataItem]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class PortfolioValuation(TypedDict):
    wallets: List[PortfolioGainsWallet]
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    day: str
    """Whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null where a price is missing."""
    known_value: Amount
    """Of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    missing_prices: List[str]
    """Held assets of which no close of that day is stored; the asset of the currency, where its rate is not."""
    currency: Literal["USD", "EUR"]
    holdings: List[WalletHolding]


class PortfolioValueOverTime(TypedDict):
    wallets: List[PortfolioGainsWallet]
    currency: Literal["USD", "EUR"]
    interval: Literal["1d", "1w", "1mo"]
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    values: List[ValueOverTimeValue]


class Problem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    """Stable; what a program decides by."""
    detail: str
    field: NotRequired[str]
    """A parameter's name, or the JSON pointer of a member of the body."""
    value: NotRequired[str]
    accepted: NotRequired[str]
    ids: NotRequired[List[str]]
    """The assets that an ambiguous ticker may mean."""
    problems: NotRequired[List[ProblemProblem]]
    """What is wrong with the lines of a file, or with the elements of its list, from 1."""
    line: NotRequired[int]
    """The line of the body that is not accepted, where it has lines."""
    request_id: str
    left: NotRequired[int]
    """How many tries remain."""
    ticker: NotRequired[str]
    have: NotRequired[str]
    need: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    least: NotRequired[str]
    most: NotRequired[str]
    quoted: NotRequired[str]
    now: NotRequired[str]
    tolerance_percent: NotRequired[str]
    purpose: NotRequired[str]
    period: NotRequired[str]
    limit: NotRequired[str]
    used: NotRequired[str]
    quota: NotRequired[str]
    level: NotRequired[str]
    age_limit_minutes: NotRequired[str]
    price_time: NotRequired[str]
    price: NotRequired[str]
    requests: NotRequired[str]
    hours: NotRequired[str]
    last_four: NotRequired[str]
    expires: NotRequired[str]


class ProblemProblem(TypedDict):
    line: int
    code: NotRequired[str]
    message: str


class ProtocolProblem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    """Stable; what a program decides by."""
    detail: str
    field: NotRequired[str]
    """A parameter's name, or the JSON pointer of a member of the body."""
    value: NotRequired[str]
    accepted: NotRequired[str]
    ids: NotRequired[List[str]]
    """The assets that an ambiguous ticker may mean."""
    problems: NotRequired[List[ProblemProblem]]
    """What is wrong with the lines of a file, or with the elements of its list, from 1."""
    line: NotRequired[int]
    """The line of the body that is not accepted, where it has lines."""
    request_id: str
    left: NotRequired[int]
    """How many tries remain."""
    ticker: NotRequired[str]
    have: NotRequired[str]
    need: NotRequired[str]
    amount: NotRequired[str]
    currency: NotRequired[str]
    least: NotRequired[str]
    most: NotRequired[str]
    quoted: NotRequired[str]
    now: NotRequired[str]
    tolerance_percent: NotRequired[str]
    purpose: NotRequired[str]
    period: NotRequired[str]
    limit: NotRequired[str]
    used: NotRequired[str]
    quota: NotRequired[str]
    level: NotRequired[str]
    age_limit_minutes: NotRequired[str]
    price_time: NotRequired[str]
    price: NotRequired[str]
    requests: NotRequired[str]
    hours: NotRequired[str]
    last_four: NotRequired[str]
    expires: NotRequired[str]
    error: NotRequired[str]
    """The detail, as the protocol's clients read it."""


class RealizedGains(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    currency: Literal["USD", "EUR"]
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    year: Optional[int]
    time_zone: str
    """By whose calendar days and years are counted."""
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate of their own, as on a weekend: the rate of an earlier day counts."""
    total: RealizedGainsTotal
    """Of all rows, whatever page this is."""
    years: List[RealizedGainsYear]
    """By calendar year."""
    data: List[RealizedGainsDataItem]
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last one."""


class RealizedGainsDataItem(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    transaction: int
    kind: Literal["sale", "fee", "income", "withdrawal"]
    asset: str
    ticker: str
    quantity: Amount
    acquired_at: Optional[str]
    """Null for cash."""
    acquired_by: Optional[int]
    """The transaction that acquired it."""
    disposed_at: str
    acquired_on: Optional[str]
    """In the time zone; midnight UTC is a day without a time, and stays that day."""
    disposed_on: str
    """Likewise."""
    held_days: Optional[int]
    """Days between the two."""
    proceeds: Optional[Amount]
    cost: Optional[Amount]
    """Null where it is unknown."""
    gain: Optional[Amount]


class RealizedGainsTotal(TypedDict):
    """Of all rows, whatever page this is."""
    proceeds: Optional[Amount]
    """Null where a rate is missing."""
    cost: Optional[Amount]
    gain: Optional[Amount]


class RealizedGainsYear(TypedDict):
    year: int
    proceeds: Optional[Amount]
    """Null where a rate is missing."""
    cost: Optional[Amount]
    gain: Optional[Amount]


class Receipt(TypedDict):
    preview: bool
    """Whether this only says what would be recorded."""
    recorded: int
    """How many transactions were recorded."""
    transactions: List[ReceiptTransaction]
    """What was recorded, or would be; none where a wallet holds already what it is to hold."""
    effects: List[ReceiptEffect]
    prices: List[ReceiptPrice]
    """Stored closes that were looked up."""
    unknown_costs: List[str]
    """Coins that came in at a cost that nobody knows: their gains will be missing."""


class ReceiptEffect(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    asset: str
    before: Amount
    after: Amount


class ReceiptPrice(TypedDict):
    asset: str
    day: str
    price: Amount
    source: Optional[str]


class ReceiptTransaction(TypedDict):
    id: Optional[int]
    """Null in a preview."""
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal or an income was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which the coins then cost."""
    wallet_id: Optional[str]
    """Null where the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """Of a transfer."""
    recorded_at: NotRequired[str]
    corrects: NotRequired[int]
    """The transaction that this one takes back."""
    corrected_by: NotRequired[int]
    """The correction that took it back."""


class RecurringPlan(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    asset: str
    currency: Literal["USD", "EUR"]
    cash: Amount
    """For each purchase, with the fee."""
    every: Literal["day", "week", "month"]
    next_at: str
    """By the bank's clock, as ends_at."""
    ends_at: str
    runs: int
    """Purchases that were made, or failed."""
    last_order: Optional[str]
    """The newest purchase, filled or failed; null before the first."""
    state: Literal["active", "ended", "cancelled"]
    created_at: str


class Referral(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    code: Optional[str]
    """The caller's own; null until the simulated account is opened."""
    referred: int
    """How many people gave it."""
    rewards: int
    """How many of them were verified."""
    reward_usd: Amount
    """For each of these, in simulated US dollars."""
    used: bool
    """Whether the caller gave somebody's code."""
    can_use: bool
    """Whether the caller can still give one."""


class RefreshAssetAnswer(TypedDict):
    id: str
    ticker: str
    last: Optional[str]
    """The last stored day."""
    added: int
    differing: int
    """Stored closes that differ from the providers' current ones."""
    providers: List[str]
    """Who answered; nobody where no close was missing."""


class RemoveFavouritesAnswer(TypedDict):
    removed: List[str]
    not_marked: List[str]


class RemoveHistoryAnswer(TypedDict):
    removed: int


class RenewRecoveryCodesAnswer(TypedDict):
    recovery_codes: List[str]
    """Shown this once; each works once."""


class RequestPasswordResetAnswer(TypedDict):
    mailed: bool


class SecondFactorNeeded(TypedDict):
    sign_in: str
    """Names the sign-in: POST /v1/sessions/second-factor."""
    expires_at: str


class SecondFactorOffer(TypedDict):
    secret: str
    """Base 32, to be typed."""
    uri: str
    """`otpauth:`"""
    svg: str
    """The URI as a QR code."""


class SecurityEvent(TypedDict):
    time: str
    event: Literal["sign-in", "sign-in-failed", "sign-in-blocked", "sign-out", "session-ended", "sessions-ended", "device-ended", "second-factor-failed", "second-factor-on", "second-factor-off", "second-factor-removal-started", "second-factor-removal-stopped", "recovery-codes-renewed", "recovery-code-used", "pin-set", "pin-removed", "pin-failed", "sign-up", "verified", "invitation-created", "invitation-accepted", "invitation-revoked", "password-changed", "password-reset-requested", "password-reset", "email-change-requested", "email-changed", "token-created", "token-revoked", "exported", "deletion-scheduled", "deletion-undone", "deleted", "locked", "unlocked", "document-seen", "identity-decided"]
    outcome: Literal["success", "failure"]
    device: str
    network: str
    session: Optional[str]
    by_operator: bool
    """Whether an operator did it."""
    detail: str


class SendHistoryAnswer(TypedDict):
    id: str
    ticker: str
    file: str
    first: str
    last: str
    added: int
    unchanged: int
    changes: List[SendHistoryAnswerChange]
    """Closes that differ from the stored ones."""
    replaced: bool
    """Whether they took the places of the stored ones."""
    gaps: List[SendHistoryAnswerGap]
    """Days without a close between stored and imported ones."""
    notes: List[str]
    """What was left out, and what looks wrong."""


class SendHistoryAnswerChange(TypedDict):
    day: str
    stored: float
    source: str
    file: float


class SendHistoryAnswerGap(TypedDict):
    first: str
    last: str


class SendVerificationAgainAnswer(TypedDict):
    mailed: bool
    """A mail is on its way. The answer is the same for every address."""


class SentForecast(TypedDict):
    id: NotRequired[Union[str, float]]
    """As it was sent."""
    cutoff: NotRequired[str]
    error: NotRequired[SentForecastError]
    """Why this series has no forecast, which then has no other member than its id."""
    last_close: NotRequired[float]
    """The naive forecast of every day."""
    model: NotRequired[str]
    model_sha256: NotRequired[str]
    horizon: NotRequired[int]
    paths: NotRequired[int]
    seed: NotRequired[int]
    notes: NotRequired[List[str]]
    """Why the measured skill does not hold for these closes: those of a pegged coin, for example."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: NotRequired[List[ForecastValue]]


class SentForecastError(TypedDict):
    """Why this series has no forecast, which then has no other member than its id."""
    code: str
    message: str


class ServerLiveAnswer(TypedDict):
    live: bool


class Session(TypedDict):
    id: str
    device: str
    """The browser or program."""
    network: str
    """A shortened network address."""
    created_at: str
    last_used_at: str
    """By the minute."""
    expires_at: str
    """If it is not used again."""
    kind: Literal["cookie", "bearer"]
    current: bool
    """Whether this request belongs to it."""


class ShownAsset(TypedDict):
    id: str
    ticker: str
    name: str
    quote_currency: str
    providers: Dict[str, str]
    """What each provider calls it."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]
    day: Optional[str]
    """Of the newest close."""
    price: Optional[float]
    """The newest close, in quote currency."""
    volume: Optional[float]
    """Of that day, in quote currency."""
    market_value: Optional[float]
    change_12h: Optional[float]
    """Of the price, as a fraction."""
    change_24h: Optional[float]
    """Of the price, as a fraction."""
    change_3d: Optional[float]
    """Of the price, as a fraction."""
    change_7d: Optional[float]
    """Of the price, as a fraction."""
    change_1mo: Optional[float]
    """Of the price, as a fraction."""
    high: Optional[float]
    """Of the period."""
    low: Optional[float]
    """Of the period."""
    favourite: bool
    """Whether the caller marked it."""
    closes: Optional[ShownAssetCloses]
    """Which closes are stored; null where none is."""


class ShownAssetCloses(TypedDict):
    first: str
    last: str
    closes: int
    missing: int
    """Days between the first and the last without a close."""
    retrieved_at: str


class SignIn(TypedDict):
    email: str
    password: str
    cookie: NotRequired[bool]
    """True for browsers: a cookie carries the session. Otherwise the answer has a `token` for `Authorization:
    Bearer`."""
    remember_me: NotRequired[bool]
    """Whether the session lasts for weeks; false where it is missing."""
    device_token: NotRequired[str]
    """Of an earlier sign-in, for programs; browsers have it in a cookie."""


class SignUp(TypedDict):
    name: str
    email: NotRequired[str]
    """Not needed with an invitation."""
    password: str
    accept_terms: bool
    """Must be true."""
    language: NotRequired[Literal["en", "it", "ru", "kk"]]
    """Of mails; en where it is missing."""
    invitation: NotRequired[str]
    """Where signing up takes one."""


class SignUpAnswer2(TypedDict):
    mailed: bool
    """A mail is on its way. The answer is the same for every address."""


class SignedIn(TypedDict):
    session: Session
    account: Account
    token: Optional[str]
    """The session's secret, shown this once; null where a cookie carries it."""
    device_token: Optional[str]
    """The secret of a device that was not known; null where a cookie carries it, or the device is known."""
    csrf_token: Optional[str]
    """For the header X-CSRF-Token; null for a bearer."""
    first: Optional[Literal["second-factor", "password", "deletion"]]
    """What must be done before anything else."""


class StandingOrder(TypedDict):
    kind: Literal["limit", "stop"]
    side: Literal["buy", "sell"]
    asset: str
    """A ticker or an id."""
    currency: Literal["USD", "EUR"]
    cash: NotRequired[Union[str, float]]
    """The cash to spend, fee included, or to receive; or give quantity."""
    quantity: NotRequired[Union[str, float]]
    """How many coins, with at most eight digits behind the point."""
    price: Union[str, float]
    """The limit or stop for one coin, in the currency."""
    days: int
    """Until it expires."""


class StartPasswordResetAnswer(TypedDict):
    mailed: bool


class StartSecondFactorRemovalAnswer(TypedDict):
    mailed: bool


class SupportMessage(TypedDict):
    id: str
    author: Literal["person", "operator"]
    text: str
    created_at: str
    read_at: Optional[str]
    """When the other side read it."""


class SupportThread(TypedDict):
    unread: int
    """Messages of the other side that are not marked as read."""
    messages: List[SupportMessage]
    """The newest 500, oldest first."""


class SupportThreadOfAccount(TypedDict):
    account: str
    name: str
    email: str
    unread: int
    """Messages of the other side that are not marked as read."""
    messages: List[SupportMessage]
    """The newest 500, oldest first."""


class TradeOrder(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    kind: Literal["market", "limit", "stop"]
    side: Literal["buy", "sell"]
    asset: str
    currency: Literal["USD", "EUR"]
    amount: Amount
    amount_in: Literal["cash", "coin"]
    trigger_price: Optional[Amount]
    """The limit or stop; null for a market order."""
    state: Literal["open", "filled", "cancelled", "expired", "failed"]
    reason: Optional[str]
    """Why it failed; a problem's code."""
    quote: Optional[str]
    plan: Optional[str]
    created_at: str
    ends_at: Optional[str]
    ended_at: Optional[str]
    fill: Optional[TradeOrderFill]
    """What was traded; null unless it is filled."""


class TradeOrderFill(TypedDict):
    quantity: Amount
    cash: Amount
    fee: Amount
    price: Amount
    """Of one coin, in the currency."""
    price_source: str
    price_time: str


class TradeQuote(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    side: Literal["buy", "sell"]
    asset: str
    currency: Literal["USD", "EUR"]
    quantity: Amount
    """Coins."""
    cash: Amount
    """What is paid, with the fee, or received, without it."""
    fee: Amount
    """In the currency."""
    price: Amount
    """Of one coin, in the currency."""
    price_source: str
    price_time: str
    created_at: str
    expires_at: str


class TradeWish(TypedDict):
    side: Literal["buy", "sell"]
    asset: str
    """A ticker or an id."""
    currency: Literal["USD", "EUR"]
    cash: NotRequired[Union[str, float]]
    """The cash to spend, fee included, or to receive; or give quantity."""
    quantity: NotRequired[Union[str, float]]
    """How many coins, with at most eight digits behind the point."""


class TradingAccount(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    level: Literal["none", "basic", "full"]
    tolerance_percent: Amount
    """How far a price may move between quote and confirmation."""
    password_above_usd: Amount
    """Withdrawals and transfers above it need the password again."""
    created_at: Optional[str]
    """Null until it is opened, which the first write does."""
    bank_time: str
    """Of the made-up bank's clock."""
    clock_speed: float
    """How much faster than real time the bank's clock runs."""
    balances: List[TradingAccountBalance]
    limits: List[TradingAccountLimit]


class TradingAccountBalance(TypedDict):
    asset: str
    ticker: str
    free: Amount
    held: Amount
    """Reserved for open orders and withdrawals."""


class TradingAccountLimit(TypedDict):
    purpose: Literal["trade", "withdrawal", "transfer"]
    period: Literal["day", "month"]
    most: Amount
    """In US dollars."""
    used: Amount
    """In US dollars."""


class TradingEarnings(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    currency: Literal["USD", "EUR"]
    period: Literal["1w", "1m", "3m", "1y", "all"]
    first: Optional[str]
    """The day of the first transaction; null without any."""
    today: str
    value: Optional[Amount]
    """What the account has now, held amounts included, at the newest stored prices."""
    paid_in: Optional[Amount]
    """Payments, and coins received from others at their value then."""
    paid_out: Optional[Amount]
    """Payments, and coins sent to others at their value then."""
    earned: Optional[Amount]
    """value + paid_out - paid_in; the sum of unrealized, realized and exchange."""
    unrealized: Optional[Amount]
    """Of what is owned now: value minus cost."""
    realized: Optional[Amount]
    """Of what was sold, paid as a fee or left the account, and rewards."""
    exchange: Optional[Amount]
    """By the exchange rate of dollars, for figures in euros."""
    fees: Optional[Amount]
    """Contained in the other figures."""
    earned_in_period: Optional[Amount]
    """Since the end of the day before the first of days."""
    priced_at: Optional[str]
    """The time of the oldest price in value; null if it needs none."""
    missing: List[str]
    """What has no price; the currency's asset if its rate is missing."""
    held: TradingEarningsHeld
    """The same payments, if each had bought one coin, and those out had sold of it."""
    days: List[TradingEarningsDay]
    """Oldest first; today as it is now."""


class TradingEarningsDay(TypedDict):
    day: str
    value: Optional[Amount]
    put_in: Optional[Amount]
    """What had been paid in minus what had been paid out."""
    held: Optional[Amount]


class TradingEarningsHeld(TypedDict):
    """The same payments, if each had bought one coin, and those out had sold of it."""
    asset: str
    ticker: str
    quantity: Optional[Amount]
    value: Optional[Amount]
    owed: Optional[Amount]
    """What was paid out beyond what the coin had brought; part of value."""
    earned: Optional[Amount]
    earned_in_period: Optional[Amount]
    missing_day: Optional[str]
    """The first day with a payment but without a price of the coin."""


class TradingHelp(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    language: Literal["en", "it", "ru", "kk"]
    """Of the questions and answers."""
    questions: List[TradingHelpQuestion]
    """The best first, if something was looked for."""
    community_links: List[TradingHelpCommunityLink]
    """Where people meet; not part of this server."""


class TradingHelpCommunityLink(TypedDict):
    name: str
    address: str


class TradingHelpQuestion(TypedDict):
    id: str
    """The same in every language."""
    question: str
    answer: str


class TradingHistoryEntry(TypedDict):
    id: str
    kind: Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]
    time: str
    """Real time of its end, or of its beginning while it is open."""
    state: str
    asset: Optional[str]
    quantity: Optional[Amount]
    currency: Optional[Literal["USD", "EUR"]]
    cash: Optional[Amount]
    fee: Optional[Amount]
    """In the currency; of what was sent, in the coin. One that came back is 0."""
    price: Optional[Amount]
    other: str
    """The payment method, or the address."""
    amount: Amount
    """What was ordered."""
    amount_in: Literal["cash", "coin"]
    detail: str
    """The kind of an order, or the note of a transfer."""
    trigger_price: Optional[Amount]
    reason: Optional[str]
    due_at: Optional[str]
    """When a payment arrives, by the bank's clock; null for one that was cancelled or returned."""


class TradingRules(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    quote_seconds: int
    """How long a quote holds."""
    largest_quote_age_minutes: int
    """The oldest quote of a market that is traded at."""
    largest_close_age_hours: int
    """The oldest close that is traded at, counted from the end of its day."""
    trade_fee_percent: Amount
    least_trade: Amount
    """In the currency of the trade, with the fee."""
    most_trade: Amount
    """In the currency of the trade, with the fee."""
    tolerance_percent: Amount
    """How far a price may move, where a person has not chosen."""
    longest_order_days: int
    """Of limit and stop orders, and of plans."""
    most_open_orders: int
    """And active plans, of one person."""
    most_orders_an_hour: int
    least_deposit: Amount
    most_deposit: Amount
    deposit_days: int
    """Banking days until it arrives."""
    least_withdrawal: Amount
    withdrawal_fee: Amount
    """In the currency of the withdrawal."""
    withdrawal_days: int
    """Banking days until it arrives."""
    cut_off_minutes: int
    """Since midnight UTC; later payments count from the next banking day."""
    returned_account_ending: str
    """Withdrawals to accounts that end in these digits come back."""
    most_payments_a_day: int
    transfer_fee_percent: Amount
    """Of what is sent, in the coin."""
    most_transfers_a_day: int
    password_above_usd: Amount
    """What leaves by one payment or transfer without the password, where a person has not chosen."""
    document_days: int
    """How long documents are kept after they were submitted."""
    referral_reward_usd: Amount
    """For each person who was referred and verified."""
    levels: List[TradingRulesLevel]


class TradingRulesLevel(TypedDict):
    level: Literal["none", "basic", "full"]
    limits: List[TradingRulesLevelLimit]


class TradingRulesLevelLimit(TypedDict):
    purpose: Literal["trade", "withdrawal", "transfer"]
    day_usd: Amount
    month_usd: Amount


class Transaction(TypedDict):
    id: int
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal or an income was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which the coins then cost."""
    wallet_id: Optional[str]
    """Null where the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """Of a transfer."""
    recorded_at: str
    corrects: NotRequired[int]
    """The transaction that this one takes back."""
    corrected_by: NotRequired[int]
    """The correction that took it back."""


class TransferPreview(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    asset: str
    quantity: Amount
    fee: Amount
    address: str


class TransferWish(TypedDict):
    asset: str
    quantity: Union[str, float]
    """What is to arrive; the fee leaves in addition."""
    address: str
    """Of the receiver."""


class Valuation(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    day: str
    """Whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null where a price is missing."""
    known_value: Amount
    """Of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    missing_prices: List[str]
    """Held assets of which no close of that day is stored; the asset of the currency, where its rate is not."""
    currency: Literal["USD", "EUR"]
    holdings: List[WalletHolding]


class ValueOverTime(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    currency: Literal["USD", "EUR"]
    interval: Literal["1d", "1w", "1mo"]
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    values: List[ValueOverTimeValue]


class ValueOverTimeValue(TypedDict):
    date: str
    value: Optional[Amount]
    """In the currency; null where a close is missing."""
    net_flow: Optional[Amount]
    """Inflow minus outflow, at the day's closes."""
    inflow: Optional[Amount]
    """What came in."""
    outflow: Optional[Amount]
    """What went out."""
    missing: List[str]
    """Held assets whose close is not stored, and the asset of the currency where its rate is not."""
    rate_day: Optional[str]
    """The earlier day whose rate of a currency counts, as on a weekend; null if the date has its own."""


class Verification(TypedDict):
    token: str
    password: str
    """As at the sign-up."""


class Wallet(TypedDict):
    id: str
    """Stays the same when the wallet is renamed."""
    name: str
    cost_basis: Literal["fifo", "lifo", "hifo", "average"]
    """Which lots leave it first."""
    allows_negative: bool
    created_at: str
    day: str
    """Whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null where a price is missing."""
    known_value: Amount
    """Of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    missing_prices: List[str]
    """Held assets of which no close of that day is stored; the asset of the currency, where its rate is not."""
    currency: Literal["USD", "EUR"]
    holdings: List[WalletHolding]


class WalletChange(TypedDict):
    name: NotRequired[str]
    cost_basis: NotRequired[Literal["fifo", "lifo", "hifo", "average"]]


class WalletForecast(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    cutoff: str
    """The last day seen."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: NotRequired[Literal["USD", "EUR"]]
    """Of all totals; where it is missing, USD."""
    rates: NotRequired[List[WalletForecastRate]]
    """Closes that cash and totals were converted by, which the forecast keeps on all days."""
    total_now: float
    """Of the parts and the cash."""
    model: str
    model_sha256: str
    horizon: int
    paths: int
    seed: int
    parts: List[WalletForecastPart]
    cash: float
    left_out: List[WalletForecastLeftOutItem]
    """What the total is without."""
    dependence: NotRequired[WalletForecastDependence]
    """From which days it was learned how the coins move together."""
    notes: NotRequired[List[str]]
    """Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: List[WalletForecastValue]
    skill: List[Any]


class WalletForecastDependence(TypedDict):
    """From which days it was learned how the coins move together."""
    method: str
    first: str
    last: str
    days: int


class WalletForecastLeftOutItem(TypedDict):
    ticker: str
    amount: Amount
    reason: str


class WalletForecastPart(TypedDict):
    ticker: str
    amount: float
    last_close: float
    value_now: float


class WalletForecastRate(TypedDict):
    currency: Literal["USD", "EUR"]
    day: str
    """Of the close: before the cutoff on a weekend."""
    close: Amount
    """In USD."""


class WalletForecastValue(TypedDict):
    day: int
    date: str
    point: float
    quantiles: Dict[str, float]
    """By their levels: 0.025."""
    probability_above: NotRequired[float]
    probability_below: NotRequired[float]
    probability_touch: NotRequired[float]


class WalletHolding(TypedDict):
    asset: str
    ticker: str
    quantity: Amount
    price: Optional[Amount]
    price_day: Optional[str]
    """Of a currency, a few days before the day of the closes on a weekend."""
    price_source: Optional[str]
    price_warning: Optional[str]
    """Why the price is probably wrong: it is far from the close before it."""
    old_price: Optional[GainsHoldingOldPrice]
    """The newest earlier close where the price is missing. It does not count in the value."""
    value: Optional[Amount]


class WalletInList(TypedDict):
    id: str
    """Stays the same when the wallet is renamed."""
    name: str
    cost_basis: Literal["fifo", "lifo", "hifo", "average"]
    """Which lots leave it first."""
    created_at: str
    day: str
    """Whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null where a price is missing."""
    known_value: Amount
    """Of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the rate of the currency: a few days before the day of the closes on a weekend; null without a
    rate."""
    missing_prices: List[str]
    """Held assets of which no close of that day is stored; the asset of the currency, where its rate is not."""
    currency: NotRequired[Literal["USD", "EUR"]]
    """Of the values; where it is missing, USD."""


class WithdrawalWish(TypedDict):
    currency: Literal["USD", "EUR"]
    amount: Union[str, float]
    """With at most two digits behind the point."""
    method: str
    """The id of a linked card or bank account."""


Amount = str


ForecastRequest = Union[ForecastRequest1, ForecastRequest2]


Order = Union[Order1, Order2, Order3, Order4, Order5, Order6, Order7, Order8]
