"""The types of requests and answers.

Made by generate.py from the OpenAPI document of the server, version 0.2.0. Do not edit.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, NotRequired, TypedDict

__all__ = [
    "Account", "AccountChange", "AccountStorage", "AccountStorageJobBytes", "AccountStoragePictureBytes",
    "AccountStorageTransactions", "AddAssetBodyProviders", "AddExpensesAnswer", "Alert", "AlertDraft", "AlertFiring",
    "AlertTrial", "AlertTrialFiring", "Amount", "Article", "Asset", "Backtest", "Budget", "BudgetDraft", "BudgetState",
    "ChangeEmailAnswer", "CheckHistoryAnswer", "CoinAddress", "CoinFeed", "CoinTransfer", "ConfirmSecondFactorAnswer",
    "ConfirmSecondFactorLossAnswer", "Corrections", "CurrentSession", "DeleteAccountAnswer", "DepositDetails", "Device",
    "DiaryEntry", "DiaryEntryValue", "EndOtherSessionsAnswer", "EndSessionsOfAccountAnswer", "Expense",
    "ExpenseCategory", "ExpenseComparison", "ExpenseDraft", "ExpenseMonth", "ExpenseMonthEnd", "ExpenseMonthEndCheck",
    "ExpenseOverview", "ExpensePart", "ExpenseRates", "ExpenseShare", "ExpensesWithoutRate",
    "ExportTradingHistoryAnswer", "ExportTransactionsAnswer", "ExportTransactionsAnswerTransaction", "Feed", "Figure",
    "Forecast", "ForecastCloses", "ForecastClosesAnswer", "ForecastRequest", "ForecastRequest1", "ForecastRequest2",
    "ForecastRequest2OneSeries", "ForecastValue", "Gains", "GainsCloseShift", "GainsHolding", "GainsHoldingOldPrice",
    "GainsLot", "GainsOlderRate", "GainsReturns", "GainsTotal", "GetDiaryAnswer", "GetDiaryAnswerModel",
    "GetForecastAnswer", "GetHistoryAnswer", "GetHistoryAnswerDataItem", "GetSecondFactorAnswer", "Health",
    "HealthDegradedItem", "IdentityDocument", "IdentityVerification", "IdentityVerificationLook", "ImportColumn",
    "ImportFault", "ImportPreview", "ImportPreviewSample", "ImportQuestion", "ImportReceipt", "ImportReceiptDeposit",
    "ImportReceiptEffect", "ImportReceiptLeftOutItem", "ImportReceiptTransaction", "ImportReceiptTransfer",
    "ImportReceiptUnknownCoin", "ImportReceiptUnknownValue", "ImportResult", "ImportRow", "InferenceAnswer",
    "InferenceAnswerOutput", "InferenceModel", "InferenceModelInput", "InferenceRequest", "InferenceRequestInput",
    "InferenceRequestOutput", "InferenceServer", "Invitation", "Job", "JobDocument", "JobDocumentOneSeries",
    "JobProblem", "LaterTransactions", "ListAccountsAnswer", "ListAlertFiringsAnswer", "ListAlertsAnswer",
    "ListAssetsAnswer", "ListBudgetsAnswer", "ListDevicesAnswer", "ListEventsAnswer", "ListExpenseCategoriesAnswer",
    "ListExpensesAnswer", "ListExpensesAnswerTotal", "ListFavouritesAnswer", "ListHistoryAnswer",
    "ListHistoryAnswerDataItem", "ListInvitationsAnswer", "ListJobsAnswer", "ListModelsAnswer", "ListNewsAnswer",
    "ListNewsSourcesAnswer", "ListNewsTopicsAnswer", "ListNoticeDevicesAnswer", "ListNoticesAnswer",
    "ListOpenOrdersAnswer", "ListOperatorEventsAnswer", "ListPaperMatchesAnswer", "ListPaymentMethodsAnswer",
    "ListPlacesAnswer", "ListPlansAnswer", "ListRecommendedNewsAnswer", "ListRecurringExpensesAnswer",
    "ListSessionsAnswer", "ListSupportThreadsAnswer", "ListTokensAnswer", "ListTradingHistoryAnswer",
    "ListTransactionsAnswer", "ListTrendingNewsAnswer", "ListVerificationsAnswer", "ListWalletSharesAnswer",
    "ListWalletsAnswer", "ListedAccount", "ListedAsset", "ListedSupportThread", "ListedVerification", "MadeWalletShare",
    "Model", "NewBankAccount", "NewCard", "NewDeposit", "NewExpense", "NewInvestment", "NewPaperMatch",
    "NewPersonalToken", "NewPlan", "NewTransfer", "NewWallet", "NewWithdrawal", "NewsSource", "NewsTopic", "Notice",
    "NoticeCount", "NoticeDevice", "NoticeDeviceDraft", "NoticeOutcome", "NoticePushKey", "NoticeSettings",
    "NoticeSettingsDraft", "OperatorEvent", "Order", "Order1", "Order1Holding", "Order2", "Order3", "Order4", "Order5",
    "Order6", "Order7", "Order8", "Order9", "Order10", "PaperMatch", "PaperMatchResult", "PaperMatchResultResult",
    "PaperMatchResultResultDecision", "PaperMatchResultResultMissingClose", "PaperMatchResultResultModel",
    "PaperMatchResultResultStrategie", "PaperMatchResultResultStrategieLuck", "PaperMatchResultResultStrategieTrade",
    "Payment", "PaymentMethod", "PaymentPreview", "PersonalDetails", "PersonalToken", "Place", "PlaceDraft",
    "PlaceHour", "PlaceUse", "PlaceUseSpentItem", "PortfolioForecast", "PortfolioGains", "PortfolioRealizedGains",
    "PortfolioValuation", "PortfolioValueOverTime", "Problem", "ProblemProblem", "Profile", "ProtocolProblem",
    "ReadingList", "ReadingTopic", "ReadingTopicDraft", "ReadingTopicText", "RealizedGains", "RealizedGainsDataItem",
    "RealizedGainsTotal", "RealizedGainsYear", "Receipt", "ReceiptEffect", "ReceiptPrice", "ReceiptTransaction",
    "RecurringDraft", "RecurringExpense", "RecurringPlan", "Referral", "RefreshAssetAnswer", "RemoveFavouritesAnswer",
    "RemoveHistoryAnswer", "RenewRecoveryCodesAnswer", "RequestPasswordResetAnswer", "RestoreExpensesAnswer",
    "SecondFactorNeeded", "SecondFactorOffer", "SecurityEvent", "SendHistoryAnswer", "SendHistoryAnswerChange",
    "SendHistoryAnswerGap", "SendVerificationAgainAnswer", "SentForecast", "SentForecastError", "ServerLiveAnswer",
    "Session", "SetExpensesAnswer", "SetExpensesBodyExpense", "SharedWallet", "SharedWalletHolding", "ShownAsset",
    "ShownAssetCloses", "SignIn", "SignUp", "SignUpAnswer2", "SignedIn", "StandingOrder", "StartPasswordResetAnswer",
    "StartSecondFactorRemovalAnswer", "SupportMessage", "SupportThread", "SupportThreadOfAccount", "TaxReport",
    "TaxReportDisposal", "TaxReportIncomeByLabelItem", "TaxReportIncomeItem", "TaxReportSource", "TaxReportTotal",
    "TaxReportWallet", "TradeOrder", "TradeOrderFill", "TradeQuote", "TradeWish", "TradingAccount",
    "TradingAccountBalance", "TradingAccountLimit", "TradingEarnings", "TradingEarningsDay", "TradingEarningsHeld",
    "TradingHelp", "TradingHelpCommunityLink", "TradingHelpQuestion", "TradingHistoryEntry", "TradingRules",
    "TradingRulesLevel", "TradingRulesLevelLimit", "Transaction", "TransferPreview", "TransferWish", "UsualExpense",
    "Valuation", "ValueOverTime", "ValueOverTimeValue", "Verification", "Wallet", "WalletChange", "WalletForecast",
    "WalletForecastDependence", "WalletForecastLeftOutItem", "WalletForecastPart", "WalletForecastRate",
    "WalletForecastValue", "WalletHolding", "WalletInList", "WalletLasting", "WalletLastingChance",
    "WalletLastingCheck", "WalletLastingCheckOutcome", "WalletShare", "WalletShareDraft", "WebhookSecret",
    "WithdrawalWish",
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
    """Whether signing in also needs a code."""
    deleted_from: Optional[str]
    """When the account will be deleted; null if it will not."""


class AccountChange(TypedDict):
    name: NotRequired[str]
    language: NotRequired[Literal["en", "it", "ru", "kk"]]
    quote_currency: NotRequired[str]
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
    """Bytes of the picture, and of photos of documents and transactions."""
    limit: Optional[int]
    """Null for no limit."""


class AccountStorageTransactions(TypedDict):
    used: int
    """Transactions of wallets, including corrections."""
    limit: Optional[int]
    """Null for no limit."""


class AddAssetBodyProviders(TypedDict):
    """The asset's id at each provider."""
    binance: NotRequired[str]
    kraken: NotRequired[str]
    coinmetrics: NotRequired[str]
    coinbase: NotRequired[str]
    coingecko: NotRequired[str]
    cryptocompare: NotRequired[str]
    coinapi: NotRequired[str]
    messari: NotRequired[str]
    frankfurter: NotRequired[str]


class AddExpensesAnswer(TypedDict):
    data: List[Expense]


class Alert(TypedDict):
    id: str
    measure: Literal["price", "change", "highest", "lowest", "probability-below", "probability-above", "band", "range", "coverage", "staleness", "total", "total-change", "share"]
    asset: Optional[str]
    """The coin's id."""
    account: Literal["wallets", "practice"]
    wallet: Optional[str]
    """The wallet's permanent id; null for all wallets together."""
    direction: Literal["above", "below"]
    threshold: Union[str, float]
    """In the currency, percent or days, as the measure is."""
    currency: str
    days: Optional[int]
    price: Optional[Union[str, float]]
    """The price of a probability, in US dollars."""
    since: Optional[str]
    """The first day whose closes count for the highest and the lowest; null for all."""
    margin: Union[str, float]
    """How far the figure must go back before the alert can fire again: percent of a threshold in money, else as the
    threshold."""
    repeats: bool
    ends_on: Optional[str]
    """The last day whose figures count."""
    note: str
    state: Literal["armed", "waiting", "paused", "done"]
    created_at: str
    fired_count: int
    last_fired_at: Optional[str]


class AlertDraft(TypedDict):
    measure: Literal["price", "change", "highest", "lowest", "probability-below", "probability-above", "band", "range", "coverage", "staleness", "total", "total-change", "share"]
    asset: NotRequired[str]
    """The coin's ticker or id; not for totals."""
    account: NotRequired[Literal["wallets", "practice"]]
    """Whose total is watched."""
    wallet: NotRequired[str]
    """A wallet's name or id; all wallets together without it."""
    direction: NotRequired[Literal["above", "below"]]
    threshold: NotRequired[Union[str, float]]
    """In the currency, percent or days, as the measure is."""
    currency: NotRequired[str]
    """Of a price or a total."""
    days: NotRequired[int]
    """The days of a change, a forecast or its band."""
    price: NotRequired[Union[str, float]]
    """The price of a probability, in US dollars."""
    since: NotRequired[str]
    """For the highest and the lowest; all days without it."""
    margin: NotRequired[Union[str, float]]
    """How far the figure must go back before the alert can fire again: percent of a threshold in money, else as the
    threshold."""
    repeats: NotRequired[bool]
    """Whether it fires at every crossing instead of once."""
    ends_on: NotRequired[str]
    """The last day whose figures count."""
    note: NotRequired[str]


