import APIKit
import Expenses
import NIOCore
import Records
import Services
import Store

/// The photos of transactions, over HTTP and for pages.
package struct ExpensePhotoOperations: Sendable {
    package let show: TypedOperation<Expenses.Named, [UInt8]>
    package let set, remove: TypedOperation<Expenses.Named, Void>

    package init(_ store: Store, _ pictures: UploadedPictures) {
        let (photos, path, tag) = (Photos(store.quotaChecks), "/v1/expenses/{expense}/photo", ExpensesOperations.tag)
        show = TypedOperation(
            .get, path, id: "getExpensePhoto", tag: tag, "The photo of a transaction, at most 1600 pixels wide and high.",
            need: .scope(.read), refusals: [404: "There is no such transaction, or it has no photo."],
            answer: .of(.contents(200, "The photo.", [("image/jpeg", .any)])) { jpeg, _ in
                Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg")
            }, perform: store.work(reading: photos.show))
        set = TypedOperation(
            .put, path, id: "setExpensePhoto", tag: tag,
            "Sets the photo of a transaction, or replaces it. It is decoded, turned upright, scaled down to 1600 pixels and "
                + "re-encoded without metadata.",
            need: .scope(.write), .writeWithoutKey, bytes: UploadedPictures.body,
            refusals: [
                409: "There are too many photos.",
                422: "The body is not a picture of the declared type, or has too many pixels.",
            ],
            answer: .done("The photo is set.")
        ) { named, call in
            let caller = Caller(call.caller)
            try await store.refusing { try photos.checkRoom($0, caller, named) }
            let jpeg = try await pictures.jpeg(of: call, .document)
            try await store.change { try photos.set(&$0, caller, named, jpeg) }
        }
        remove = TypedOperation(
            .delete, path, id: "removeExpensePhoto", tag: tag, "Removes the photo of a transaction, if there is one.",
            need: .scope(.write), .writeWithoutKey, answer: .done("The transaction has no photo."),
            perform: store.work(changing: photos.remove))
    }

    package func add(to api: inout API) { api.add(show, set, remove) }
}
