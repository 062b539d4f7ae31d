import Expenses
import Ledger
import Testing

/// A made-up statement in the form of a bank, and what is to be read from it.
struct StatementSample: Sendable, CustomTestStringConvertible {
    let bank: String
    let text: String
    var encoding = StatementEncoding.utf8
    var currency: String?
    /// Day, time, amount, currency, text and counterparty of each row.
    let rows: [String]
    /// The line and the reason of each fault.
    var faults: [String] = []

    var testDescription: String { bank }

    var bytes: [UInt8] { Self.encoded(text, encoding) }

    var form: StatementForm { StatementForm(currency: currency.flatMap { ISOCurrency($0) }) }

    /// The letters of Windows-1251 and 1252 that the samples have.
    static func encoded(_ text: String, _ encoding: StatementEncoding) -> [UInt8] {
        switch encoding {
        case .utf8: Array(text.utf8)
        case .utf16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .windows1252: text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
        case .windows1251:
            text.unicodeScalars.map { scalar in
                switch scalar {
                case "А"..."я": UInt8(scalar.value - 0x410 + 0xC0)
                case "ё": 0xB8
                case "№": 0xB9
                default: UInt8(scalar.value)
                }
            }
        }
    }

    static let all = german + italian + eastern + english + international

    private static let german = [
        StatementSample(
            bank: "Sparkasse, CSV-CAMT",
            text: """
                "Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";\
                "Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";\
                "Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
                "DE00";"31.01.24";"31.01.24";"LOHN";"Gehalt Januar";"";"";"";"";"";"";"Muster GmbH";"DE11";"X";"2.500,00";"EUR";\
                "Umsatz gebucht"
                "DE00";"30.01.24";"30.01.24";"KARTENZAHLUNG";"Brötchen";"";"";"";"";"";"";"Bäckerei Süß";"DE12";"X";"-3,20";"EUR";\
                "Umsatz gebucht"
                "DE00";"02.02.24";"02.02.24";"KARTENZAHLUNG";"Kino";"";"";"";"";"";"";"Lichtspiele";"DE13";"X";"-12,00";"EUR";\
                "Umsatz vorgemerkt"

                """, encoding: .windows1252,
            rows: ["2024-01-31 2500 EUR Gehalt Januar|Muster GmbH", "2024-01-30 -3.2 EUR Brötchen|Bäckerei Süß"],
            faults: ["4 notBooked(\"Umsatz vorgemerkt\")"]),
        StatementSample(
            bank: "Sparkasse, CSV-MT940",
            text: """
                "Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";\
                "Kontonummer";"BLZ";"Betrag";"Währung";"Info"
                "1";"15.03.24";"15.03.24";"LASTSCHRIFT";"Strom März";"Stadtwerke";"2";"3";"-84,90";"EUR";"Umsatz gebucht"
                "1";"01.03.24";"01.03.24";"DAUERAUFTRAG";"Miete";"Vermieterin";"4";"5";"-1.050,00";"EUR";"Umsatz gebucht"
                """, encoding: .windows1252,
            rows: ["2024-03-15 -84.9 EUR Strom März|Stadtwerke", "2024-03-01 -1050 EUR Miete|Vermieterin"]),
        StatementSample(
            bank: "ING, Germany",
            text: """
                Umsatzanzeige;Datei erstellt am: 02.05.2024 10:11

                IBAN;DE00 1234
                Kontoname;Girokonto
                Kunde;Erika Muster
                Zeitraum;01.04.2024 - 30.04.2024
                Saldo;1.234,56;EUR

                Sortierung;Datum absteigend

                Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
                30.04.2024;30.04.2024;Marktladen Grün;Lastschrift;Einkauf 77;1.234,56;EUR;-1.000,44;EUR
                29.04.2024;29.04.2024;Erika Muster;Gutschrift;Übertrag;2.235,00;EUR;1.235,00;EUR
                """, encoding: .windows1252,
            rows: ["2024-04-30 -1000.44 EUR Einkauf 77|Marktladen Grün", "2024-04-29 1235 EUR Übertrag|Erika Muster"]),
        StatementSample(
            bank: "N26",
            text: """
                "Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)",\
                "Original Amount","Original Currency","Exchange Rate"
                2024-06-13,2024-06-12,"Café, Rom",,Presentment,,"Main",-4.50,-4.50,EUR,1
                2024-06-14,2024-06-14,"Lea",IT00,"Credit Transfer","Pizza, danke",Main,17.25,,,

                """,
            rows: ["2024-06-13 -4.5 EUR |Café, Rom", "2024-06-14 17.25 EUR Pizza, danke|Lea"]),
        StatementSample(
            bank: "A bank that writes S and H behind its amounts",
            text: "Buchungstag\tText\tVerwendungszweck\tUmsatz in {0}\tSoll/Haben\tBetrag\n"
                + "05.01.2024\tA\tRate 3\t\tS\t1.500,00\n07.01.2024\tB\tErstattung\t\tH\t20,05\n",
            currency: "CHF", rows: ["2024-01-05 -1500 CHF Rate 3|", "2024-01-07 20.05 CHF Erstattung|"]),
    ]