class AlertFiring(TypedDict):
    id: str
    alert: str
    time: str
    """The end of the day of a close, or the time of a quote."""
    fired_at: str
    value: float
    """The figure, in the unit of the measure."""
    price: Optional[float]
    """The coin's price, or the wallets' total, at that time."""
    reference: Optional[float]
    """An earlier close, the highest or lowest close before, or the end of the band."""
    late: bool
    """Whether it was noticed more than 36 hours after it happened."""


class AlertTrial(TypedDict):
    figures: int
    """How many days or quotes it was compared with."""
    first: Optional[str]
    last: Optional[str]
    firings: List[AlertTrialFiring]
    """Oldest first, as if it were repeated."""
    obstacle: Optional[Literal["no-closes", "few-closes", "no-rate", "no-model", "no-diary", "empty-wallets", "missing-close"]]
    """Why the newest figure is not known, so that the alert cannot fire; null if it is."""
    closes_needed: Optional[int]
    """If the obstacle is few-closes."""
    closes_stored: Optional[int]
    """If the obstacle is few-closes."""


class AlertTrialFiring(TypedDict):
    time: str
    value: float
    price: Optional[float]


class Article(TypedDict):
    id: str
    title: str
    sources: List[str]
    """The first one's text and link are shown."""
    published_at: str
    link: str
    summary: str
    """Plain text."""
    topics: List[str]
    """The categories of the feeds."""
    coins: List[str]
    """The ids of the coins it is about."""
    followed: List[str]
    """Which of the coins the caller holds or has marked as favourites."""
    trend: Optional[float]
    """How fast it spreads; null except among trending articles."""
    read: bool
    saved: bool
    """Whether the caller saved it to read it later."""


class Asset(TypedDict):
    id: str
    ticker: str
    name: str
    quote_currency: str
    providers: Dict[str, str]
    """The asset's id at each provider."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]


class Backtest(TypedDict):
    asset: str
    model: str
    model_sha256: str
    last_day: str
    """The day of the newest close."""
    skill: List[Any]
    """In the form of a forecast's skill."""


class Budget(TypedDict):
    id: str
    category: str
    """The category's id."""
    amount: Union[str, float]
    """Of each month."""
    currency: str
    from_month: str
    """The first month."""


class BudgetDraft(TypedDict):
    category: str
    """A category's id or name."""
    amount: Union[str, float]
    """Of each month."""
    currency: str
    from_month: str
    """The first month."""


class BudgetState(TypedDict):
    budget: Budget
    category_name: str
    month: str
    spent: Union[str, float]
    left: Union[str, float]
    """Negative if more was spent."""


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
    """On no real blockchain."""


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
    """Shown only once; each code works once."""


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
    """To the minute."""
    expires_at: str
    """When it ends if it is not used again."""
    kind: Literal["cookie", "bearer"]
    current: bool
    """Whether this request belongs to it."""
    fresh: bool
    """Whether credentials can be changed without confirming the password again."""
    first: Optional[Literal["second-factor", "password", "deletion"]]
    """What you must do before anything else."""
    csrf_token: Optional[str]
    """For the header X-CSRF-Token; null for a bearer token."""
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
    """When a deposit announced now would arrive."""


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
    """The SHA-256 of the closes that the model read, and their days."""
    horizon: int
    paths: Optional[int]
    seed: Optional[float]
    """A whole number below 2^64."""
    decoding: Literal["recursive", "sliding-window"]
    last_close: float
    late: bool
    """Whether it was issued too late to be a forecast of its days."""
    counts: bool
    """Whether it counts in its model's figures."""
    progress: Literal["waiting", "partial", "complete"]
    days: int
    """The number of days to score."""
    days_ended: int
    days_scored: int
    days_missing: int
    """Past days without a stored close."""
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


class Expense(TypedDict):
    id: str
    version: int
    """Grows with each change."""
    kind: Literal["expense", "income"]
    name: str
    description: str
    amount: Union[str, float]
    currency: str
    method: Literal["cash", "card"]
    minute: int
    """Of the day, by the person's clock."""
    place: Optional[str]
    """The place's id."""
    place_name: str
    """Kept when the place is removed; empty without a place."""
    parts: List[ExpensePart]
    """Usually one. They add up to the amount."""
    day: str
    """By the person's calendar."""
    recurring: Optional[str]
    """The id of the recurring transaction that it was entered for."""
    due_on: Optional[str]
    """The day on which the recurring transaction was due."""
    created_at: str
    photo_at: Optional[str]
    """When its photo was set; null without one."""
    wallet: Optional[str]
    """The id of the wallet whose cash pays it."""
    wallet_transaction: Optional[int]
    """The number of the transaction there; null if it was taken back or replaced in the wallet, or the wallet was
    deleted."""


class ExpenseCategory(TypedDict):
    id: str
    name: str


class ExpenseComparison(TypedDict):
    category: Optional[str]
    """The category's id; null for what has none, and for the total."""
    total: bool
    currency: str
    amount: Union[str, float]
    """Of compared_month."""
    before: Union[str, float]
    """Of the month before it."""
    usual: Optional[Union[str, float]]
    """The median of the six months before it; null if the journal began later."""


class ExpenseDraft(TypedDict):
    kind: NotRequired[Literal["expense", "income"]]
    """Whether money is spent or comes in."""
    name: NotRequired[str]
    description: NotRequired[str]
    amount: Union[str, float]
    """Above 0, with no more decimals than the currency has."""
    currency: str
    method: NotRequired[Literal["cash", "card"]]
    minute: NotRequired[int]
    """Of the day, by the person's clock."""
    place: NotRequired[str]
    """A place's id or name."""
    category: NotRequired[str]
    """A category's id or name."""
    parts: NotRequired[List[ExpensePart]]
    """Instead of category: the parts of a receipt, which add up to the amount."""
    day: str
    """By the person's calendar."""


class ExpenseMonth(TypedDict):
    month: str
    kind: Literal["expense", "income"]
    currency: str
    count: int
    amount: Union[str, float]


class ExpenseMonthEnd(TypedDict):
    month: str
    today: str
    """By the person's calendar."""
    currency: str
    spent: Union[str, float]
    """Up to today."""
    due: Union[str, float]
    """Recurring expenses that are still due, and transactions on later days of the month."""
    low: Optional[float]
    """The total is below it with probability 0.1. Null before six spending_months."""
    middle: Optional[float]
    """The total is below it with probability 0.5."""
    high: Optional[float]
    """The total is below it with probability 0.9."""
    months: int
    """The number of past months that the range is from."""
    spending_months: int
    """The number of complete months with spending in the currency; a range needs six."""
    check: ExpenseMonthEndCheck
    """How such ranges would have done in the last twelve months."""


class ExpenseMonthEndCheck(TypedDict):
    """How such ranges would have done in the last twelve months."""
    months: int
    """The number of past months for which there was a range on the same day of the month."""
    inside: int
    """How many of their totals were in the range; 80 % are meant to be."""
    mean_pinball_loss: Optional[float]
    """In the currency; 0 is perfect."""


class ExpenseOverview(TypedDict):
    months: List[ExpenseMonth]
    """Oldest first, expenses and income."""
    categories: List[ExpenseShare]
    """Most expensive first, currency by currency."""
    places: List[ExpenseShare]
    """The most expensive ones of each currency."""
    compared_month: str
    """The last month; if it has not ended by the caller's calendar, the newest one that has. The comparisons are of it,
    and last, before and usual."""
    comparisons: List[ExpenseComparison]
    """The compared month beside those before it."""
    total_currency: Optional[str]
    """The currency of totals; null without the parameter."""
    totals: List[ExpenseMonth]
    """All currencies together, by month: each day at its stored rate, each month rounded half to even to the currency's
    decimals."""
    rates: List[ExpenseRates]
    """The stored rates that totals took."""
    older_rates: int
    """How many of these transactions were converted by the rate of up to five days before, because their day has
    none."""
    left_out: List[ExpensesWithoutRate]
    """What totals do not contain, because it has no stored rate."""


class ExpensePart(TypedDict):
    category: NotRequired[Optional[str]]
    """The category's id; null for none."""
    amount: Union[str, float]


class ExpenseRates(TypedDict):
    pair: str
    """EUR/USD is the US dollars for one euro."""
    first_day: str
    """Of the first close that was taken."""
    last_day: str
    """Of the last close that was taken."""


class ExpenseShare(TypedDict):
    id: Optional[str]
    """Null for what has none, and for a place whose name only transactions keep."""
    name: Optional[str]
    """Null for what has none."""
    currency: str
    count: int
    amount: Union[str, float]
    last: Union[str, float]
    """Of compared_month."""
    before: Union[str, float]
    """Of the month before it."""
    usual: Optional[Union[str, float]]
    """The median of the six months before it; null if the journal began later."""


class ExpensesWithoutRate(TypedDict):
    currency: str
    count: int
    amount: Union[str, float]
    """In their own currency."""


class ExportTradingHistoryAnswer(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    entries: List[TradingHistoryEntry]


class ExportTransactionsAnswer(TypedDict):
    transactions: List[ExportTransactionsAnswerTransaction]


class ExportTransactionsAnswerTransaction(TypedDict):
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Union[Amount, Literal["unknown"]]]
    """As elsewhere, or unknown. Default: looked up."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which becomes the coins' cost."""
    to_asset: NotRequired[str]
    """What a swap or a split puts in the place of the asset; maybe the same in a split."""
    to_quantity: NotRequired[Amount]
    """How much of it."""
    label: NotRequired[Literal["staking", "interest", "mining", "airdrop", "fork", "reward", "gift", "donation", "loss", "payment"]]
    """What income was for, or why coins came in or left without a trade."""


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
    read: NotRequired[Literal["closes", "ohlc", "ohlcv"]]
    """What a model of volatility read: closes, or whole candles, with volume."""
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
    """The source of the last close."""
    retrieved_at: str
    age_days: int
    """1, the newest possible: yesterday's close."""


class ForecastClosesAnswer(TypedDict):
    forecasts: List[SentForecast]
    """In the order of the series."""
    skill: List[Any]
    """The model's skill against the last price, measured on days that it had not seen."""


class ForecastRequest1(TypedDict):
    closes: List[float]
    id: NotRequired[Union[str, float]]
    """Repeated in the answer."""
    last: NotRequired[Optional[str]]
    """The day of the last close; without it the answer has no dates."""
    open: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    high: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    low: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    volume: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    days: NotRequired[int]
    """How many days (default: the model's full horizon)."""
    levels: NotRequired[List[float]]
    """Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty
    array: points only."""
    quantiles: NotRequired[List[float]]
    """Quantiles instead of bands."""
    paths: NotRequired[int]
    """Sample paths of each series, for a model that draws them, or for touch; 1000."""
    seed: NotRequired[int]
    """The same seed draws the same paths; 1."""
    model: NotRequired[str]
    """A name from GET /v1/models (default: the default model)."""
    version: NotRequired[str]
    """The model's version (default: the highest)."""
    above: NotRequired[float]
    """Show how likely each close is to be above a price."""
    below: NotRequired[float]
    """Show how likely each close is to be below a price."""
    touch: NotRequired[float]
    """Show how likely the close is to reach a price by each day."""


