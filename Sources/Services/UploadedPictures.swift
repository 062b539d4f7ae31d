import APIKit
import People
import Pictures

/// Makes the JPEGs that are stored from the pictures that people send. Each is decoded and encoded anew.
package struct UploadedPictures: Sendable {
    package typealias Reencode = @Sendable (_ bytes: [UInt8], _ type: String, _ form: PictureForm) async throws -> [UInt8]

    let reencode: Reencode
    /// Counts the pictures of each person; nil on one person's machine.
    let profiles: Profiles?

    /// The body of an operation that takes a picture.
    package static let body = Operation.RequestBody.bytes(
        PictureType.allCases.map { ($0.mediaType, .any) }, maximumBytes: PictureReencoder.maximumBytes)

    /// Re-encodes the picture of a request, and counts it towards the person's hourly limit unless the server was too busy to read
    /// it.
    ///
    /// - Throws: ``PeopleError/tooManyAttempts(retryAfterSeconds:)``, ``PictureError``.
    package func jpeg(of call: Call, _ form: PictureForm) async throws -> [UInt8] {
        let (bytes, type) = (Array(call.bytes.readableBytesView), call.contentType ?? "")
        guard let profiles, let person = try await person(call, profiles) else { return try await reencode(bytes, type, form) }
        try await profiles.beginPicture(of: person, call.client)
        do {
            return try await reencode(bytes, type, form)
        } catch PictureError.busy {
            try await profiles.endUnreadPicture(of: person, call.client)
            throw PictureError.busy
        }
    }

    /// The id of the caller's account; nil for a token whose owner has none.
    private func person(_ call: Call, _ profiles: Profiles) async throws -> String? {
        if let standing = call.caller.standing { return standing.person }
        return try await profiles.person(ofOwner: call.caller.owner)
    }
}

/// The form of a stored picture.
package enum PictureForm: Sendable {
    /// A person's picture.
    case portrait
    /// A photo of a document or receipt, on which the text must be legible.
    case document

    /// The longest edge in pixels.
    package var edge: Int { self == .portrait ? 256 : 1600 }
    package var shape: PictureShape { self == .portrait ? .square : .whole }
}

extension PictureReencoder {
    /// Re-encodes a picture of the media type that its sender declares.
    ///
    /// - Throws: ``PictureError``.
    package func jpeg(from bytes: [UInt8], mediaType: String, _ form: PictureForm) async throws(PictureError) -> [UInt8] {
        guard let type = PictureType(mediaType: mediaType) else { throw .notAPicture(.jpeg) }
        return try await jpeg(from: bytes, type: type, edge: form.edge, shape: form.shape)
    }
}
