import APIKit
import Expenses
import Records
import Store

/// Places where money is spent, over HTTP and for pages.
package struct PlaceOperations: Sendable {
    package let list: TypedOperation<Places.Filter, [PlaceUse]>
    package let add: TypedOperation<PlaceDraft, Place>
    package let show: TypedOperation<Places.Named, PlaceUse>
    package let edit: TypedOperation<Places.Edit, Place>
    package let mark: TypedOperation<Places.Marking, Place>
    package let merge: TypedOperation<Places.Merging, Place>
    package let remove: TypedOperation<Places.Named, Void>

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: Store, now: @escaping @Sendable () -> Int) {
        let (places, path, tag) = (Places(), "/v1/places", "Places")
        let severalNamed = "Several places have the name; use an id."
        list = TypedOperation(
            .get, path, id: "listPlaces", tag: tag, "The caller's places, by name, with what was spent there.", need: .scope(.read),
            refusals: [404: "There is no such category."], answer: .pages("A page of places.", key: \.place.id),
            perform: store.work(reading: { try places.list($0, $1, $2, at: now()) }))
        add = TypedOperation(
            .post, path, id: "addPlace", tag: tag, "Adds a place.", need: .scope(.write),
            example: #"{"name":"Corner Shop","hours":[{"weekday":1,"opens":480,"closes":1200}],"categories":["Food"]}"#,
            refusals: [404: "There is no such category.", 409: "There are too many places."],
            answer: .stored(201, "The place.", in: store), perform: store.work(changing: places.add))
        show = TypedOperation(
            .get, "\(path)/{place}", id: "getPlace", tag: tag, "A place with what was spent there.", need: .scope(.read),
            refusals: [409: severalNamed], answer: .record(200, "The place."), perform: store.work(reading: places.show))
        edit = TypedOperation(
            .put, "\(path)/{place}", id: "editPlace", tag: tag,
            "Replaces what a place says; its transactions have its new name. Another version than the one that was read is refused.",
            need: .scope(.write), example: #"{"version":1,"name":"Corner Shop"}"#,
            refusals: [404: "There is no such place or category.", 409: "The place was changed meanwhile."],
            answer: .stored(200, "The place.", in: store), perform: store.work(changing: places.edit))
        mark = TypedOperation(
            .post, "\(path)/{place}/favourite", id: "markPlace", tag: tag, "Makes a place a favourite, or no longer one.",
            need: .scope(.write), example: #"{"favourite":true}"#, refusals: [409: severalNamed],
            answer: .stored(200, "The place.", in: store), perform: store.work(changing: places.mark))
        merge = TypedOperation(
            .post, "\(path)/{place}/merge", id: "mergePlace", tag: tag,
            "Puts all transactions of a place into another one, and removes the first.", need: .scope(.write),
            example: #"{"into":"Corner Shop"}"#, refusals: [409: severalNamed],
            answer: .stored(200, "The place that stays.", in: store), perform: store.work(changing: places.merge))
        remove = TypedOperation(
            .delete, "\(path)/{place}", id: "removePlace", tag: tag, "Removes a place. Its transactions keep its name.",
            need: .scope(.write), refusals: [409: severalNamed], answer: .done("The place is removed."),
            perform: store.work(changing: places.remove))
    }

    package func add(to api: inout API) { api.add(list, add, show, edit, mark, merge, remove) }
}
