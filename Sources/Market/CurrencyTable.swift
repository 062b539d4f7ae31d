extension Asset {
    /// Whether it is a currency that is no coin of any market page: one other than US dollars and euros.
    package var isOtherCurrency: Bool { CurrencyTable.index(of: id).map { $0 > 1 } ?? false }

    /// The command that stores its closes, or the rates of a currency.
    package var closesCommand: String {
        isOtherCurrency ? CurrencyTable.ratesCommand("\(ticker)") : "closecast history fetch \(ticker)"
    }
}

/// The currencies of ISO 4217: the one place that has their codes, decimals and names, and the assets that hold them.
///
/// Dollars and euros have the ids `usd` and `eur`. The ids of other currencies, such as `currency-mnt`, differ from those of coins
/// with the same ticker: MNT is also Mantle, and RON is also Ronin.
package enum CurrencyTable {
    /// A row of the table. Its position is the same in every run of a program.
    package struct Row: Sendable {
        package let code: String
        /// Of its smallest unit: 0, 2, 3 or 4.
        package let decimals: Int
        /// In English: `Swedish krona`.
        package let name: String
        /// What holds amounts of it, and has its rates as closes in US dollars.
        package let asset: AssetID
    }

    /// Dollars, euros, then by code.
    package static let rows: [Row] = text.split(separator: "\n").map { line in
        let parts = line.split(separator: " ", maxSplits: 2)
        let id = ["USD", "EUR"].contains(parts[0]) ? parts[0].lowercased() : prefix + parts[0].lowercased()
        return Row(code: String(parts[0]), decimals: Int(parts[1])!, name: String(parts[2]), asset: AssetID(id)!)
    }

    /// What the ids of currencies begin with, apart from dollars and euros.
    package static let prefix = "currency-"

    /// Returns the position of a code in capitals, or nil.
    package static func index(of code: String) -> Int? { indexByCode[code] }

    /// Returns the position of the currency that an asset holds, or nil for a coin.
    package static func index(of asset: AssetID) -> Int? { indexByAsset[asset] }

    /// Returns the asset of a currency by its code or id, in any case; nil for other names. Not every store contains it.
    package static func asset(named name: some StringProtocol) -> Asset? {
        (index(of: name.uppercased()) ?? AssetID(anyCase: name).flatMap { index(of: $0) }).map { asset(rows[$0]) }
    }

    /// The command that stores rates of a currency, or closes of a coin.
    ///
    /// - Parameter day: the first day that is needed; nil for what follows the stored ones. For a currency, earlier days are fetched too,
    ///   because their rates may count.
    package static func ratesCommand(_ code: String, since day: Day? = nil) -> String {
        let currency = asset(named: code)
        guard currency?.providerIDs.isEmpty != true else { return "closecast history import FILE --currency \(code) --per USD" }
        let first = currency == nil ? day : day.map { $0 - RateRule.longestAgeDays }
        return "closecast history fetch \(code)" + (first.map { " --start \($0)" } ?? "")
    }

    private static func asset(_ row: Row) -> Asset {
        KnownAssets.all.first { $0.id == row.asset }
            ?? Asset(
                id: row.asset, ticker: Ticker(row.code)!, name: row.name,
                providerIDs: quotedByECB.contains(row.code) ? [.frankfurter: row.code] : [:],
                firstTrade: quotedByECB.contains(row.code) ? Day(iso: "1999-01-04") : nil)
    }

    /// The currencies of the reference rates of the European Central Bank in 2026, apart from the euro.
    private static let quotedByECB = Set(
        "AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR"
            .split(separator: " ").map(String.init))

    private static let indexByCode = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.code, $0) })
    private static let indexByAsset = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.asset, $0) })

    /// All active currencies. Funds codes, units of account, metals and test codes are left out.
    ///
    /// Source: ISO 4217, list one, with the amendments up to January 2026 (Bulgaria's change to the euro).
    private static let text = """
        USD 2 US dollar
        EUR 2 Euro
        AED 2 UAE dirham
        AFN 2 Afghani
        ALL 2 Albanian lek
        AMD 2 Armenian dram
        AOA 2 Angolan kwanza
        ARS 2 Argentine peso
        AUD 2 Australian dollar
        AWG 2 Aruban florin
        AZN 2 Azerbaijani manat
        BAM 2 Bosnian convertible mark
        BBD 2 Barbados dollar
        BDT 2 Bangladeshi taka
        BHD 3 Bahraini dinar
        BIF 0 Burundi franc
        BMD 2 Bermudian dollar
        BND 2 Brunei dollar
        BOB 2 Bolivian boliviano
        BRL 2 Brazilian real
        BSD 2 Bahamian dollar
        BTN 2 Bhutanese ngultrum
        BWP 2 Botswana pula
        BYN 2 Belarusian ruble
        BZD 2 Belize dollar
        CAD 2 Canadian dollar
        CDF 2 Congolese franc
        CHF 2 Swiss franc
        CLP 0 Chilean peso
        CNY 2 Chinese yuan
        COP 2 Colombian peso
        CRC 2 Costa Rican colon
        CUP 2 Cuban peso
        CVE 2 Cape Verde escudo
        CZK 2 Czech koruna
        DJF 0 Djibouti franc
        DKK 2 Danish krone
        DOP 2 Dominican peso
        DZD 2 Algerian dinar
        EGP 2 Egyptian pound
        ERN 2 Eritrean nakfa
        ETB 2 Ethiopian birr
        FJD 2 Fiji dollar
        FKP 2 Falkland Islands pound
        GBP 2 Pound sterling
        GEL 2 Georgian lari
        GHS 2 Ghana cedi
        GIP 2 Gibraltar pound
        GMD 2 Gambian dalasi
        GNF 0 Guinean franc
        GTQ 2 Guatemalan quetzal
        GYD 2 Guyana dollar
        HKD 2 Hong Kong dollar
        HNL 2 Honduran lempira
        HTG 2 Haitian gourde
        HUF 2 Hungarian forint
        IDR 2 Indonesian rupiah
        ILS 2 Israeli new shekel
        INR 2 Indian rupee
        IQD 3 Iraqi dinar
        IRR 2 Iranian rial
        ISK 0 Icelandic krona
        JMD 2 Jamaican dollar
        JOD 3 Jordanian dinar
        JPY 0 Japanese yen
        KES 2 Kenyan shilling
        KGS 2 Kyrgyz som
        KHR 2 Cambodian riel
        KMF 0 Comorian franc
        KPW 2 North Korean won
        KRW 0 South Korean won
        KWD 3 Kuwaiti dinar
        KYD 2 Cayman Islands dollar
        KZT 2 Kazakhstani tenge
        LAK 2 Lao kip
        LBP 2 Lebanese pound
        LKR 2 Sri Lanka rupee
        LRD 2 Liberian dollar
        LSL 2 Lesotho loti
        LYD 3 Libyan dinar
        MAD 2 Moroccan dirham
        MDL 2 Moldovan leu
        MGA 2 Malagasy ariary
        MKD 2 Macedonian denar
        MMK 2 Myanmar kyat
        MNT 2 Mongolian tugrik
        MOP 2 Macanese pataca
        MRU 2 Mauritanian ouguiya
        MUR 2 Mauritius rupee
        MVR 2 Maldivian rufiyaa
        MWK 2 Malawi kwacha
        MXN 2 Mexican peso
        MYR 2 Malaysian ringgit
        MZN 2 Mozambique metical
        NAD 2 Namibia dollar
        NGN 2 Nigerian naira
        NIO 2 Nicaraguan cordoba
        NOK 2 Norwegian krone
        NPR 2 Nepalese rupee
        NZD 2 New Zealand dollar
        OMR 3 Omani rial
        PAB 2 Panamanian balboa
        PEN 2 Peruvian sol
        PGK 2 Papua New Guinean kina
        PHP 2 Philippine peso
        PKR 2 Pakistan rupee
        PLN 2 Polish zloty
        PYG 0 Paraguayan guarani
        QAR 2 Qatari riyal
        RON 2 Romanian leu
        RSD 2 Serbian dinar
        RUB 2 Russian ruble
        RWF 0 Rwanda franc
        SAR 2 Saudi riyal
        SBD 2 Solomon Islands dollar
        SCR 2 Seychelles rupee
        SDG 2 Sudanese pound
        SEK 2 Swedish krona
        SGD 2 Singapore dollar
        SHP 2 Saint Helena pound
        SLE 2 Sierra Leonean leone
        SOS 2 Somali shilling
        SRD 2 Surinamese dollar
        SSP 2 South Sudanese pound
        STN 2 Sao Tome dobra
        SVC 2 Salvadoran colon
        SYP 2 Syrian pound
        SZL 2 Swazi lilangeni
        THB 2 Thai baht
        TJS 2 Tajik somoni
        TMT 2 Turkmenistan manat
        TND 3 Tunisian dinar
        TOP 2 Tongan pa'anga
        TRY 2 Turkish lira
        TTD 2 Trinidad and Tobago dollar
        TWD 2 New Taiwan dollar
        TZS 2 Tanzanian shilling
        UAH 2 Ukrainian hryvnia
        UGX 0 Uganda shilling
        UYU 2 Uruguayan peso
        UYW 4 Uruguayan wage index unit
        UZS 2 Uzbek sum
        VED 2 Venezuelan digital bolivar
        VES 2 Venezuelan bolivar
        VND 0 Vietnamese dong
        VUV 0 Vanuatu vatu
        WST 2 Samoan tala
        XAF 0 Central African CFA franc
        XCD 2 East Caribbean dollar
        XCG 2 Caribbean guilder
        XOF 0 West African CFA franc
        XPF 0 CFP franc
        YER 2 Yemeni rial
        ZAR 2 South African rand
        ZMW 2 Zambian kwacha
        ZWG 2 Zimbabwe gold
        """
}
