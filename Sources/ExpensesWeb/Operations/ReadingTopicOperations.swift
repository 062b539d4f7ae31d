import APIKit
import Expenses
import HTTPTypes
import NIOCore
import Records
import Services
import Store

/// The articles on budgeting on the first screen of journals, over HTTP and for pages. The operator chooses them: with accounts that
/// is an operator, on one person's machine the person.
package struct ReadingTopicOperations: Sendable {
    package let list: TypedOperation<Nothing, ReadingTopics.List>
    /// Returns a JPEG.
    package let picture: TypedOperation<ReadingTopics.Pictured, [UInt8]>
    package let choose: TypedOperation<ReadingTopics.Choice, ReadingTopics.List>
    package let add: TypedOperation<ReadingTopicDraft, ReadingTopic>
    package let edit: TypedOperation<ReadingTopics.Edit, ReadingTopic>
    package let remove: TypedOperation<ReadingTopics.Named, Void>
    package let setPicture, removePicture: TypedOperation<ReadingTopics.Named, Void>

    /// Who may change the list.
    package static let need = Need.scope(.admin)

    package init(_ store: Store, _ pictures: UploadedPictures) {
        let (topics, tag, need) = (ReadingTopics(), ExpensesOperations.tag, Self.need)
        let (path, own) = ("/v1/expenses/reading", "/v1/expenses/reading/{topic}")
        let example = #"{"number":1,"texts":[{"language":"en","title":"Budgets","link":"https://example.org/budgets"}]}"#
        list = TypedOperation(
            .get, path, id: "getReadingList", tag: tag, "The articles on budgeting that journals show.", need: .scope(.read),
            answer: .record(200, "The list."), perform: store.work(reading: topics.list))
        picture = TypedOperation(
            .get, "\(own)/picture", id: "getReadingPicture", tag: tag, "The picture of a topic, 256 pixels square.",
            need: .scope(.read), refusals: [404: "The topic has no picture."],
            answer: .of(.contents(200, "The picture.", [("image/jpeg", .any)])) { jpeg, _ in
                Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "private, max-age=3600")
            }, perform: store.work(reading: topics.picture))
        choose = TypedOperation(
            .put, path, id: "chooseReadingList", tag: tag,
            "Chooses what all journals show: the sample list, the operator's own topics, or nothing.", need: need,
            example: #"{"shown":"own"}"#, answer: .record(200, "The list."), perform: store.work(changing: topics.choose))
        add = TypedOperation(
            .post, path, id: "addReadingTopic", tag: tag, "Adds a topic to the operator's own list, which is shown from now on.",
            need: need, example: example, refusals: [409: "There are too many topics."],
            answer: .stored(201, "The topic.", in: store), perform: store.work(changing: topics.add))
        edit = TypedOperation(
            .put, own, id: "editReadingTopic", tag: tag,
            "Replaces what a topic says. Another version than the one that was read is refused.", need: need,
            example: #"{"version":1,"# + example.dropFirst(), refusals: [409: "The topic was changed meanwhile."],
            answer: .stored(200, "The topic.", in: store), perform: store.work(changing: topics.edit))
        remove = TypedOperation(
            .delete, own, id: "removeReadingTopic", tag: tag, "Removes a topic.", need: need,
            answer: .done("The topic is removed."), perform: store.work(changing: topics.remove))
        setPicture = TypedOperation(
            .put, "\(own)/picture", id: "setReadingPicture", tag: tag,
            "Sets the picture of a topic. It is cut square, scaled to 256 pixels and re-encoded without metadata.",
            need: need, .writeWithoutKey, bytes: UploadedPictures.body,
            refusals: [422: "The body is not a picture of the declared type, or has too many pixels."],
            answer: .done("The picture is set.")
        ) { input, call in
            let jpeg = try await pictures.jpeg(of: call, .portrait)
            try await store.change { try topics.setPicture(&$0, jpeg, of: input.id) }
        }
        removePicture = TypedOperation(
            .delete, "\(own)/picture", id: "removeReadingPicture", tag: tag, "Removes the picture of a topic.", need: need,
            .writeWithoutKey, answer: .done("The picture is removed.")
        ) { input, _ in try await store.change { try topics.setPicture(&$0, nil, of: input.id) } }
    }

    package func add(to api: inout API) { api.add(list, picture, choose, add, edit, remove, setPicture, removePicture) }
}