class ForecastRequest2(TypedDict):
    series: List[ForecastRequest2OneSeries]
    days: NotRequired[int]
    """How many days (default: the model's full horizon)."""
    levels: NotRequired[List[float]]
    """Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95; an empty
    array: points only."""
    quantiles: NotRequired[List[float]]
    """Quantiles instead of bands."""
    paths: NotRequired[int]
    """Sample paths of each series, for a model that draws them, or for touch; 1000."""
    seed: NotRequired[int]
    """The same seed draws the same paths; 1."""
    model: NotRequired[str]
    """A name from GET /v1/models (default: the default model)."""
    version: NotRequired[str]
    """The model's version (default: the highest)."""
    above: NotRequired[float]
    """Show how likely each close is to be above a price."""
    below: NotRequired[float]
    """Show how likely each close is to be below a price."""
    touch: NotRequired[float]
    """Show how likely the close is to reach a price by each day."""


class ForecastRequest2OneSeries(TypedDict):
    id: NotRequired[Union[str, float]]
    """Repeated in the answer."""
    closes: NotRequired[List[float]]
    """Daily closes, oldest first, without gaps, each above zero; a series with other values gets an error in its
    place."""
    last: NotRequired[Optional[str]]
    """The day of the last close; without it the answer has no dates."""
    open: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    high: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    low: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    volume: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""


class ForecastValue(TypedDict):
    day: int
    """1 is the day after the last close."""
    date: NotRequired[str]
    """If the day of the last close is known."""
    point: float
    quantiles: NotRequired[Dict[str, float]]
    """By level, such as 0.1."""
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
    """The day whose closes are the prices."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: str
    """Costs and proceeds are converted at the rates of their own days."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    holdings: List[GainsHolding]
    """Current holdings, and earlier ones with a quantity of 0; their figures add up to the total."""
    lots: List[GainsLot]
    total: GainsTotal
    total_with_old_prices: Optional[GainsTotal]
    """The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing,
    or if one of them has none."""
    missing_prices: List[str]
    unknown_costs: List[str]
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used."""
    close_shifts: List[GainsCloseShift]
    """Days on which the closes of a held coin change as in a split: gains and returns over them are not meaningful."""
    return_on_cost: Optional[Amount]
    """0.05 for 5 percent: gains over the cost of all coins ever acquired, without cash in any currency."""
    returns: NotRequired[GainsReturns]
    explanation: NotRequired[List[Figure]]
    """Each total, explained down to lots, prices and disposals."""


class GainsCloseShift(TypedDict):
    asset: str
    day: str
    close_before: Amount
    """In USD."""
    close: Amount
    """On that day, in USD."""
    held_before: Amount
    added: Optional[Amount]
    """What deposits and withdrawals added in proportion; null if the quantity did not change."""
    transaction: Optional[int]
    """The last of these."""


class GainsHolding(TypedDict):
    asset: str
    ticker: str
    quantity: Amount
    price: Optional[Amount]
    price_day: Optional[str]
    """The day of the price: for a currency on a weekend, a few days before the day of the closes."""
    price_source: Optional[str]
    price_warning: Optional[str]
    """Why the price is probably wrong: it is far from the close before it."""
    old_price: Optional[GainsHoldingOldPrice]
    """The newest earlier close if the price is missing. It does not count in the value."""
    market_value: Optional[Amount]
    known_market_value: Amount
    cost: Optional[Amount]
    unrealized_gain: Optional[Amount]
    unrealized_ratio: Optional[Amount]
    proceeds: Optional[Amount]
    realized_cost: Optional[Amount]
    """The cost of what was sold or paid as a fee."""
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
    """The day whose rate is used."""


class GainsReturns(TypedDict):
    first: str
    last: str
    time_weighted: Optional[float]
    """0.05 for 5 percent."""
    time_weighted_a_year: Optional[float]
    """Over the days with money; null for less than a year."""
    money_weighted_a_year: Optional[float]
    """Null for less than 30 days with money."""
    days_with_money: int
    """Days that began with holdings in the wallets."""


class GainsTotal(TypedDict):
    market_value: Optional[Amount]
    known_market_value: Amount
    cost: Optional[Amount]
    unrealized_gain: Optional[Amount]
    unrealized_ratio: Optional[Amount]
    proceeds: Optional[Amount]
    realized_cost: Optional[Amount]
    """The cost of what was sold or paid as a fee."""
    realized_gain: Optional[Amount]
    realized_ratio: Optional[Amount]


class GetDiaryAnswer(TypedDict):
    asset: str
    models: List[GetDiaryAnswerModel]
    data: List[DiaryEntry]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class GetDiaryAnswerModel(TypedDict):
    model: str
    model_version: str
    model_sha256: str
    entries: int
    """Those that count."""
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
    """The model's skill against the last price, measured on days that it had not seen."""


class GetHistoryAnswer(TypedDict):
    id: str
    ticker: str
    quote_currency: str
    interval: Literal["1d", "1w", "1mo"]
    data: List[GetHistoryAnswerDataItem]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


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
    """The number of stored days in the interval."""
    source: str
    retrieved_at: str


class GetSecondFactorAnswer(TypedDict):
    on: bool
    needed: bool
    """Whether the account must have one."""
    recovery_codes: int
    """How many are left."""
    removed_from: Optional[str]
    """When it will be removed after its loss was reported; null if it will not."""


class Health(TypedDict):
    ready: bool
    degraded: List[HealthDegradedItem]
    """All current problems."""


class HealthDegradedItem(TypedDict):
    part: Literal["models", "database", "disk", "feeds", "clock", "queue", "process", "settings", "certificate", "tokens"]
    problem: str
    prevents_service: bool
    """Whether requests should go elsewhere."""


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
    """False if the server has no accounts: the simulated account then has the highest level."""
    level: Literal["none", "basic", "full"]
    phone_last_four: Optional[str]
    """The last four digits of the verified telephone; null if there is none."""
    phone_verified_at: Optional[str]
    code_sent_to: Optional[str]
    """The last four digits of the telephone with a pending code; null if there is none."""
    code_expires_at: Optional[str]
    state: Literal["none", "pending", "more-needed", "refused", "accepted"]
    submitted_at: Optional[str]
    decided_at: Optional[str]
    reason: Optional[str]
    """The operator's reason."""
    documents: List[IdentityDocument]
    looks: List[IdentityVerificationLook]
    """When operators looked at documents, newest first."""


class IdentityVerificationLook(TypedDict):
    document: str
    time: str


class ImportColumn(TypedDict):
    kind: Literal["date", "clock", "text", "counterparty", "amount", "debit", "credit", "direction", "fee", "currency", "balance", "status"]
    number: int
    """From 1."""
    name: str


class ImportFault(TypedDict):
    line: int
    code: str
    detail: str
    expected: bool
    """Whether the bank means it so, such as a line with a balance or a pending payment."""


class ImportPreview(TypedDict):
    form: Literal["statement", "journal"]
    """Columns of a bank, or what an export of the journal has."""
    encoding: Optional[Literal["utf-8", "utf-16", "windows-1252", "windows-1251"]]
    """Null while it is not known."""
    date_format: Optional[str]
    """Null while it is not known."""
    decimal: Optional[str]
    """Null while it is not known."""
    spent_positive: Optional[bool]
    """Null while it is not known."""
    columns: List[ImportColumn]
    """The columns that were recognised."""
    names: List[str]
    """The names of all columns."""
    samples: List[ImportPreviewSample]
    """The first lines."""
    questions: List[ImportQuestion]
    """What the file leaves open. While there is any, there are no rows."""
    new: int
    known: int
    similar: int
    """Of the new ones, those that may have been entered by hand."""
    faulty: int
    rows: List[ImportRow]
    """The first ones."""
    faults: List[ImportFault]
    """The first ones."""


class ImportPreviewSample(TypedDict):
    cells: List[str]


class ImportQuestion(TypedDict):
    parameter: Literal["encoding", "columns", "decimal", "currency", "date_format", "spent_positive"]
    """The parameter that answers it."""
    choices: List[str]
    """Possible answers, the likelier first; for columns the kinds that are missing. Empty if there are too many."""


class ImportReceipt(TypedDict):
    preview: bool
    """Whether this is a preview: nothing was recorded."""
    recorded: int
    """How many transactions were recorded."""
    new: int
    """Rows that were not recorded before."""
    known: int
    """Rows that were recorded before."""
    row_order: Literal["oldest-first", "newest-first"]
    """Rows of the same moment were read from the top of the file down, or from the bottom up."""
    transactions: List[ImportReceiptTransaction]
    """The first 1000 new ones, in order of time, deposits of missing cash included. In a preview with match_transfers,
    transfers are in the place of their withdrawals and deposits."""
    deposit_count: int
    """How many deposits of missing cash the import adds."""
    deposited: Amount
    """The sum of those deposits in USD, without those whose value is not known."""
    deposits: List[ImportReceiptDeposit]
    """The first 1000 of those deposits, in order of time."""
    effects: List[ImportReceiptEffect]
    prices: List[ReceiptPrice]
    """Stored closes used for rows without a value."""
    unknown_costs: List[str]
    """Coins received at an unknown cost: their gains will be missing."""
    unknown_cost_lines: List[int]
    """The lines of those deposits in the file."""
    form: NotRequired[str]
    """The form as which a file of another program was read."""
    left_out: List[ImportReceiptLeftOutItem]
    """Rows of such a file that are not recorded, by reason."""
    unknown_coins: List[ImportReceiptUnknownCoin]
    """Only in a preview: names of coins that are not known, whose rows it lacks. The import is refused."""
    unknown_values: List[ImportReceiptUnknownValue]
    """Only in a preview: closes or rates that the values of trades and income need. The import is refused without
    them."""
    transfers: List[ImportReceiptTransfer]
    """Withdrawals that probably arrived as a deposit in another wallet."""


class ImportReceiptDeposit(TypedDict):
    wallet_id: Optional[str]
    """Null in a preview that would create the wallet."""
    wallet: str
    line: int
    """The line of the row that lacks the cash."""
    time: str
    asset: str
    """The currency."""
    quantity: Amount
    value: NotRequired[Amount]
    """In USD; absent if it is not known."""


class ImportReceiptEffect(TypedDict):
    wallet_id: Optional[str]
    """Null in a preview that would create the wallet."""
    wallet: str
    asset: str
    before: Amount
    after: Amount


class ImportReceiptLeftOutItem(TypedDict):
    why: str
    count: int
    lines: List[int]
    """The first 1000."""