    private static let italian = [
        StatementSample(
            bank: "ING, Italy",
            text: """
                DATA CONTABILE;DATA VALUTA;USCITE;ENTRATE;CAUSALE;DESCRIZIONE OPERAZIONE
                28/02/2024;27/02/2024;"€ 1.200,00";;BONIFICO;Affitto di febbraio
                15/02/2024;15/02/2024;;"€ 1.850,30";STIPENDIO;Azienda Esempio
                """,
            rows: ["2024-02-28 -1200 EUR Affitto di febbraio|", "2024-02-15 1850.3 EUR Azienda Esempio|"]),
        StatementSample(
            bank: "UniCredit",
            text: """
                Data Registrazione;Data valuta;Descrizione;Importo (EUR)
                31.10.2024;31.10.2024;PAGAMENTO POS Fruttivendolo;-18,4
                30.10.2024;31.10.2024;ACCREDITO;1.000
                29.10.2024;29.10.2024;CANONE;-0,5
                """,
            rows: [
                "2024-10-31 -18.4 EUR PAGAMENTO POS Fruttivendolo|", "2024-10-30 1000 EUR ACCREDITO|",
                "2024-10-29 -0.5 EUR CANONE|",
            ]),
        StatementSample(
            bank: "Intesa",
            text: """
                Lista movimenti del conto 1000/123
                Dal;01/05/2024;al;31/05/2024

                Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa
                21/05/2024;21/05/2024;Bonifico;350,00;;Rimborso viaggio
                19/05/2024;17/05/2024;Carta;;-42,10;Benzina
                Totale;;;350,00;42,10;
                """, currency: "EUR",
            rows: ["2024-05-21 350 EUR Rimborso viaggio|", "2024-05-19 -42.1 EUR Benzina|"], faults: ["7 badDate(\"Totale\")"]),
        StatementSample(
            bank: "Fineco",
            text: """
                Conto Corrente: 00 123
                Intestazione Conto Corrente: Mario Prova
                Risultati Ricerca Movimenti

                Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato;Moneymap
                14/07/2024;12/07/2024;;-36,99;Pagamento Visa;Libreria sotto casa;Contabilizzato;Tempo libero
                13/07/2024;13/07/2024;90;;Giroconto;Da libretto;Contabilizzato;
                16/07/2024;16/07/2024;;-8,00;Pagamento Visa;Gelateria;Autorizzato;
                """, encoding: .utf16, currency: "EUR",
            rows: ["2024-07-14 -36.99 EUR Libreria sotto casa|", "2024-07-13 90 EUR Da libretto|"],
            faults: ["8 notBooked(\"Autorizzato\")"]),
    ]

