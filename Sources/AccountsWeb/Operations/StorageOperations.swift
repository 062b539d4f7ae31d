import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import People
import Platform
import Store

/// The amounts that the caller stores and may store, over HTTP and for pages.
package struct StorageOperations: Sendable {
    package let show: TypedOperation<Nothing, (use: StorageUse, quotas: StorageQuotas)>

    package func add(to api: inout API) { show.add(to: &api) }

    /// - Parameter use: returns the amounts that an owner stores.
    package init(use: @escaping @Sendable (_ owner: String) async throws -> StorageUse, quotas: StorageQuotas) {
        show = TypedOperation(
            .get, "/v1/account/storage", id: "getStorage", tag: "Account", "The caller's storage use and quotas.",
            need: .session(.any), answer: .document(200, "The quotas.", AccountDocuments.storage)
        ) { _, call in (use: try await use(call.caller.owner), quotas: quotas) }
    }
}