class ImportReceiptTransaction(TypedDict):
    id: Optional[int]
    """Null in a preview."""
    key: str
    time: str
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal, an income or a swap was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which becomes the coins' cost."""
    to_asset: NotRequired[str]
    """What a swap or a split puts in the place of the asset; maybe the same in a split."""
    to_quantity: NotRequired[Amount]
    """How much of it."""
    label: NotRequired[Literal["staking", "interest", "mining", "airdrop", "fork", "reward", "gift", "donation", "loss", "payment"]]
    """What income was for, or why coins came in or left without a trade."""
    wallet_id: Optional[str]
    """Null if the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """The receiving wallet of a transfer."""
    value_unknown: NotRequired[str]
    """Only in a preview: what the value of this trade or income needs. The import refuses it."""


ImportReceiptTransfer = TypedDict(
    "ImportReceiptTransfer",
    {
        "from": "str",
        "to": "str",
        "asset": "str",
        "sent": "Amount",
        "arrived": "Amount",
        "sent_at": "str",
        "arrived_at": "str",
    },
)


class ImportReceiptUnknownCoin(TypedDict):
    line: int
    """The first of its rows."""
    detail: str
    """The name, and what to do."""


class ImportReceiptUnknownValue(TypedDict):
    coins: List[str]
    """The coins or the currency; closes of one of them may do."""
    days: List[str]
    """The days of the rows; the first 1000."""
    lines: List[int]
    """The first 1000."""


class ImportResult(TypedDict):
    added: int
    known: int
    """Skipped, because they are in the journal already."""
    similar: int
    """Skipped with skip_similar, because they were entered by hand."""
    faulty: int
    faults: List[ImportFault]
    """The first lines that are no transactions."""


class ImportRow(TypedDict):
    line: int
    day: str
    minute: Optional[int]
    """Null if the file states no time."""
    kind: Literal["expense", "income"]
    name: str
    description: str
    amount: Union[str, float]
    currency: str
    known: bool
    """Whether it is in the journal already, and is skipped."""
    similar: Optional[str]
    """The id of a transaction entered by hand that may be the same: of the same day, kind, amount and currency."""
    category: Optional[str]
    """The category that it gets; of several parts the first one."""


class InferenceAnswer(TypedDict):
    model_name: str
    model_version: str
    id: NotRequired[str]
    outputs: List[InferenceAnswerOutput]


class InferenceAnswerOutput(TypedDict):
    name: str
    datatype: str
    shape: List[int]
    """[series, steps], and with several outputs a third size."""
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
    """-1 for a size that the caller chooses."""


class InferenceRequest(TypedDict):
    id: NotRequired[str]
    """Repeated in the answer."""
    parameters: NotRequired[Dict[str, Any]]
    """steps: outputs to make (default: the model's horizon); decode: recursive or sliding_window; timeout:
    microseconds; priority: 0 (default) or 1, or 2 and above for background work; binary_data_output: whether the output
    comes as bytes after the JSON."""
    inputs: List[InferenceRequestInput]
    outputs: NotRequired[List[InferenceRequestOutput]]


class InferenceRequestInput(TypedDict):
    name: Literal["input"]
    shape: List[int]
    """[series, steps, inputs]"""
    datatype: Literal["FP32"]
    parameters: NotRequired[Dict[str, Any]]
    """binary_data_size: bytes of this tensor after the JSON."""
    data: NotRequired[Any]
    """Numbers, flat or nested as the shape, oldest step first."""


class InferenceRequestOutput(TypedDict):
    name: Literal["output"]
    parameters: NotRequired[Dict[str, Any]]
    """binary_data: whether it comes as bytes after the JSON."""


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
    """Answers so far: forecasts and errors."""
    failed: int
    """How many of these are errors."""
    result_bytes: int
    """The length of the answers so far."""
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
    """Null for a model that draws none."""
    seed: Optional[int]
    decode: Literal["recursive", "sliding-window"]
    problem: Optional[JobProblem]
    """Why it failed, or what it waits for."""


class JobDocument(TypedDict):
    series: List[JobDocumentOneSeries]


class JobDocumentOneSeries(TypedDict):
    id: NotRequired[Union[str, float]]
    """Repeated in the answer."""
    closes: List[float]
    """Daily closes, oldest first."""
    last: NotRequired[Optional[str]]
    """The day of the last close; without it the answer has no dates."""
    open: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    high: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    low: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""
    volume: NotRequired[List[Optional[float]]]
    """Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility."""


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
    """The `cursor` for the next page; null on the last page."""


class ListAlertFiringsAnswer(TypedDict):
    data: List[AlertFiring]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListAlertsAnswer(TypedDict):
    data: List[Alert]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListAssetsAnswer(TypedDict):
    period_days: int
    data: List[ListedAsset]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListBudgetsAnswer(TypedDict):
    data: List[BudgetState]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListDevicesAnswer(TypedDict):
    data: List[Device]


class ListEventsAnswer(TypedDict):
    data: List[SecurityEvent]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListExpenseCategoriesAnswer(TypedDict):
    data: List[ExpenseCategory]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListExpensesAnswer(TypedDict):
    totals: List[ListExpensesAnswerTotal]
    """The totals of these days, newest first: of all transactions of the filter, on other pages too."""
    data: List[Expense]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListExpensesAnswerTotal(TypedDict):
    day: str
    kind: Literal["expense", "income"]
    currency: str
    count: int
    amount: Union[str, float]


class ListFavouritesAnswer(TypedDict):
    data: List[Asset]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListHistoryAnswer(TypedDict):
    data: List[ListHistoryAnswerDataItem]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListHistoryAnswerDataItem(TypedDict):
    id: str
    ticker: str
    first: str
    last: str
    closes: int
    missing: int
    """Days without a close between the first and the last; of currencies, without weekends and holidays."""
    retrieved_at: str


class ListInvitationsAnswer(TypedDict):
    data: List[Invitation]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListJobsAnswer(TypedDict):
    data: List[Job]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListModelsAnswer(TypedDict):
    data: List[Model]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListNewsAnswer(TypedDict):
    data: List[Article]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListNewsSourcesAnswer(TypedDict):
    data: List[NewsSource]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListNewsTopicsAnswer(TypedDict):
    data: List[NewsTopic]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListNoticeDevicesAnswer(TypedDict):
    data: List[NoticeDevice]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListNoticesAnswer(TypedDict):
    data: List[Notice]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListOpenOrdersAnswer(TypedDict):
    data: List[TradeOrder]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListOperatorEventsAnswer(TypedDict):
    data: List[OperatorEvent]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListPaperMatchesAnswer(TypedDict):
    data: List[PaperMatch]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListPaymentMethodsAnswer(TypedDict):
    data: List[PaymentMethod]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListPlacesAnswer(TypedDict):
    data: List[PlaceUse]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListPlansAnswer(TypedDict):
    data: List[RecurringPlan]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListRecommendedNewsAnswer(TypedDict):
    data: List[Article]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListRecurringExpensesAnswer(TypedDict):
    data: List[RecurringExpense]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListSessionsAnswer(TypedDict):
    data: List[Session]


class ListSupportThreadsAnswer(TypedDict):
    data: List[ListedSupportThread]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListTokensAnswer(TypedDict):
    data: List[PersonalToken]


class ListTradingHistoryAnswer(TypedDict):
    data: List[TradingHistoryEntry]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListTransactionsAnswer(TypedDict):
    data: List[Transaction]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListTrendingNewsAnswer(TypedDict):
    data: List[Article]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListVerificationsAnswer(TypedDict):
    data: List[ListedVerification]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListWalletSharesAnswer(TypedDict):
    data: List[WalletShare]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class ListWalletsAnswer(TypedDict):
    data: List[WalletInList]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


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
    """The asset's id at each provider."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]
    day: Optional[str]
    """The day of the newest close."""
    price: Optional[float]
    """The newest close, in quote currency."""
    volume: Optional[float]
    """On that day, in quote currency."""
    market_value: Optional[float]
    change_12h: Optional[float]
    """The price change, as a fraction."""
    change_24h: Optional[float]
    """The price change, as a fraction."""
    change_3d: Optional[float]
    """The price change, as a fraction."""
    change_7d: Optional[float]
    """The price change, as a fraction."""
    change_1mo: Optional[float]
    """The price change, as a fraction."""
    high: Optional[float]
    """In the period."""
    low: Optional[float]
    """In the period."""


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
    """The operator's reason."""
    documents: List[IdentityDocument]


class MadeWalletShare(TypedDict):
    id: str
    label: str
    """What its readers see in place of the wallet's name."""
    shows: Literal["percent", "amounts"]
    """Percentages only, or amounts too."""
    created_at: str
    ends_at: str
    """When it stops working."""
    last_used_on: Optional[str]
    """The UTC day of its last use; null if it was never used."""
    token: str
    """The secret of the link, shown only once: the page is /shared/TOKEN, its data /v1/shared/TOKEN."""


class Model(TypedDict):
    name: str
    version: str
    ready: bool
    """Whether the model is ready for forecasts."""
    reason: Optional[str]
    """What is wrong with the model; null if nothing is."""
    default: bool
    """Whether requests that name no model use it."""
    default_version: bool
    """Whether requests that name no version use it."""
    quantiles: NotRequired[bool]
    """Whether its forecasts have quantiles. Loaded models only, as the members below."""
    draws_paths: NotRequired[bool]
    has_paths: NotRequired[bool]
    """Whether it answers questions on paths, such as `touch`."""
    reads_candles: NotRequired[bool]
    """Whether it also reads open, high, low and volume, where they are known."""
    parameters: NotRequired[int]
    inputs: NotRequired[int]
    outputs: NotRequired[int]
    context: NotRequired[int]
    """The number of daily closes that a forecast reads."""
    horizon: NotRequired[int]
    """The maximum number of days of a forecast."""
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
    """At most two decimal places."""


class NewExpense(TypedDict):
    kind: NotRequired[Literal["expense", "income"]]
    """Whether money is spent or comes in."""
    name: NotRequired[str]
    description: NotRequired[str]
    amount: Union[str, float]
    """Above 0, with no more decimals than the currency has."""
    currency: str
    method: NotRequired[Literal["cash", "card"]]
    minute: NotRequired[int]
    """Of the day, by the person's clock."""
    place: NotRequired[str]
    """A place's id or name."""
    category: NotRequired[str]
    """A category's id or name."""
    parts: NotRequired[List[ExpensePart]]
    """Instead of category: the parts of a receipt, which add up to the amount."""
    day: str
    """By the person's calendar."""
    wallet: NotRequired[str]
    """The id or name of a wallet whose cash pays it: see `payExpense`."""


class NewInvestment(TypedDict):
    asset: str
    """A ticker or an id."""
    quantity: Union[str, float]
    """How many coins."""
    price: Union[str, float]
    """The price of one coin, in USD."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""


class NewPaperMatch(TypedDict):
    coins: List[str]
    """Tickers or ids, each once."""
    start: str
    """The first day of trading: a past day with stored closes, or today."""
    end: NotRequired[Optional[str]]
    """The last day; null or missing if the match continues as closes arrive."""
    cash: NotRequired[Union[str, float]]
    """US dollars that each strategy starts with (default: 10000)."""
    fee: NotRequired[Union[str, float]]
    """The fee as a share of each trade, at most 0.1 (default: 0.001)."""
    strategies: NotRequired[List[Literal["hold", "rebalance", "follow"]]]
    """The strategies (default: all). hold always takes part: the others are compared with it."""
    threshold: NotRequired[Union[str, float]]
    """follow holds coins whose chance to rise is above it, at least 0 and below 1 (default: 0.5)."""
    seed: NotRequired[int]
    """For the forecasts' sample paths and the bootstrap (default: 1)."""


class NewPersonalToken(TypedDict):
    id: str
    name: str
    scope: Literal["read", "write", "admin"]
    state: Literal["valid", "expired", "revoked"]
    created_at: str
    expires_at: Optional[str]
    last_used: Optional[str]
    token: str
    """The secret, shown only once."""


class NewPlan(TypedDict):
    asset: str
    currency: Literal["USD", "EUR"]
    cash: Union[str, float]
    """The amount of each purchase, fee included."""
    every: Literal["day", "week", "month"]
    days: int
    """Days until it ends."""


class NewTransfer(TypedDict):
    asset: str
    quantity: Union[str, float]
    """The quantity that arrives; the fee comes on top."""
    address: str
    """The receiver's address."""
    note: NotRequired[str]
    """A note for both people."""


class NewWallet(TypedDict):
    name: str
    """Unique among the owner's wallets; names that differ in case, or look alike, are the same."""
    cost_basis: NotRequired[Literal["fifo", "lifo", "hifo", "average"]]
    """Which lots are used first (default: fifo)."""
    allows_negative: NotRequired[bool]
    """Whether holdings may fall below zero (an account with credit)."""


class NewWithdrawal(TypedDict):
    currency: Literal["USD", "EUR"]
    amount: Union[str, float]
    """At most two decimal places."""
    method: str
    """The id of a linked card or bank account."""
    due_at: NotRequired[str]
    """From the preview; the withdrawal is refused if it would arrive at another time."""


class NewsSource(TypedDict):
    name: str
    host: str
    articles: int
    last_success_at: Optional[str]
    """When its feed was last fetched, or had not changed."""
    last_error: Optional[str]
    """Why the last attempt failed; null after a success."""
    last_error_at: Optional[str]
    next_at: str
    """The earliest time of the next attempt."""


class NewsTopic(TypedDict):
    name: str
    articles: int


class Notice(TypedDict):
    id: str
    kind: Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version", "test"]
    subject: str
    """The id of what it is about."""
    link: str
    """The path of the page that shows more."""
    text: str
    """In English."""
    created_at: str
    read_at: Optional[str]


class NoticeCount(TypedDict):
    unread: int


class NoticeDevice(TypedDict):
    id: str
    name: str
    created_at: str


class NoticeDeviceDraft(TypedDict):
    endpoint: str
    """The address at the push service."""
    p256dh: str
    """The browser's public key in base64url: 65 bytes."""
    auth: str
    """The secret that the browser shares with the server in base64url: 16 bytes."""
    name: NotRequired[str]
    """The name of the device."""


class NoticeOutcome(TypedDict):
    way: Literal["mail", "webhook", "ntfy", "gotify", "push"]
    delivered_at: Optional[str]
    """The last delivery."""
    failed_at: Optional[str]
    """The last attempt that failed."""
    fault: Optional[Literal["private-address", "no-answer", "unknown-host", "unreachable", "bad-certificate", "cut", "status", "gone", "incomplete", "other"]]
    """Why it failed."""
    status: Optional[int]
    """The status of the answer, if the fault is a status."""
    retried_until: Optional[str]
    """Until when what failed is tried again; null if it is not."""


class NoticePushKey(TypedDict):
    public_key: str
    """In base64url: 65 bytes."""


class NoticeSettings(TypedDict):
    mail: List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]
    """The kinds of notices that are mailed to the account's address."""
    webhook: List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]
    """The kinds that are sent to the webhook."""
    ntfy: List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]
    """The kinds that are sent to the topic."""
    gotify: List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]
    """The kinds that are sent to the Gotify server."""
    push: List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]
    """The kinds that are shown on the devices."""
    mail_digest: Literal["single", "daily", "weekly"]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    webhook_digest: Literal["single", "daily", "weekly"]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    ntfy_digest: Literal["single", "daily", "weekly"]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    gotify_digest: Literal["single", "daily", "weekly"]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    digest_hour: int
    """The hour of the day at which digests are sent, in the time zone."""
    quiet_from: Optional[int]
    """The start of the quiet hours, in minutes of the day; null for none."""
    quiet_until: Optional[int]
    """Their end."""
    time_zone: str
    """Of the quiet hours and digests: an IANA name such as Europe/Rome."""
    language: Literal["en", "it", "ru", "kk"]
    """Of what is sent."""
    webhook_url: Optional[str]
    webhook_secret: bool
    """Whether there is one. It is shown once, when it is made."""
    ntfy_url: Optional[str]
    """The address of the topic."""
    ntfy_token: bool
    """Whether there is one."""
    gotify_url: Optional[str]
    """The address of the server."""
    gotify_token: bool
    """Whether there is one."""
    outcomes: List[NoticeOutcome]
    """The last delivery and the last failure of each way but mail, since its address was set."""