    private static let eastern = [
        StatementSample(
            bank: "Kaspi",
            text: """
                Дата;Сумма;Операция;Детали
                05.11.25;- 12 350,00 ₸;Покупка;Магазин у дома
                04.11.25;+ 250 000,00 ₸;Пополнение;Зарплата
                04.11.25;- 700,00 ₸;Перевод;Айгерім Н.
                """,
            rows: [
                "2025-11-05 -12350 KZT Магазин у дома|", "2025-11-04 250000 KZT Зарплата|", "2025-11-04 -700 KZT Айгерім Н.|",
            ]),
        StatementSample(
            bank: "Halyk",
            text: """
                Выписка по счету;KZ00
                Валюта счета;KZT
                Дата проведения операции;Дата обработки операции;Описание операции;Сумма операции;Валюта операции;\
                Приход в валюте счета;Расход в валюте счета;Комиссия;№ карточки/счета
                03.09.2024;05.09.2024;Оплата в магазине;-10,00;EUR;0,00;-5 340,50;0,00;4400
                02.09.2024;02.09.2024;Поступление;150000,00;KZT;150 000,00;0,00;0,00;4400
                """, encoding: .windows1251, currency: "KZT",
            rows: ["2024-09-03 -5340.5 KZT Оплата в магазине|", "2024-09-02 150000 KZT Поступление|"]),
        StatementSample(
            bank: "Sberbank",
            text: """
                Дата операции;Категория;Описание;Сумма в валюте счёта;Остаток
                01.12.2024 14:05;Супермаркеты;Овощи и фрукты;1 540,20;8 459,80
                30.11.2024 09:00;Перевод;Аванс;+10 000,00;10 000,00
                30.11.2024 08:00;Прочее;Плата;99;0
                """, encoding: .windows1251, currency: "RUB",
            rows: [
                "2024-12-01 14:05 -1540.2 RUB Овощи и фрукты|", "2024-11-30 09:00 10000 RUB Аванс|",
                "2024-11-30 08:00 -99 RUB Плата|",
            ]),
        StatementSample(
            bank: "Tinkoff",
            text: """
                "Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";\
                "Валюта платежа";"Кэшбэк";"Категория";"MCC";"Описание"
                "31.12.2023 16:44:00";"01.01.2024";"*1";"OK";"-10,00";"USD";"-905,30";"RUB";"";"Сервис";"5";"Подписка"
                "30.12.2023 08:00:09";"30.12.2023";"*1";"FAILED";"-50,00";"RUB";"-50,00";"RUB";"";"Кафе";"6";"Чай"
                "29.12.2023 23:59:59";"30.12.2023";"*1";"OK";"1000,00";"RUB";"1000,00";"RUB";"";"";"";"От Пети"
                """, encoding: .windows1251,
            rows: ["2023-12-31 16:44 -905.3 RUB Подписка|", "2023-12-29 23:59 1000 RUB От Пети|"],
            faults: ["3 notBooked(\"FAILED\")"]),
    ]

    private static let english = [
        StatementSample(
            bank: "Chase, account",
            text: """
                Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
                DEBIT,02/28/2024,"GROCER, SPRINGFIELD",-54.10,DEBIT_CARD,945.90,,
                CREDIT,02/27/2024,PAYROLL,1000.00,ACH_CREDIT,1000.00,,
                """, currency: "USD",
            rows: ["2024-02-28 -54.1 USD GROCER, SPRINGFIELD|", "2024-02-27 1000 USD PAYROLL|"]),
        StatementSample(
            bank: "Bank of America",
            text: """
                Description,,Summary Amt.
                Beginning balance as of 03/01/2024,,"1,000.00"
                Total credits,,"25.50"

                Date,Description,Amount,Running Bal.
                03/01/2024,Beginning balance as of 03/01/2024,,"1,000.00"
                03/15/2024,"Bookshop","-20.00","980.00"
                03/16/2024,"Refund","25.50","1,005.50"
                """, currency: "USD",
            rows: ["2024-03-15 -20 USD Bookshop|", "2024-03-16 25.5 USD Refund|"], faults: ["6 noAmount"]),
        StatementSample(
            bank: "Barclays",
            text: """
                Number,Date,Account,Amount,Subcategory,Memo
                ,25/04/2024,20-00 123,-9.99,PAYMENT,STREAMING CO\t ON 24 APR
                ,13/04/2024,20-00 123,-1200.00,DIRECTDEP,RENT
                """, currency: "GBP",
            rows: ["2024-04-25 -9.99 GBP STREAMING CO ON 24 APR|", "2024-04-13 -1200 GBP RENT|"]),
        StatementSample(
            bank: "HSBC",
            text: """
                Date,Payment type and details,Paid out,Paid in,Balance
                14 Jun 2024,VIS CORNER SHOP,"1,012.35",,87.65
                15 Jun 2024,CR SALARY,,"1,900.00","1,987.65"
                """, currency: "GBP",
            rows: ["2024-06-14 -1012.35 GBP VIS CORNER SHOP|", "2024-06-15 1900 GBP CR SALARY|"]),
        StatementSample(
            bank: "Monzo",
            text: """
                Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,\
                Address,Receipt,Description,Category split,Money Out,Money In
                tx_1,23/08/2024,18:42:07,Card payment,Noodle Bar,🍜,Eating out,-11.80,GBP,-14.00,EUR,,,,NOODLE BAR BERLIN,,-11.80,
                tx_2,24/08/2024,09:00:00,Faster payment,Sam,,Transfers,20.00,GBP,20.00,GBP,tickets,,,for tickets,,,20.00
                """,
            rows: [
                "2024-08-23 18:42 -11.8 GBP NOODLE BAR BERLIN|Noodle Bar", "2024-08-24 09:00 20 GBP for tickets|Sam",
            ]),
    ]

