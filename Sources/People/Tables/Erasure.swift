import Access
import GRDB
import Notices
import Store

extension PeopleRecords {
    /// Deletes a person, and all data of their owner: wallets with their journal, favourites, tokens, answers to repeated requests.
    /// The machine's own owner remains, without data.
    package func erase(_ person: Person) throws {
        let owner = person.owner
        // The triggers that protect the journal permit deletions for an owner who is marked as erased.
        try run("UPDATE owners SET erased_at = strftime('%s', 'now') WHERE id = ?", [owner])
        for sql in erasure { try run(sql, [owner]) }
        try removeNotices(of: person.id, to: person.email.text)
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
            // The row is inserted again below, so rows that still refer to it, such as another invitation, may stay.
            try run("PRAGMA defer_foreign_keys = ON", [])
        } else {
            try run("UPDATE invitations SET takes_over = NULL WHERE takes_over = ?", [owner])
        }
        // Rows of other capabilities are deleted with it.
        try run("DELETE FROM owners WHERE id = ?", [owner])
        if owner == Owner.local { try OwnerRows.ensure(owner, in: connection) }
    }
}
