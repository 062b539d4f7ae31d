import APIKit
import HTMLTemplates
import NIOCore
import PageKit
import People
import Store

/// A person's picture with the form that replaces it, for the template `account-picture`.
struct OwnPicture: Sendable {
    /// The address of its form; below it is that of its removal.
    let path: String
    let hasPicture: Bool
    /// The person's name; empty if it is not known.
    let name: String

    /// - Parameter name: shown if the profile has none.
    init(_ path: String, _ profile: PersonalProfile, name: String = "") {
        (self.path, hasPicture) = (path, profile.hasPicture)
        let own = [profile.details.firstName, profile.details.lastName].compactMap(\.self).joined(separator: " ")
        self.name = own.isEmpty ? name : own
    }

    func values(_ visit: Visit, _ errors: FormErrors) -> Values {
        let words = visit.words
        let field = FieldView(
            "picture", .file(accept: SentPicture.types), words("account.picture.file"), hint: words("account.picture.hint"))
        let form = FormView(path, [field], submit: words("account.picture.submit"), kind: .plain)
        return [
            "picturePath": .text(path), "hasPicture": .flag(hasPicture), "ownName": .optional(name.isEmpty ? nil : name),
            "initial": .optional(name.first.map(String.init)), "pictureForm": form.values(errors),
        ]
    }

    // MARK: The form

    /// Sends the file of a form to an operation. Returns what is wrong with it; nil if the picture is set.
    static func send(_ fields: PageKit.Fields, to operation: TypedOperation<Nothing, Void>, _ visit: Visit) async throws
        -> FormErrors?
    {
        let words = visit.words
        guard let file = fields.file("picture") else { return FormErrors(words("account.picture.missing"), to: "picture") }
        guard let type = SentPicture.type(of: file) else { return FormErrors(words("problem.code.not-a-picture"), to: "picture") }
        do {
            try await visit.perform(operation, bytes: ByteBuffer(bytes: file.bytes), type: type)
            return nil
        } catch {
            return try FormErrors(error, ["body": "picture"], words)
        }
    }
}
