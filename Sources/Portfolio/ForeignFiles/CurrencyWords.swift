/// The words that people write for currencies in the names of columns: `pounds`, `Swiss francs`, `dollari canadesi`, `в рублях`.
enum CurrencyWords {
    /// The currencies of one name.
    private struct Name {
        /// The forms of the name in small letters. Russian and Kazakh forms are known by their stems.
        let forms: Set<String>
        let stems: [String]
        /// Nil for a name that several countries use alike.
        let usual: String?
        /// The currencies that a word beside the name tells apart, by the stem of that word.
        var others: [(stem: String, code: String)] = []

        func isMeant(by word: String) -> Bool { forms.contains(word) || stems.contains(where: word.hasPrefix) }
    }

    /// Returns the codes of the currencies that words of a text name; a name that stands for several currencies as it is written.
    static func codes(in text: String) -> [String] {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        return words.compactMap { word in
            guard let name = names.first(where: { $0.isMeant(by: word) }) else { return nil }
            let other = name.others.first { other in words.contains { $0.hasPrefix(other.stem) } }
            return other?.code ?? name.usual ?? word
        }
    }

    private static let names = [
        Name(
            forms: ["dollar", "dollars", "dollaro", "dollari"], stems: ["доллар"], usual: "USD",
            others: [
                ("canad", "CAD"), ("канад", "CAD"), ("austral", "AUD"), ("австрал", "AUD"), ("аустрал", "AUD"), ("zealand", "NZD"),
                ("neozeland", "NZD"), ("новозеланд", "NZD"), ("hong", "HKD"), ("гонконг", "HKD"), ("singap", "SGD"),
                ("сингап", "SGD"), ("taiwan", "TWD"), ("тайван", "TWD"),
            ]),
        Name(forms: ["euro", "euros"], stems: ["евро", "еуро"], usual: "EUR"),
        Name(
            forms: ["pound", "pounds", "sterling", "sterlina", "sterline", "pfund"], stems: ["фунт", "стерлинг"], usual: "GBP",
            others: [("egypt", "EGP"), ("egizi", "EGP"), ("египет", "EGP")]),
        Name(forms: ["franc", "francs", "franco", "franchi", "franken"], stems: ["франк"], usual: "CHF"),
        Name(forms: ["yen"], stems: ["иен", "йен"], usual: "JPY"),
        Name(forms: ["yuan", "renminbi"], stems: ["юан"], usual: "CNY"),
        Name(forms: ["rouble", "roubles", "ruble", "rubles", "rublo", "rubli", "rubel"], stems: ["рубл"], usual: "RUB"),
        Name(forms: ["tenge"], stems: ["тенге", "теңге"], usual: "KZT"),
        Name(forms: ["hryvnia", "hryvnias", "grivna", "grivnia"], stems: ["гривн", "гривен"], usual: "UAH"),
        Name(forms: ["zloty", "zlotys", "złoty", "złotych"], stems: ["злот"], usual: "PLN"),
        Name(forms: ["lira", "liras", "lire"], stems: ["лир"], usual: "TRY"),
        Name(
            forms: ["krona", "kronor", "krone", "kroner", "kronen", "corona", "corone"], stems: ["крон"], usual: nil,
            others: [
                ("swed", "SEK"), ("sved", "SEK"), ("швед", "SEK"), ("norw", "NOK"), ("norv", "NOK"), ("норв", "NOK"),
                ("dan", "DKK"), ("дат", "DKK"), ("czech", "CZK"), ("cec", "CZK"), ("чеш", "CZK"),
            ]),
        Name(forms: ["koruna", "koruny", "korun"], stems: [], usual: "CZK"),
        Name(forms: ["forint", "forints", "fiorini"], stems: ["форинт"], usual: "HUF"),
        Name(forms: ["rupee", "rupees", "rupia", "rupie"], stems: ["рупи"], usual: "INR"),
        Name(
            forms: ["pesos"], stems: ["песо"], usual: nil,
            others: [
                ("mex", "MXN"), ("mess", "MXN"), ("мекс", "MXN"), ("argent", "ARS"), ("аргент", "ARS"), ("chil", "CLP"),
                ("cil", "CLP"), ("чил", "CLP"), ("colomb", "COP"), ("колумб", "COP"), ("phil", "PHP"), ("filip", "PHP"),
                ("филип", "PHP"),
            ]),
        Name(forms: ["rand"], stems: ["рэнд"], usual: "ZAR"),
        Name(forms: ["reais"], stems: [], usual: "BRL"),
        Name(forms: ["shekel", "shekels"], stems: ["шекел"], usual: "ILS"),
        Name(forms: ["dirham", "dirhams"], stems: ["дирхам"], usual: "AED"),
        Name(forms: ["baht"], stems: [], usual: "THB"),
        Name(forms: ["ringgit"], stems: [], usual: "MYR"),
        Name(forms: ["rupiah"], stems: [], usual: "IDR"),
        Name(forms: ["naira"], stems: [], usual: "NGN"),
        Name(forms: ["riyal", "riyals"], stems: [], usual: "SAR"),
        Name(forms: ["lari"], stems: ["лари"], usual: "GEL"),
    ]
}