    private static let international = [
        StatementSample(
            bank: "Revolut",
            text: """
                Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
                CARD_PAYMENT,Current,2024-01-30 21:15:03,2024-01-31 05:00:00,Night Tram,-2.90,0.00,EUR,COMPLETED,97.10
                EXCHANGE,Current,2024-01-31 10:00:00,2024-01-31 10:00:01,Exchanged to KWD,-50.00,0.50,EUR,COMPLETED,46.60
                CARD_PAYMENT,Current,2024-01-31 11:00:00,,Kiosk,-1.00,0.00,EUR,PENDING,
                TOPUP,Current,2024-01-31 12:00:00,2024-01-31 12:00:01,From KWD,1.255,0.000,KWD,COMPLETED,1.255
                """,
            rows: [
                "2024-01-30 21:15 -2.9 EUR Night Tram|", "2024-01-31 10:00 -50.5 EUR Exchanged to KWD|",
                "2024-01-31 12:00 1.255 KWD From KWD|",
            ], faults: ["4 notBooked(\"PENDING\")"]),
        StatementSample(
            bank: "PayPal",
            text: "\u{FEFF}" + """
                "Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Balance"
                "3/14/2024","08:15:30","PDT","Craft Fair","Mobile Payment","Completed","USD","40.00","-1.50","38.50","a@example.org","38.50"
                "3/15/2024","19:00:01","PDT","Web Host","Subscription Payment","Completed","USD","-1,005.00","0.00","-1,005.00","","-966.50"
                "3/15/2024","19:00:01","PDT","Yarn","Express Checkout","Pending","USD","-5.00","0.00","-5.00","","-966.50"
                """,
            rows: [
                "2024-03-14 08:15 38.5 USD Mobile Payment|Craft Fair", "2024-03-15 19:00 -1005 USD Subscription Payment|Web Host",
            ], faults: ["4 notBooked(\"Pending\")"]),
        StatementSample(
            bank: "Wise",
            text: """
                "TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To",\
                "Exchange Rate","Payer Name","Payee Name",Merchant,"Total fees"
                CARD-1,31-08-2024,-2500,JPY,"Card transaction at Ramen","",97500,JPY,JPY,,,,"Ramen Ya",0
                TRANSFER-2,30-08-2024,-33.10,EUR,"Sent money to Ana","gift",66.90,,,,,"Ana",,0.60
                """,
            rows: [
                "2024-08-31 -2500 JPY Card transaction at Ramen|Ramen Ya", "2024-08-30 -33.1 EUR Sent money to Ana|",
            ]),
        StatementSample(
            bank: "A bank without names of columns",
            text:
                "\"02/13/2024\",\"-35.00\",\"*\",\"\",\"PHARMACY ON MAIN STREET\"\n\"02/12/2024\",\"12.00\",\"*\",\"\",\"REFUND\"\n",
            currency: "USD", rows: ["2024-02-13 -35 USD PHARMACY ON MAIN STREET|", "2024-02-12 12 USD REFUND|"]),
    ]
}