class NoticeSettingsDraft(TypedDict):
    mail: NotRequired[List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]]
    """The kinds of notices that are mailed to the account's address."""
    webhook: NotRequired[List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]]
    """The kinds that are sent to the webhook."""
    ntfy: NotRequired[List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]]
    """The kinds that are sent to the topic."""
    gotify: NotRequired[List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]]
    """The kinds that are sent to the Gotify server."""
    push: NotRequired[List[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]]
    """The kinds that are shown on the devices."""
    mail_digest: NotRequired[Literal["single", "daily", "weekly"]]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    webhook_digest: NotRequired[Literal["single", "daily", "weekly"]]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    ntfy_digest: NotRequired[Literal["single", "daily", "weekly"]]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    gotify_digest: NotRequired[Literal["single", "daily", "weekly"]]
    """Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."""
    digest_hour: NotRequired[int]
    """The hour of the day at which digests are sent, in the time zone."""
    quiet_from: NotRequired[Optional[int]]
    """The start of the quiet hours, in minutes of the day; null for none."""
    quiet_until: NotRequired[Optional[int]]
    """Their end."""
    time_zone: NotRequired[str]
    """An IANA name such as Europe/Rome."""
    language: NotRequired[Literal["en", "it", "ru", "kk"]]
    """Of what is sent."""
    webhook_url: NotRequired[Optional[str]]
    """http or https."""
    ntfy_url: NotRequired[Optional[str]]
    """The address of the topic."""
    ntfy_token: NotRequired[Optional[str]]
    """Null keeps the stored one as long as the address stays the same; an empty text removes it."""
    gotify_url: NotRequired[Optional[str]]
    """The address of the server."""
    gotify_token: NotRequired[Optional[str]]
    """Null keeps the stored one as long as the address stays the same; an empty text removes it."""


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
    """The account that it concerns."""


