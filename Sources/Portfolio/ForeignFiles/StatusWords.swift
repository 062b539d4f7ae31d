/// The words that programs use for the status of a transaction.
package enum StatusWords {
    /// Whether a transaction of this status was carried out; nil for an unknown status, such as “partially filled”.
    package static func isCompleted(_ text: String) -> Bool? {
        let status = plain(text)
        return completed.contains(status) ? true : unfinished.contains(status) ? false : nil
    }

    /// The status in small letters and without punctuation. Digits are kept: “2/3 confirmed” is not “confirmed”.
    static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    private static let completed: Set<String> = [
        "completed", "complete", "success", "successful", "succeeded", "filled", "fully filled", "executed", "ok", "confirmed",
        "done",
        "settled", "finished", "processed", "credited", "distributed", "completato", "completata", "eseguito", "eseguita",
        "confermato", "confermata", "завершено", "завершён", "завершен", "завершена", "выполнено", "выполнен", "выполнена",
        "исполнено", "исполнен", "исполнена", "успешно", "подтверждено", "аяқталды", "орындалды", "расталды",
    ]

    private static let unfinished: Set<String> = [
        "cancelled", "canceled", "cancel", "pending", "failed", "failure", "fail", "unsuccessful", "reverted", "reversed",
        "declined",
        "expired", "rejected", "processing", "in progress", "open", "new", "on hold", "waiting", "queued", "unconfirmed",
        "incomplete",
        "not completed", "error", "void", "voided", "aborted", "dropped", "annullato", "annullata", "in sospeso", "in attesa",
        "fallito", "fallita", "rifiutato", "rifiutata", "scaduto", "scaduta", "отменено", "отменён", "отменен", "отменена",
        "в ожидании", "ожидание", "в обработке", "ошибка", "отклонено", "отклонён", "отклонен", "отклонена", "истёк", "истек",
        "бас тартылды", "күтуде", "қате", "қабылданбады",
    ]
}
