import Access
import GRDB
import People

extension PeopleRows {
    /// Deletes a person, and everything of their owner: wallets with their journal, favourites, tokens, answers to repeated
    /// requests. The machine's own owner stays, without anything.
    func erase(_ person: Person) throws {
        let owner = person.owner
        // The triggers that keep the journal let go of an owner who is marked.
        try run("UPDATE owners SET erased_at = strftime('%s', 'now') WHERE id = ?", [owner])
        try eraseData(of: owner)
        try run("DELETE FROM mails WHERE subject = ?1 OR recipient = ?2", [person.id, person.email.text])
        try run("DELETE FROM links WHERE subject = ?", [person.id])
        try run("DELETE FROM invitations WHERE lower(email) = ?", [person.email.key])
        try run("UPDATE invitations SET invited_by = NULL WHERE invited_by = ?", [person.id])
        try removeSignUps(email: person.email.key)
        for table in ["sessions", "pending_sign_ins", "devices", "recovery_codes", "security_events"] {
            try run("DELETE FROM \(table) WHERE person = ?", [person.id])
        }
        try run("DELETE FROM attempts WHERE instr(subject, ?) > 0", [person.id])
        try run("DELETE FROM people WHERE id = ?", [person.id])
        if owner == Owner.local {
            // The row comes back below, so what still refers to it, such as another invitation, may go on.
            try run("PRAGMA defer_foreign_keys = ON", [])
        } else {
            try run("UPDATE invitations SET takes_over = NULL WHERE takes_over = ?", [owner])
        }
        // The rows of capabilities go with it.
        try run("DELETE FROM owners WHERE id = ?", [owner])
        if owner == Owner.local { try OwnerRows.ensure(owner, in: connection) }
    }

    private func eraseData(of owner: String) throws {
        let wallets = "(SELECT id FROM wallets WHERE owner = ?1)"
        for sql in [
            "DELETE FROM idempotency WHERE owner = ?1",
            "DELETE FROM favourites WHERE owner = ?1",
            // The other side of a transfer keeps it.
            "UPDATE trading_transfers SET sender = NULL WHERE sender = ?1",
            "UPDATE trading_transfers SET receiver = NULL WHERE receiver = ?1",
            "DELETE FROM trading_orders WHERE owner = ?1",
            "DELETE FROM trading_quotes WHERE owner = ?1",
            "DELETE FROM trading_plans WHERE owner = ?1",
            "DELETE FROM trading_payments WHERE owner = ?1",
            "DELETE FROM trading_methods WHERE owner = ?1",
            "DELETE FROM trading_addresses WHERE owner = ?1",
            "DELETE FROM trading_rewards WHERE owner = ?1",
            "DELETE FROM trading_usage WHERE owner = ?1",
            "DELETE FROM trading_feed WHERE owner = ?1",
            "DELETE FROM phone_codes WHERE owner = ?1",
            "DELETE FROM document_looks WHERE owner = ?1",
            "DELETE FROM verification_documents WHERE owner = ?1",
            "DELETE FROM verifications WHERE owner = ?1",
            """
            UPDATE trading_accounts SET referred_by = NULL
            WHERE referred_by = (SELECT id FROM trading_accounts WHERE owner = ?1)
            """,
            "DELETE FROM trading_accounts WHERE owner = ?1",
            "DELETE FROM paper_match_coins WHERE match IN (SELECT position FROM paper_matches WHERE owner = ?1)",
            "DELETE FROM paper_matches WHERE owner = ?1",
            "DELETE FROM access_tokens WHERE owner = ?1",
            "DELETE FROM postings WHERE transaction_id IN (SELECT id FROM transactions WHERE owner = ?1)",
            "DELETE FROM wallet_transactions WHERE wallet IN \(wallets)",
            // One after another: a correction refers to what it corrects, which has a smaller id.
            "DELETE FROM transactions WHERE owner = ?1 AND corrects IS NOT NULL",
            "DELETE FROM transactions WHERE owner = ?1",
            "DELETE FROM accounts WHERE wallet IN \(wallets)",
            "DELETE FROM transfers WHERE to_wallet IN \(wallets) OR from_wallet IN \(wallets)",
            "DELETE FROM wallets WHERE owner = ?1",
        ] { try run(sql, [owner]) }
        try run("DELETE FROM trading_transfers WHERE sender IS NULL AND receiver IS NULL", [])
    }
}
