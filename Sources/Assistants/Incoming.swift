import JSONText

/// What a client sends at once: one message, or in one revision of the protocol several.
package struct Incoming: Sendable {
    let messages: [RPCMessage]
    let isBatch: Bool

    /// The most messages of a batch.
    static let largestBatch = 20

    /// - Throws: the error of a text to which no response can name an id.
    package init(_ text: [UInt8]) throws(RPCError) {
        let whole: ExactValue
        do throws(JSONError) { whole = try ExactValue(parsing: text) } catch { throw .notJSON(error) }
        guard let elements = whole.elements else {
            let message = RPCMessage(whole)
            if message.id == nil, case .invalid(let error) = message.content { throw error }
            (messages, isBatch) = ([message], false)
            return
        }
        guard (1...Self.largestBatch).contains(elements.count) else {
            throw .notAMessage("a batch has 1 to \(Self.largestBatch) messages, not \(elements.count)")
        }
        (messages, isBatch) = (elements.map(RPCMessage.init), true)
    }

    /// The request to begin a dialogue; nil if this is none.
    var start: ExactValue? {
        guard !isBatch, case .request("initialize", let parameters) = messages[0].content else { return nil }
        return parameters
    }
}
