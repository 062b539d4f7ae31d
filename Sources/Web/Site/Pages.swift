import Server

extension Site {
    /// The routes of all pages.
    static func pages(_ parts: ServerParts, _ outlooks: CoinOutlooks, _ board: TaskBoard, _ api: API) -> PageList {
        var pages = PageList()
        MarketsPages(parts: parts, outlooks: outlooks).add(to: &pages)
        AppPages().add(to: &pages)
        DocsPages(parts: parts, api: api).add(to: &pages)
        FavouritesPages(parts: parts, outlooks: outlooks).add(to: &pages)
        ComparePages(parts: parts).add(to: &pages)
        let measures = CoinMeasures(parts: parts, board: board)
        CoinPages(parts: parts, outlooks: outlooks, measures: measures).add(to: &pages)
        FilePages(parts).add(to: &pages)
        addWallets(parts, board, to: &pages)
        addTrading(parts, outlooks, to: &pages)
        SettingsPages(parts: parts).add(to: &pages)
        if let accounts = parts.accounts { AccountPages(parts: parts, accounts: accounts).add(to: &pages) }
        VerificationPages(parts: parts).add(to: &pages)
        ReferralPages(parts: parts).add(to: &pages)
        HelpPages(parts: parts).add(to: &pages)
        if parts.accounts != nil {
            VerificationQueuePages(queue: parts.trading.verificationQueue).add(to: &pages)
            SupportPages(store: parts.store, operations: SupportOperations(parts.support)).add(to: &pages)
        }
        measures.add(to: &pages)
        TaskPages(parts: parts, board: board).add(to: &pages)
        PricePages(parts: parts, board: board).add(to: &pages)
        #if DEBUG
            Gallery().add(to: &pages)
        #endif
        return pages
    }

    private static func addWallets(_ parts: ServerParts, _ board: TaskBoard, to pages: inout PageList) {
        WalletPages(parts: parts).add(to: &pages)
        WalletSettingsPages(parts: parts).add(to: &pages)
        RecordPages(parts: parts).add(to: &pages)
        HistoryPages(parts: parts).add(to: &pages)
        WalletFilePages(parts: parts, board: board).add(to: &pages)
        InvestmentPages(parts: parts).add(to: &pages)
        PaperPages(parts: parts).add(to: &pages)
    }

    private static func addTrading(_ parts: ServerParts, _ outlooks: CoinOutlooks, to pages: inout PageList) {
        TradingHomePages(parts: parts).add(to: &pages)
        TradePages(parts: parts).add(to: &pages)
        PaymentPages(parts: parts).add(to: &pages)
        SendPages(parts: parts).add(to: &pages)
        FeedPages(parts: parts, outlooks: outlooks).add(to: &pages)
        EarningsPages(parts: parts).add(to: &pages)
    }
}
