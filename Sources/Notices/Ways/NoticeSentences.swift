import Languages

extension Announcement {
    /// What a person sends to try the ways of delivery.
    static let test = Announcement(.test, subject: "test", link: "/notices/settings") { language in
        switch language {
        case .english: "A test: this way of delivery works"
        case .italian: "Una prova: questo modo di consegna funziona"
        case .russian: "Проверка: этот способ доставки работает"
        case .kazakh: "Тексеру: бұл жеткізу тәсілі жұмыс істейді"
        }
    }

    /// The webhook's server has said that its address is gone for good.
    static let webhookGone = Announcement(.task, subject: "webhook", link: "/notices/settings") { language in
        switch language {
        case .english: "The webhook was turned off: its server answered that the address no longer exists"
        case .italian: "Il webhook è stato disattivato: il suo server ha risposto che l’indirizzo non esiste più"
        case .russian: "Веб-хук отключён: его сервер ответил, что такого адреса больше нет"
        case .kazakh: "Вебхук өшірілді: оның сервері мұндай мекенжай енді жоқ деп жауап берді"
        }
    }
}
