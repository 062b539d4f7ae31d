import Access
import JSONText
import Market
import Platform

/// Accounts and their members as JSON.
package enum AccountJSON {
    package static func account(_ person: Person, _ writer: inout JSONWriter) {
        let choices = person.choices
        writer.member("id", person.id)
        writer.member("name", person.name)
        writer.member("email", person.email.text)
        writer.member("role", person.role.rawValue)
        writer.member("created_at", MomentText.iso(person.createdAt))
        writer.member("language", choices.language.rawValue)
        writer.member("quote_currency", choices.quoteCurrency)
        writer.member("preferred_coin", choices.preferredCoin)
        writer.member("appearance", choices.appearance.rawValue)
        writer.member("time_zone", choices.timeZone)
        writer.member("has_picture", person.hasPicture)
        writer.member("second_factor", person.hasSecondFactor)
        writer.member("deleted_from", person.deletedFrom.map(MomentText.iso))
    }

    /// Writes an account as operators see it.
    package static func listed(_ listed: Administration.Listed, _ writer: inout JSONWriter) {
        let person = listed.person
        writer.member("id", person.id)
        writer.member("name", person.name)
        writer.member("email", person.email.text)
        writer.member("role", person.role.rawValue)
        writer.member("created_at", MomentText.iso(person.createdAt))
        writer.member("state", state(person))
        writer.member("lock_reason", person.lock?.reason)
        writer.member("second_factor", person.hasSecondFactor)
        writer.member("sessions", listed.sessionCount)
        writer.member("last_used_at", listed.lastUsedAt.map(MomentText.iso))
    }

    package static func storage(_ use: StorageUse, _ quotas: StorageQuotas, _ writer: inout JSONWriter) {
        let entries = [
            (QuotaExceeded.Kind.transactions, use.transactions, quotas.transactions), (.jobBytes, use.jobBytes, quotas.jobBytes),
            (.pictureBytes, use.pictureBytes, quotas.pictureBytes),
        ]
        for (kind, used, limit) in entries {
            writer.key(kind.rawValue)
            writer.object { writer in
                writer.member("used", used)
                writer.member("limit", limit)
            }
        }
    }

    package static func state(_ person: Person) -> String {
        if person.lock != nil { return "locked" }
        return person.deletedFrom == nil ? "active" : "to be deleted"
    }

    package static func session(_ session: Session, isCurrent: Bool, _ writer: inout JSONWriter) {
        writer.member("id", session.id)
        writer.member("device", session.place.device)
        writer.member("network", session.place.network)
        writer.member("created_at", MomentText.iso(session.createdAt))
        writer.member("last_used_at", MomentText.iso(session.lastUsedAt))
        writer.member("expires_at", MomentText.iso(session.expiresAt))
        writer.member("kind", session.carrier.rawValue)
        writer.member("current", isCurrent)
    }

    package static func device(_ device: Device, isCurrent: Bool, _ writer: inout JSONWriter) {
        writer.member("id", device.id)
        writer.member("device", device.place.device)
        writer.member("network", device.place.network)
        writer.member("created_at", MomentText.iso(device.createdAt))
        writer.member("last_used_at", MomentText.iso(device.lastUsedAt))
        writer.member("pin", device.pin != nil)
        writer.member("current", isCurrent)
    }

    package static func event(_ event: SecurityEvent, _ writer: inout JSONWriter) {
        writer.member("time", MomentText.iso(event.time))
        writer.member("event", event.kind.rawValue)
        writer.member("outcome", event.outcome.rawValue)
        writer.member("device", event.place.device)
        writer.member("network", event.place.network)
        writer.member("session", event.session)
        writer.member("by_operator", event.actor != nil)
        writer.member("detail", event.detail)
    }

    package static func token(_ token: AccessToken, now: Int, _ writer: inout JSONWriter) {
        writer.member("id", token.id)
        writer.member("name", token.name)
        writer.member("scope", token.scope.rawValue)
        writer.member("state", token.revokedAt != nil ? "revoked" : token.isValid(at: now) ? "valid" : "expired")
        writer.member("created_at", MomentText.iso(token.createdAt))
        writer.member("expires_at", token.expiresAt.map(MomentText.iso))
        writer.member("last_used", token.lastUsedDay.map { Day(daysSince1970: $0).description })
    }

    package static func invitation(_ invitation: Invitation, now: Int, _ writer: inout JSONWriter) {
        writer.member("id", invitation.id)
        writer.member("email", invitation.email.text)
        writer.member("role", invitation.role.rawValue)
        writer.member("state", state(invitation, now: now))
        writer.member("created_at", MomentText.iso(invitation.createdAt))
        writer.member("expires_at", MomentText.iso(invitation.expiresAt))
    }

    package static func state(_ invitation: Invitation, now: Int) -> String {
        if invitation.acceptedBy != nil { return "accepted" }
        if invitation.endedAt != nil { return "revoked" }
        return invitation.isOpen(at: now) ? "open" : "expired"
    }
}