class Order1(TypedDict):
    kind: Literal["set"]
    holdings: List[Order1Holding]
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order10(TypedDict):
    kind: Literal["split"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    to_asset: str
    """The coin that stands for the old one; may be the same."""
    to_quantity: Union[str, float]
    """How many come in."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


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
    """The total cost of the coins, in USD (default: their close of that day)."""
    look_up_value: NotRequired[bool]
    """False: a missing cost or value stays unknown; the close of that day does not replace it."""
    label: NotRequired[Literal["gift"]]
    """What it was for."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order3(TypedDict):
    kind: Literal["withdrawal"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    value: NotRequired[Union[str, float]]
    """The total value of the coins, in USD (default: their close of that day). Coins worth 0 are lost, with their
    cost."""
    look_up_value: NotRequired[bool]
    """False: a missing cost or value stays unknown; the close of that day does not replace it."""
    label: NotRequired[Literal["gift", "donation", "loss", "payment"]]
    """What it was for. Lost coins and cash are worth 0: their cost becomes a realized loss."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order4(TypedDict):
    kind: Literal["buy"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: NotRequired[Union[str, float]]
    """How many coins; or give cash, or both without a price."""
    cash: NotRequired[Union[str, float]]
    """The cash to spend or receive in USD, fee not included."""
    price: NotRequired[Union[str, float]]
    """USD per coin (default: the close of that day; for today, the newest)."""
    fee: NotRequired[Union[str, float]]
    """In USD."""
    deposit_missing_cash: NotRequired[bool]
    """Also record a deposit of the cash that the wallet lacks for the purchase."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order5(TypedDict):
    kind: Literal["sell"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: NotRequired[Union[str, float]]
    """How many coins; or give cash, or both without a price."""
    cash: NotRequired[Union[str, float]]
    """The cash to spend or receive in USD, fee not included."""
    price: NotRequired[Union[str, float]]
    """USD per coin (default: the close of that day; for today, the newest)."""
    fee: NotRequired[Union[str, float]]
    """In USD."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order6(TypedDict):
    kind: Literal["transfer"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    to: str
    """The receiving wallet, by its id or name."""
    fee: NotRequired[Union[str, float]]
    """The transfer fee, in the same asset, on top of the quantity."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order7(TypedDict):
    kind: Literal["fee"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order8(TypedDict):
    kind: Literal["income"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    at_market: NotRequired[bool]
    """Count the coins at their value, which becomes their cost (default: if there is a value). False: they cost
    nothing."""
    value: NotRequired[Union[str, float]]
    """The total value of the coins, in USD (default: their close of that day)."""
    look_up_value: NotRequired[bool]
    """False: a missing cost or value stays unknown; the close of that day does not replace it."""
    label: NotRequired[Literal["staking", "interest", "mining", "airdrop", "fork", "reward"]]
    """What it was for."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


class Order9(TypedDict):
    kind: Literal["swap"]
    asset: str
    """A ticker or an id; USD is cash."""
    quantity: Union[str, float]
    to_asset: str
    """The coin that comes in: a ticker or an id."""
    to_quantity: Union[str, float]
    """How many come in."""
    value: NotRequired[Union[str, float]]
    """What both sides are worth, in USD (default: the close of that day of the coins given, or else of those
    received)."""
    look_up_value: NotRequired[bool]
    """False: a missing cost or value stays unknown; the close of that day does not replace it."""
    time: NotRequired[str]
    """When it happened (default: now)."""
    note: NotRequired[str]
    """A note to store with the transaction."""
    replaces: NotRequired[int]
    """The number of a transaction to reverse: the order takes its place, both or neither."""


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
    """Whether closes that arrive from now on count in the match."""
    model_sha256: Optional[str]
    """The SHA-256 of the model's weights at the start; null without follow, and for older matches that lack it."""


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
    """Whether closes that arrive from now on count in the match."""
    model_sha256: Optional[str]
    """The SHA-256 of the model's weights at the start; null without follow, and for older matches that lack it."""
    model_changed: bool
    """Whether the result uses a different model than at the start; past trades may have changed."""
    waiting_for: List[str]
    """Coins without a close since the start."""
    result: Optional[PaperMatchResultResult]
    """Null while it waits for closes."""


class PaperMatchResultResult(TypedDict):
    first_day: str
    """The first day from start on which all coins have a close."""
    last_day: str
    winners: List[Literal["hold", "rebalance", "follow"]]
    """The strategies with the highest final value; several if they are equal."""
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
    """Whether the model was trained on the days that follow; then the result proves nothing."""


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
    """The final value divided by the starting cash, minus 1."""
    largest_fall: Union[str, float]
    """From the highest earlier value, as a share of it."""
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
    """The final value divided by that of hold, minus 1."""
    low: Optional[float]
    """Nine of ten leads by luck alone are between low and high."""
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
    """Why it was returned."""
    requested_at: str
    """By the bank's clock, like the other times."""
    sent_at: str
    due_at: str
    ended_at: Optional[str]


class PaymentMethod(TypedDict):
    id: str
    kind: Literal["card", "bank-account"]
    label: str
    network: str
    """The network of a card, or the country of a bank account."""
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


class PersonalDetails(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    login_name: NotRequired[str]
    """Unique on this server, regardless of case."""
    phone: NotRequired[str]
    """With its country code. Spaces, hyphens, dots and parentheses are removed."""
    email: NotRequired[str]
    """With accounts, the account's address: PUT /v1/account/email changes it."""


class PersonalToken(TypedDict):
    id: str
    name: str
    scope: Literal["read", "write", "admin"]
    state: Literal["valid", "expired", "revoked"]
    created_at: str
    expires_at: Optional[str]
    last_used: Optional[str]


class Place(TypedDict):
    id: str
    version: int
    """Grows with each change."""
    name: str
    address: NotRequired[str]
    description: NotRequired[str]
    latitude: NotRequired[Union[str, float]]
    """Degrees, -90 to 90."""
    longitude: NotRequired[Union[str, float]]
    """Degrees, -180 to 180."""
    time_zone: NotRequired[str]
    """An IANA name such as Europe/Rome; else the person's own."""
    hours: NotRequired[List[PlaceHour]]
    """When it opens and closes; a day without is closed. Missing if it is not known."""
    favourite: bool
    categories: List[str]
    """The ids of its categories."""
    created_at: str


class PlaceDraft(TypedDict):
    name: str
    address: NotRequired[str]
    description: NotRequired[str]
    latitude: NotRequired[Union[str, float]]
    """Degrees, -90 to 90."""
    longitude: NotRequired[Union[str, float]]
    """Degrees, -180 to 180."""
    time_zone: NotRequired[str]
    """An IANA name such as Europe/Rome; else the person's own."""
    hours: NotRequired[List[PlaceHour]]
    """When it opens and closes; a day without is closed. Missing if it is not known."""
    favourite: NotRequired[bool]
    categories: NotRequired[List[str]]
    """Ids or names."""


class PlaceHour(TypedDict):
    weekday: int
    """1 for Monday."""
    opens: int
    """In minutes of the day."""
    closes: int
    """Before opens, it is on the next day. All day is 0 to 1440."""


class PlaceUse(TypedDict):
    place: Place
    count: int
    """The number of transactions, income too."""
    spent: List[PlaceUseSpentItem]
    """By currency."""
    last_visit: Optional[str]


class PlaceUseSpentItem(TypedDict):
    currency: str
    amount: Union[str, float]


class PortfolioForecast(TypedDict):
    wallets: List[TaxReportWallet]
    cutoff: str
    """The last day seen."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: NotRequired[str]
    """The currency of all totals (default: USD)."""
    rates: NotRequired[List[WalletForecastRate]]
    """The closes that converted cash and totals; the forecast keeps them on all days."""
    total_now: float
    """The total of the parts and the cash."""
    model: str
    model_sha256: str
    horizon: int
    paths: int
    seed: int
    parts: List[WalletForecastPart]
    cash: float
    left_out: List[WalletForecastLeftOutItem]
    """What is left out of the total."""
    dependence: NotRequired[WalletForecastDependence]
    """The days from which the joint movement of the coins was estimated."""
    notes: NotRequired[List[str]]
    """Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: List[WalletForecastValue]
    skill: List[Any]


class PortfolioGains(TypedDict):
    wallets: List[TaxReportWallet]
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    day: str
    """The day whose closes are the prices."""
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    currency: str
    """Costs and proceeds are converted at the rates of their own days."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    holdings: List[GainsHolding]
    """Current holdings, and earlier ones with a quantity of 0; their figures add up to the total."""
    lots: List[GainsLot]
    total: GainsTotal
    total_with_old_prices: Optional[GainsTotal]
    """The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing,
    or if one of them has none."""
    missing_prices: List[str]
    unknown_costs: List[str]
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used."""
    close_shifts: List[GainsCloseShift]
    """Days on which the closes of a held coin change as in a split: gains and returns over them are not meaningful."""
    return_on_cost: Optional[Amount]
    """0.05 for 5 percent: gains over the cost of all coins ever acquired, without cash in any currency."""
    returns: NotRequired[GainsReturns]
    explanation: NotRequired[List[Figure]]
    """Each total, explained down to lots, prices and disposals."""


class PortfolioRealizedGains(TypedDict):
    wallets: List[TaxReportWallet]
    currency: str
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    year: Optional[int]
    time_zone: str
    """The time zone of days and years."""
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used."""
    total: RealizedGainsTotal
    """The totals of all rows, on every page."""
    years: List[RealizedGainsYear]
    """By calendar year."""
    data: List[RealizedGainsDataItem]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class PortfolioValuation(TypedDict):
    wallets: List[TaxReportWallet]
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    day: str
    """The day whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null if a price is missing."""
    known_value: Amount
    """The value of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    missing_prices: List[str]
    """Held assets without a stored close on that day; the currency's asset, if its rate is not stored. Also those with
    a close whose value is not below 1e18 in size."""
    currency: str
    holdings: List[WalletHolding]


class PortfolioValueOverTime(TypedDict):
    wallets: List[TaxReportWallet]
    currency: str
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
    """Stable; for programs to decide by."""
    detail: str
    field: NotRequired[str]
    """A parameter's name, or the JSON pointer of a member of the body."""
    value: NotRequired[str]
    accepted: NotRequired[str]
    ids: NotRequired[List[str]]
    """The assets that an ambiguous ticker may mean."""
    problems: NotRequired[List[ProblemProblem]]
    """The errors in the lines of a file, or in the elements of its list, counted from 1."""
    line: NotRequired[int]
    """The line of the body that is not accepted, if it has lines."""
    needed_by: NotRequired[int]
    """The transaction that needs one that is taken back."""
    needed_on: NotRequired[str]
    """The day of that transaction, in UTC."""
    request_id: str
    left: NotRequired[int]
    """How many attempts remain."""
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


class Profile(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    login_name: NotRequired[str]
    """Unique on this server, regardless of case."""
    phone: NotRequired[str]
    """With its country code. Spaces, hyphens, dots and parentheses are removed."""
    email: NotRequired[str]
    """With accounts, the account's address: PUT /v1/account/email changes it."""
    has_account: bool
    """Whether the email is the account's."""
    has_picture: bool


class ProtocolProblem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    """Stable; for programs to decide by."""
    detail: str
    field: NotRequired[str]
    """A parameter's name, or the JSON pointer of a member of the body."""
    value: NotRequired[str]
    accepted: NotRequired[str]
    ids: NotRequired[List[str]]
    """The assets that an ambiguous ticker may mean."""
    problems: NotRequired[List[ProblemProblem]]
    """The errors in the lines of a file, or in the elements of its list, counted from 1."""
    line: NotRequired[int]
    """The line of the body that is not accepted, if it has lines."""
    needed_by: NotRequired[int]
    """The transaction that needs one that is taken back."""
    needed_on: NotRequired[str]
    """The day of that transaction, in UTC."""
    request_id: str
    left: NotRequired[int]
    """How many attempts remain."""
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
    """The detail again, where the protocol's clients expect it."""


class ReadingList(TypedDict):
    shown: Literal["sample", "own", "none"]
    """`sample` is a list that is part of the pages."""
    topics: List[ReadingTopic]
    """The operator's own, in their order."""


class ReadingTopic(TypedDict):
    id: str
    version: int
    """Grows with each change, also of the picture."""
    number: int
    """Its place in the list."""
    texts: List[ReadingTopicText]
    """What a language lacks is shown in English, or in the first language that has it."""
    has_picture: bool


class ReadingTopicDraft(TypedDict):
    number: int
    """Its place in the list."""
    texts: List[ReadingTopicText]


class ReadingTopicText(TypedDict):
    language: Literal["en", "it", "ru", "kk"]
    title: NotRequired[str]
    """In at least one language."""
    text: NotRequired[str]
    """A sentence about the article."""
    link: NotRequired[str]
    """An https address, in at least one language."""


class RealizedGains(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    currency: str
    cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]]
    """Null for wallets with different ones."""
    year: Optional[int]
    time_zone: str
    """The time zone of days and years."""
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used."""
    total: RealizedGainsTotal
    """The totals of all rows, on every page."""
    years: List[RealizedGainsYear]
    """By calendar year."""
    data: List[RealizedGainsDataItem]
    next_cursor: Optional[str]
    """The `cursor` for the next page; null on the last page."""


class RealizedGainsDataItem(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    transaction: int
    kind: Literal["sale", "swap", "fee", "loss", "income"]
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
    """Null if it is unknown."""
    gain: Optional[Amount]


class RealizedGainsTotal(TypedDict):
    """The totals of all rows, on every page."""
    proceeds: Optional[Amount]
    """Null if a rate is missing."""
    cost: Optional[Amount]
    gain: Optional[Amount]


class RealizedGainsYear(TypedDict):
    year: int
    proceeds: Optional[Amount]
    """Null if a rate is missing."""
    cost: Optional[Amount]
    gain: Optional[Amount]


class Receipt(TypedDict):
    preview: bool
    """Whether this is a preview: nothing was recorded."""
    recorded: int
    """How many transactions were recorded."""
    transactions: List[ReceiptTransaction]
    """What was recorded, or would be; empty if the wallet already has these holdings."""
    effects: List[ReceiptEffect]
    prices: List[ReceiptPrice]
    """Stored closes that were looked up."""
    unknown_costs: List[str]
    """Coins received at an unknown cost: their gains will be missing."""


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
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal, an income or a swap was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which becomes the coins' cost."""
    to_asset: NotRequired[str]
    """What a swap or a split puts in the place of the asset; maybe the same in a split."""
    to_quantity: NotRequired[Amount]
    """How much of it."""
    label: NotRequired[Literal["staking", "interest", "mining", "airdrop", "fork", "reward", "gift", "donation", "loss", "payment"]]
    """What income was for, or why coins came in or left without a trade."""
    wallet_id: Optional[str]
    """Null if the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """The receiving wallet of a transfer."""
    recorded_at: NotRequired[str]
    corrects: NotRequired[int]
    """The transaction that this one reverses."""
    corrected_by: NotRequired[int]
    """The correction that reverses it."""


class RecurringDraft(TypedDict):
    kind: NotRequired[Literal["expense", "income"]]
    """Whether money is spent or comes in."""
    name: NotRequired[str]
    description: NotRequired[str]
    amount: Union[str, float]
    """Above 0, with no more decimals than the currency has."""
    currency: str
    method: NotRequired[Literal["cash", "card"]]
    minute: NotRequired[int]
    """Of the day, by the person's clock."""
    place: NotRequired[str]
    """A place's id or name."""
    category: NotRequired[str]
    """A category's id or name."""
    parts: NotRequired[List[ExpensePart]]
    """Instead of category: the parts of a receipt, which add up to the amount."""
    every: NotRequired[int]
    """Every so many units."""
    unit: Literal["day", "week", "month", "year"]
    first: str
    """The first day. The 31st is the last day of shorter months."""
    until: NotRequired[str]
    """The last day on which it can fall; without it there is no end."""


class RecurringExpense(TypedDict):
    id: str
    version: int
    """Grows with each change."""
    kind: Literal["expense", "income"]
    name: str
    description: str
    amount: Union[str, float]
    currency: str
    method: Literal["cash", "card"]
    minute: int
    """Of the day, by the person's clock."""
    place: Optional[str]
    """The place's id."""
    place_name: str
    """Kept when the place is removed; empty without a place."""
    parts: List[ExpensePart]
    """Usually one. They add up to the amount."""
    every: NotRequired[int]
    """Every so many units."""
    unit: Literal["day", "week", "month", "year"]
    first: str
    """The first day. The 31st is the last day of shorter months."""
    until: NotRequired[str]
    """The last day on which it can fall; without it there is no end."""
    paused: bool
    entered_through: Optional[str]
    """Up to this day everything has been entered."""
    next_on: Optional[str]
    """The next day on which it falls; null after the last one."""
    created_at: str


class RecurringPlan(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    id: str
    asset: str
    currency: Literal["USD", "EUR"]
    cash: Amount
    """The amount of each purchase, fee included."""
    every: Literal["day", "week", "month"]
    next_at: str
    """By the bank's clock, like ends_at."""
    ends_at: str
    runs: int
    """Purchases so far, including failed ones."""
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
    """How many people have used it."""
    rewards: int
    """How many of them were verified."""
    reward_usd: Amount
    """For each of these, in simulated US dollars."""
    used: bool
    """Whether the caller has entered a referral code."""
    can_use: bool
    """Whether the caller can still enter one."""


class RefreshAssetAnswer(TypedDict):
    id: str
    ticker: str
    last: Optional[str]
    """The last stored day."""
    added: int
    differing: int
    """Stored closes that differ from the providers' current ones."""
    providers: List[str]
    """The providers that answered; empty if no close was missing."""


class RemoveFavouritesAnswer(TypedDict):
    removed: List[str]
    not_marked: List[str]


class RemoveHistoryAnswer(TypedDict):
    removed: int


class RenewRecoveryCodesAnswer(TypedDict):
    recovery_codes: List[str]
    """Shown only once; each code works once."""


class RequestPasswordResetAnswer(TypedDict):
    mailed: bool


class RestoreExpensesAnswer(TypedDict):
    data: List[Expense]


class SecondFactorNeeded(TypedDict):
    sign_in: str
    """Identifies the sign-in: POST /v1/sessions/second-factor."""
    expires_at: str


class SecondFactorOffer(TypedDict):
    secret: str
    """Base 32, for typing."""
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
    """Whether they replaced the stored ones."""
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
    """As you sent it."""
    cutoff: NotRequired[str]
    error: NotRequired[SentForecastError]
    """Why this series has no forecast; its only other member is then its id."""
    last_close: NotRequired[float]
    """The naive forecast of every day."""
    model: NotRequired[str]
    model_sha256: NotRequired[str]
    horizon: NotRequired[int]
    read: NotRequired[Literal["closes", "ohlc", "ohlcv"]]
    """What a model of volatility read: closes, or whole candles, with volume."""
    paths: NotRequired[int]
    seed: NotRequired[int]
    notes: NotRequired[List[str]]
    """Why the measured skill does not hold for these closes: those of a pegged coin, for example."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: NotRequired[List[ForecastValue]]


class SentForecastError(TypedDict):
    """Why this series has no forecast; its only other member is then its id."""
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
    """To the minute."""
    expires_at: str
    """When it ends if it is not used again."""
    kind: Literal["cookie", "bearer"]
    current: bool
    """Whether this request belongs to it."""


class SetExpensesAnswer(TypedDict):
    data: List[Expense]


class SetExpensesBodyExpense(TypedDict):
    expense: str
    """The entry's id."""
    version: int
    """As it was read. Another one is refused."""


class SharedWallet(TypedDict):
    label: str
    """The link's label."""
    shows: Literal["percent", "amounts"]
    ends_at: str
    """When the link stops working."""
    day: str
    """The day whose closes are the prices."""
    change_1d_percent: Optional[float]
    """The time-weighted return over 1 days in percent; null if it is not known."""
    change_7d_percent: Optional[float]
    """The time-weighted return over 7 days in percent; null if it is not known."""
    change_30d_percent: Optional[float]
    """The time-weighted return over 30 days in percent; null if it is not known."""
    change_365d_percent: Optional[float]
    """The time-weighted return over 365 days in percent; null if it is not known."""
    currency: NotRequired[str]
    """Of the amounts, if the link shows them."""
    value: NotRequired[Amount]
    """If the link shows amounts and all prices are known."""
    holdings: List[SharedWalletHolding]
    """The largest first."""


class SharedWalletHolding(TypedDict):
    asset: str
    ticker: str
    name: str
    percent: Optional[float]
    """Its part of the wallet's value; null if a price is missing."""
    quantity: NotRequired[Amount]
    """If the link shows amounts."""
    price: NotRequired[Amount]
    """If the link shows amounts."""
    value: NotRequired[Amount]
    """If the link shows amounts."""


class ShownAsset(TypedDict):
    id: str
    ticker: str
    name: str
    quote_currency: str
    providers: Dict[str, str]
    """The asset's id at each provider."""
    first_trade: Optional[str]
    last_trade: Optional[str]
    supply: Optional[float]
    """Coins in circulation."""
    icon: Optional[str]
    day: Optional[str]
    """The day of the newest close."""
    price: Optional[float]
    """The newest close, in quote currency."""
    volume: Optional[float]
    """On that day, in quote currency."""
    market_value: Optional[float]
    change_12h: Optional[float]
    """The price change, as a fraction."""
    change_24h: Optional[float]
    """The price change, as a fraction."""
    change_3d: Optional[float]
    """The price change, as a fraction."""
    change_7d: Optional[float]
    """The price change, as a fraction."""
    change_1mo: Optional[float]
    """The price change, as a fraction."""
    high: Optional[float]
    """In the period."""
    low: Optional[float]
    """In the period."""
    favourite: bool
    """Whether it is one of the caller's favourites."""
    closes: Optional[ShownAssetCloses]
    """Which closes are stored; null if none are."""


class ShownAssetCloses(TypedDict):
    first: str
    last: str
    closes: int
    missing: int
    """Days without a close between the first and the last; of currencies, without weekends and holidays."""
    retrieved_at: str


class SignIn(TypedDict):
    email: str
    password: str
    cookie: NotRequired[bool]
    """True for browsers: a cookie carries the session. Otherwise the answer has a `token` for `Authorization:
    Bearer`."""
    remember_me: NotRequired[bool]
    """Whether the session lasts for weeks (default: false)."""
    device_token: NotRequired[str]
    """From an earlier sign-in, for programs; browsers have it in a cookie."""


class SignUp(TypedDict):
    name: str
    email: NotRequired[str]
    """Not needed with an invitation."""
    password: str
    accept_terms: bool
    """Must be true."""
    language: NotRequired[Literal["en", "it", "ru", "kk"]]
    """The language of mails (default: en)."""
    invitation: NotRequired[str]
    """Where signing up needs one."""


class SignUpAnswer2(TypedDict):
    mailed: bool
    """A mail is on its way. The answer is the same for every address."""


class SignedIn(TypedDict):
    session: Session
    account: Account
    token: Optional[str]
    """The session's secret, shown only once; null if a cookie carries it."""
    device_token: Optional[str]
    """The secret of a new device; null if a cookie carries it, or if the device is known."""
    csrf_token: Optional[str]
    """For the header X-CSRF-Token; null for a bearer token."""
    first: Optional[Literal["second-factor", "password", "deletion"]]
    """What you must do before anything else."""


class StandingOrder(TypedDict):
    kind: Literal["limit", "stop"]
    side: Literal["buy", "sell"]
    asset: str
    """A ticker or an id."""
    currency: Literal["USD", "EUR"]
    cash: NotRequired[Union[str, float]]
    """The cash to spend, fee included, or to receive; or give quantity."""
    quantity: NotRequired[Union[str, float]]
    """How many coins, at most eight decimal places."""
    price: Union[str, float]
    """The limit or stop for one coin, in the currency."""
    days: int
    """Days until it expires."""


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


class TaxReport(TypedDict):
    country: Literal["it", "de", "kz", "us", "gb", "generic"]
    method: Literal["fifo", "lifo", "hifo", "average", "shares"]
    per_wallet: bool
    """Whether each wallet has lots of its own."""
    year: int
    first_day: str
    last_day: str
    unfinished: bool
    """Whether the year has not ended."""
    time_zone: str
    currency: str
    country_currency: str
    """The currency in which the country counts."""
    note: str
    """What the rules are, and what they leave open."""
    disclaimer: str
    sources: List[TaxReportSource]
    wallets: List[TaxReportWallet]
    """The wallets whose disposals are listed."""
    disposals: List[TaxReportDisposal]
    """In order of time."""
    total: TaxReportTotal
    short: Optional[TaxReportTotal]
    """Those held for up to a year; null if it makes no difference."""
    long: Optional[TaxReportTotal]
    """Those held for more than a year."""
    income: List[TaxReportIncomeItem]
    income_total: Optional[Amount]
    """Without coins that have no value; null if a rate is missing."""
    income_by_label: List[TaxReportIncomeByLabelItem]
    """The income of each label that occurs; what has none is last."""
    days_without_rate: List[str]
    """Figures and totals that need them are null."""
    older_rates: List[GainsOlderRate]
    """Days of costs and proceeds without a rate, such as weekends: the rate of an earlier day is used."""


class TaxReportDisposal(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    transaction: int
    kind: Literal["sale", "swap", "fee", "loss"]
    asset: str
    ticker: str
    quantity: Amount
    acquired_on: Optional[str]
    """Null for a pool and for coins that were never held."""
    disposed_on: str
    held_days: Optional[int]
    """Null also if acquired within 30 days after."""
    term: Optional[Literal["short", "long"]]
    """Up to a year, or more; null if it makes no difference."""
    rule: Literal["lot", "average", "same-day", "30-days", "pool", "unmatched"]
    """How the acquisition was found."""
    proceeds: Optional[Amount]
    cost: Optional[Amount]
    """Null if it is unknown."""
    gain: Optional[Amount]
    fee: Optional[Amount]
    """Already subtracted from the proceeds; null if there was none."""


class TaxReportIncomeByLabelItem(TypedDict):
    label: Optional[Literal["staking", "interest", "mining", "airdrop", "fork", "reward"]]
    """Null for income without a label."""
    count: int
    value: Optional[Amount]
    """Without coins that have no value; null if a rate is missing."""


class TaxReportIncomeItem(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    transaction: int
    day: str
    """In the time zone."""
    asset: str
    ticker: str
    quantity: Amount
    value: Optional[Amount]
    """Null without a value or a rate."""
    label: Optional[Literal["staking", "interest", "mining", "airdrop", "fork", "reward"]]
    """What it was for; null if that was not recorded."""


class TaxReportSource(TypedDict):
    title: str
    date: str
    read_in_original: bool
    """False: only descriptions of it by others were read."""


class TaxReportTotal(TypedDict):
    proceeds: Optional[Amount]
    """Null if a rate is missing."""
    cost: Optional[Amount]
    gain: Optional[Amount]
    fees: Optional[Amount]
    """Already subtracted from the proceeds."""
    uncounted: int
    """Rows without a gain, because a cost or a rate is missing."""


class TaxReportWallet(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""


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
    """The price of one coin, in the currency."""
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
    """What you pay, fee included, or receive, after the fee."""
    fee: Amount
    """In the currency."""
    price: Amount
    """The price of one coin, in the currency."""
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
    """How many coins, at most eight decimal places."""


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
    """Null until the first write opens it."""
    bank_time: str
    """The time of the made-up bank's clock."""
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
    currency: str
    period: Literal["1w", "1m", "3m", "1y", "all"]
    first: Optional[str]
    """The day of the first transaction; null if there is none."""
    today: str
    value: Optional[Amount]
    """What the account has now, including reserved amounts, at the newest stored prices."""
    paid_in: Optional[Amount]
    """Payments, and coins received from others at their value then."""
    paid_out: Optional[Amount]
    """Payments, and coins sent to others at their value then."""
    earned: Optional[Amount]
    """value + paid_out - paid_in; the sum of unrealized, realized and exchange."""
    unrealized: Optional[Amount]
    """On what is owned now: value minus cost."""
    realized: Optional[Amount]
    """On what was sold, paid as a fee, sent or withdrawn, plus rewards."""
    exchange: Optional[Amount]
    """From the exchange rate of the dollar, for figures in euros."""
    fees: Optional[Amount]
    """Already included in the other figures."""
    earned_in_period: Optional[Amount]
    """Since the end of the day before the first of days."""
    priced_at: Optional[str]
    """The time of the oldest price in value; null if it needs none."""
    missing: List[str]
    """What has no price; the currency's asset if its rate is missing."""
    held: TradingEarningsHeld
    """The same payments, if each payment in had bought one coin and each payment out had sold it."""
    days: List[TradingEarningsDay]
    """Oldest first; today as it is now."""


class TradingEarningsDay(TypedDict):
    day: str
    value: Optional[Amount]
    put_in: Optional[Amount]
    """Paid in minus paid out until then."""
    held: Optional[Amount]


class TradingEarningsHeld(TypedDict):
    """The same payments, if each payment in had bought one coin and each payment out had sold it."""
    asset: str
    ticker: str
    quantity: Optional[Amount]
    value: Optional[Amount]
    owed: Optional[Amount]
    """What was paid out beyond what the coin had yielded; part of value."""
    earned: Optional[Amount]
    earned_in_period: Optional[Amount]
    missing_day: Optional[str]
    """The first day with a payment but without a price of the coin."""


class TradingHelp(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    language: Literal["en", "it", "ru", "kk"]
    """The language of the questions and answers."""
    questions: List[TradingHelpQuestion]
    """The best match first, if there is a query."""
    community_links: List[TradingHelpCommunityLink]
    """Community sites; not part of this server."""


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
    """The real time of its end, or of its start while it is open."""
    state: str
    asset: Optional[str]
    quantity: Optional[Amount]
    currency: Optional[str]
    cash: Optional[Amount]
    fee: Optional[Amount]
    """In the currency; for coins sent, in the coin. 0 if it was returned."""
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
    """When a payment arrives, by the bank's clock; null if it was cancelled or returned."""


class TradingRules(TypedDict):
    simulated: bool
    """Always true: no real money is ever moved."""
    quote_seconds: int
    """How long a quote is valid."""
    largest_quote_age_minutes: int
    """The maximum age of a market quote for trades."""
    largest_close_age_hours: int
    """The maximum age of a close for trades, counted from the end of its day."""
    trade_fee_percent: Amount
    least_trade: Amount
    """In the currency of the trade, with the fee."""
    most_trade: Amount
    """In the currency of the trade, with the fee."""
    tolerance_percent: Amount
    """How far a price may move, if the person has not set it."""
    longest_order_days: int
    """For limit and stop orders, and for plans."""
    most_open_orders: int
    """Including active plans, per person."""
    most_orders_an_hour: int
    least_deposit: Amount
    most_deposit: Amount
    instant_deposits: int
    """How many of a person's first deposits arrive at once."""
    deposit_days: int
    """Banking days until later ones arrive."""
    least_withdrawal: Amount
    withdrawal_fee: Amount
    """In the currency of the withdrawal."""
    withdrawal_days: int
    """Banking days until it arrives."""
    cut_off_minutes: int
    """Since midnight UTC; later payments count from the next banking day."""
    returned_account_ending: str
    """Withdrawals to accounts that end in these digits are returned."""
    most_payments_a_day: int
    transfer_fee_percent: Amount
    """Of what is sent, in the coin."""
    most_transfers_a_day: int
    password_above_usd: Amount
    """The most that can leave by one payment or transfer without the password, if the person has not set it."""
    document_days: int
    """How long documents are kept after submission."""
    referral_reward_usd: Amount
    """For each referred person who is verified."""
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
    kind: Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]
    wallet: str
    asset: str
    quantity: Amount
    cash: NotRequired[Amount]
    """Paid or received in USD, fee not included."""
    fee: NotRequired[Amount]
    to: NotRequired[str]
    """Where a transfer went."""
    value: NotRequired[Amount]
    """In USD: what a deposit cost, or a withdrawal, an income or a swap was worth."""
    note: NotRequired[str]
    at_market: NotRequired[bool]
    """Whether income counts at its value, which becomes the coins' cost."""
    to_asset: NotRequired[str]
    """What a swap or a split puts in the place of the asset; maybe the same in a split."""
    to_quantity: NotRequired[Amount]
    """How much of it."""
    label: NotRequired[Literal["staking", "interest", "mining", "airdrop", "fork", "reward", "gift", "donation", "loss", "payment"]]
    """What income was for, or why coins came in or left without a trade."""
    wallet_id: Optional[str]
    """Null if the wallet was deleted."""
    to_id: NotRequired[Optional[str]]
    """The receiving wallet of a transfer."""
    recorded_at: str
    corrects: NotRequired[int]
    """The transaction that this one reverses."""
    corrected_by: NotRequired[int]
    """The correction that reverses it."""


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
    """The quantity that arrives; the fee comes on top."""
    address: str
    """The receiver's address."""


class UsualExpense(TypedDict):
    kind: Optional[Literal["expense", "income"]]
    amount: Optional[Union[str, float]]
    currency: Optional[str]
    method: Optional[Literal["cash", "card"]]
    category: Optional[str]
    """The category's id."""
    place: Optional[str]
    """The id of the place of the newest entry that has one."""
    place_name: Optional[str]


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
    """The day whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null if a price is missing."""
    known_value: Amount
    """The value of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    missing_prices: List[str]
    """Held assets without a stored close on that day; the currency's asset, if its rate is not stored. Also those with
    a close whose value is not below 1e18 in size."""
    currency: str
    holdings: List[WalletHolding]


class ValueOverTime(TypedDict):
    wallet_id: str
    """Stays the same when the wallet is renamed."""
    wallet: str
    """Its name."""
    currency: str
    interval: Literal["1d", "1w", "1mo"]
    first_transaction: Optional[str]
    """Null without transactions."""
    later_transactions: Optional[LaterTransactions]
    """Transactions after the day of the closes; null if there are none."""
    values: List[ValueOverTimeValue]


class ValueOverTimeValue(TypedDict):
    date: str
    value: Optional[Amount]
    """In the currency; null if a close is missing."""
    net_flow: Optional[Amount]
    """Inflow minus outflow, at the day's closes."""
    inflow: Optional[Amount]
    """What came in."""
    outflow: Optional[Amount]
    """What went out."""
    missing: List[str]
    """Held assets whose close is not stored, and the currency's asset if its rate is not stored."""
    rate_day: Optional[str]
    """The earlier day whose rate is used, as on a weekend; null if the date has its own."""


class Verification(TypedDict):
    token: str
    password: str
    """The same as at sign-up."""


class Wallet(TypedDict):
    id: str
    """Stays the same when the wallet is renamed."""
    name: str
    cost_basis: Literal["fifo", "lifo", "hifo", "average"]
    """Which lots are used first."""
    allows_negative: bool
    created_at: str
    day: str
    """The day whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null if a price is missing."""
    known_value: Amount
    """The value of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    missing_prices: List[str]
    """Held assets without a stored close on that day; the currency's asset, if its rate is not stored. Also those with
    a close whose value is not below 1e18 in size."""
    currency: str
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
    currency: NotRequired[str]
    """The currency of all totals (default: USD)."""
    rates: NotRequired[List[WalletForecastRate]]
    """The closes that converted cash and totals; the forecast keeps them on all days."""
    total_now: float
    """The total of the parts and the cash."""
    model: str
    model_sha256: str
    horizon: int
    paths: int
    seed: int
    parts: List[WalletForecastPart]
    cash: float
    left_out: List[WalletForecastLeftOutItem]
    """What is left out of the total."""
    dependence: NotRequired[WalletForecastDependence]
    """The days from which the joint movement of the coins was estimated."""
    notes: NotRequired[List[str]]
    """Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`."""
    above: NotRequired[float]
    below: NotRequired[float]
    touch: NotRequired[float]
    values: List[WalletForecastValue]
    skill: List[Any]


class WalletForecastDependence(TypedDict):
    """The days from which the joint movement of the coins was estimated."""
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
    currency: str
    day: str
    """The day of the close; before the cutoff on a weekend."""
    close: Amount
    """In USD."""


class WalletForecastValue(TypedDict):
    day: int
    date: str
    point: float
    quantiles: Dict[str, float]
    """By level, such as 0.025."""
    probability_above: NotRequired[float]
    probability_below: NotRequired[float]
    probability_touch: NotRequired[float]


class WalletHolding(TypedDict):
    asset: str
    ticker: str
    quantity: Amount
    price: Optional[Amount]
    price_day: Optional[str]
    """The day of the price: for a currency on a weekend, a few days before the day of the closes."""
    price_source: Optional[str]
    price_warning: Optional[str]
    """Why the price is probably wrong: it is far from the close before it."""
    old_price: Optional[GainsHoldingOldPrice]
    """The newest earlier close if the price is missing. It does not count in the value."""
    value: Optional[Amount]


class WalletInList(TypedDict):
    id: str
    """Stays the same when the wallet is renamed."""
    name: str
    cost_basis: Literal["fifo", "lifo", "hifo", "average"]
    """Which lots are used first."""
    created_at: str
    day: str
    """The day whose closes are the prices."""
    value: Optional[Amount]
    """In the currency; null if a price is missing."""
    known_value: Amount
    """The value of the holdings whose prices are known."""
    value_with_old_prices: Optional[Amount]
    """With the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or if one
    of them has none."""
    rate_day: Optional[str]
    """The day of the currency's rate: on a weekend, a few days before the day of the closes; null without a rate."""
    missing_prices: List[str]
    """Held assets without a stored close on that day; the currency's asset, if its rate is not stored. Also those with
    a close whose value is not below 1e18 in size."""
    currency: NotRequired[str]
    """The currency of the values (default: USD)."""


class WalletLasting(TypedDict):
    wallets: List[str]
    """Their names."""
    currency: str
    value: float
    """Of the coins that can be forecast and of cash."""
    as_of: str
    """The last day that the forecast saw."""
    horizon: int
    """How many days the forecast reaches. Beyond them nothing is known."""
    monthly: Union[str, float]
    """What is spent in a month, in spending_currency."""
    spending_currency: str
    months: int
    """The number of complete months that it is the median of; 0 if it was given."""
    chances: List[WalletLastingChance]
    """How probably the wallets pay for so many months."""
    alive: List[float]
    """How probably they pay for each day, from the first to the last one of the forecast."""
    half_gone_day: Optional[int]
    """The day by which half of the paths have run out."""
    half_gone_month: Optional[int]
    """The first month that half of the paths do not pay for."""
    left_out: List[str]
    """Coins that cannot be forecast and do not count."""
    other_currencies: List[str]
    """Other currencies that were spent in those months, and do not count."""
    checks: List[WalletLastingCheck]
    """What it would have said on earlier days about today's holdings and spending, and what came true; newest first."""
    brier_score: Optional[float]
    """Of the checks: 0 is perfect, 0.25 what always saying 0.5 gets."""


class WalletLastingChance(TypedDict):
    months: int
    probability: Optional[float]
    """Null if it is beyond the forecast, so not known."""


class WalletLastingCheck(TypedDict):
    as_of: str
    value: float
    """Of what the wallets hold today, on that day."""
    days: float
    """For how many days it would have paid, at most those of the forecast."""
    outcomes: List[WalletLastingCheckOutcome]


class WalletLastingCheckOutcome(TypedDict):
    months: int
    probability: float
    came_true: bool


class WalletShare(TypedDict):
    id: str
    label: str
    """What its readers see in place of the wallet's name."""
    shows: Literal["percent", "amounts"]
    """Percentages only, or amounts too."""
    created_at: str
    ends_at: str
    """When it stops working."""
    last_used_on: Optional[str]
    """The UTC day of its last use; null if it was never used."""


class WalletShareDraft(TypedDict):
    label: str
    """What its readers see in place of the wallet's name."""
    shows: NotRequired[Literal["percent", "amounts"]]
    """Percentages only, or amounts too."""
    days: NotRequired[int]
    """The days until it ends."""


class WebhookSecret(TypedDict):
    secret: str
    """The key of the signatures; it is not shown again."""


class WithdrawalWish(TypedDict):
    currency: Literal["USD", "EUR"]
    amount: Union[str, float]
    """At most two decimal places."""
    method: str
    """The id of a linked card or bank account."""


Amount = str


ForecastRequest = Union[ForecastRequest1, ForecastRequest2]


Order = Union[Order1, Order2, Order3, Order4, Order5, Order6, Order7, Order8, Order9, Order10]
