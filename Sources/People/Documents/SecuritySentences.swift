import Languages
import Notices

/// Something about the security of an account that a person is told in the app.
enum SecurityNews {
    /// What a mail is sent about as well.
    case mailed(Notice.Kind)
    /// Sessions that somebody ended from another one, or an operator.
    case sessionsEnded

    fileprivate var sentences: SecuritySentences? {
        switch self {
        case .mailed(let kind): SecuritySentences.byKind[kind]
        case .sessionsEnded: .sessionsEnded
        }
    }
}

extension Announcement {
    /// - Parameters:
    ///   - person: the id of the account.
    ///   - device: the device of the person; nil for the server or an operator.
    /// - Returns: nil for what is not told in the app, such as a link that was asked for.
    init?(_ news: SecurityNews, of person: String, device: String?) {
        guard let sentences = news.sentences else { return nil }
        var hasOwnMail = false
        if case .mailed = news { hasOwnMail = true }
        self.init(.security, subject: person, link: sentences.link, hasOwnMail: hasOwnMail) { language in
            let sentence = sentences.text(language)
            return device.map { "\(sentence) (\($0))" } ?? sentence
        }
    }
}

/// One event in all languages, and the page that shows more.
private struct SecuritySentences: Sendable {
    let link, english, italian, russian, kazakh: String

    init(_ link: String, _ english: String, _ italian: String, _ russian: String, _ kazakh: String) {
        (self.link, self.english, self.italian, self.russian, self.kazakh) = (link, english, italian, russian, kazakh)
    }

    func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .italian: italian
        case .russian: russian
        case .kazakh: kazakh
        }
    }

    static let sessionsEnded = SecuritySentences(
        "/account/devices", "Sessions of your account were ended", "Alcune sessioni del tuo account sono state chiuse",
        "Сеансы вашего аккаунта завершены", "Тіркелгіңіздің сеанстары аяқталды")

    static let byKind: [Notice.Kind: SecuritySentences] = [
        .passwordChanged: SecuritySentences(
            "/account/events", "Your password was changed", "La tua password è stata cambiata", "Ваш пароль изменён",
            "Құпиясөзіңіз өзгертілді"),
        .emailChanging: SecuritySentences(
            "/account", "Your address is about to change", "Il tuo indirizzo sta per cambiare", "Ваш адрес скоро изменится",
            "Мекенжайыңыз жақында өзгереді"),
        .emailChanged: SecuritySentences(
            "/account", "Your address was changed", "Il tuo indirizzo è stato cambiato", "Ваш адрес изменён",
            "Мекенжайыңыз өзгертілді"),
        .newDevice: SecuritySentences(
            "/account/devices", "Sign-in from a new device", "Accesso da un nuovo dispositivo", "Вход с нового устройства",
            "Жаңа құрылғыдан кіру"),
        .secondFactorFailed: SecuritySentences(
            "/account/events", "Wrong codes at sign-in, after the right password",
            "Codici errati all’accesso, dopo la password giusta", "Неверные коды при входе после верного пароля",
            "Кіру кезінде дұрыс құпиясөзден кейін қате кодтар енгізілді"),
        .secondFactorOn: SecuritySentences(
            "/account/second-factor", "The second factor is on", "Il secondo fattore è attivo",
            "Второй фактор включён", "Екінші фактор қосылды"),
        .secondFactorOff: SecuritySentences(
            "/account/second-factor", "The second factor is off", "Il secondo fattore è disattivato",
            "Второй фактор выключен", "Екінші фактор өшірілді"),
        .secondFactorRemovalPending: SecuritySentences(
            "/account/second-factor", "The second factor is about to be removed",
            "Il secondo fattore sta per essere rimosso", "Второй фактор скоро будет удалён",
            "Екінші фактор жақында алынып тасталады"),
        .recoveryCodesRenewed: SecuritySentences(
            "/account/second-factor", "New recovery codes were created", "Sono stati creati nuovi codici di recupero",
            "Созданы новые коды восстановления", "Жаңа қалпына келтіру кодтары жасалды"),
        .pinSet: SecuritySentences(
            "/account/pin", "A PIN was set", "È stato impostato un PIN", "PIN-код установлен", "PIN коды орнатылды"),
        .pinRemoved: SecuritySentences(
            "/account/pin", "A PIN was removed", "È stato rimosso un PIN", "PIN-код удалён", "PIN коды жойылды"),
        .tokenCreated: SecuritySentences(
            "/account/tokens", "An access token was created", "È stato creato un token di accesso", "Создан токен доступа",
            "Қатынау токені жасалды"),
        .accountLocked: SecuritySentences(
            "/account/events", "Your account was locked", "Il tuo account è stato bloccato", "Ваш аккаунт заблокирован",
            "Тіркелгіңіз бұғатталды"),
        .accountUnlocked: SecuritySentences(
            "/account/events", "Your account was unlocked", "Il tuo account è stato sbloccato", "Ваш аккаунт разблокирован",
            "Тіркелгіңіз бұғаттан шығарылды"),
        .deletionScheduled: SecuritySentences(
            "/account/deletion", "Your account is going to be deleted", "Il tuo account sarà eliminato",
            "Ваш аккаунт будет удалён", "Тіркелгіңіз жойылады"),
    ]
}
