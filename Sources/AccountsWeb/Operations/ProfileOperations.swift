import APIKit
import HTTPTypes
import NIOCore
import People
import Records
import Services
import Store

/// What the caller has written about themselves, over HTTP and for pages; with accounts and without.
package struct ProfileOperations: Sendable {
    package let show: TypedOperation<Nothing, PersonalProfile>
    package let set: TypedOperation<PersonalDetails, PersonalProfile>
    /// Returns a JPEG.
    package let picture: TypedOperation<Nothing, [UInt8]>
    package let setPicture, removePicture: TypedOperation<Nothing, Void>

    package init(_ store: Store, _ pictures: UploadedPictures) {
        let (profiles, path, tag) = (PersonalProfiles(store.quotaChecks), "/v1/profile", "Profile")
        show = TypedOperation(
            .get, path, id: "getProfile", tag: tag, "The caller's profile. It has only the details that are filled in.",
            need: .scope(.read), answer: .record(200, "The profile."), perform: store.work(reading: profiles.show))
        set = TypedOperation(
            .put, path, id: "setProfile", tag: tag,
            "Replaces the details of the caller's profile. Details that are left out are removed.", need: .scope(.write),
            example: #"{"first_name":"Ann","last_name":"Berg","login_name":"ann.berg","phone":"+39 333 123 4567"}"#,
            refusals: [409: "The login name is taken, or the email is not the account's."],
            answer: .record(200, "The profile."), perform: store.work(changing: profiles.set))
        picture = TypedOperation(
            .get, "\(path)/picture", id: "getProfilePicture", tag: tag,
            "The caller's picture, 256 pixels square. With accounts it is the account's.", need: .scope(.read),
            refusals: [404: "There is no picture."],
            answer: .of(.contents(200, "The picture.", [("image/jpeg", .any)])) { jpeg, _ in
                Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "no-store")
            }, perform: store.work(reading: profiles.picture))
        setPicture = TypedOperation(
            .put, "\(path)/picture", id: "setProfilePicture", tag: tag,
            "Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without metadata.",
            need: .scope(.write), .writeWithoutKey, bytes: UploadedPictures.body,
            refusals: [422: "The body is not a picture of the declared type, or has too many pixels."],
            answer: .done("The picture is set.")
        ) { _, call in
            let caller = Caller(call.caller)
            let jpeg = try await pictures.jpeg(of: call, .portrait)
            try await store.change { try profiles.setPicture(&$0, caller, jpeg) }
        }
        removePicture = TypedOperation(
            .delete, "\(path)/picture", id: "removeProfilePicture", tag: tag, "Removes the picture, if there is one.",
            need: .scope(.write), .writeWithoutKey, answer: .done("There is no picture."),
            perform: store.work(changing: profiles.removePicture))
    }

    package func add(to api: inout API) { api.add(show, set, picture, setPicture, removePicture) }
}
