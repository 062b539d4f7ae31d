/// The cryptography of web push.
package struct PushKeys: Sendable {
    /// Returns a message encrypted for a browser; nil if it is too long.
    package typealias Seal = @Sendable (_ message: [UInt8], _ key: [UInt8], _ auth: [UInt8]) -> [UInt8]?
    /// Returns the value of `Authorization` for the origin of a push service.
    package typealias Authorization = @Sendable (_ audience: String, _ expires: Int) -> String?

    /// The server's public key.
    package let publicKey: [UInt8]
    let isKey: @Sendable ([UInt8]) -> Bool
    let seal: Seal
    let authorization: Authorization

    /// - Parameter isKey: whether bytes are a browser's public key.
    package init(
        publicKey: [UInt8], isKey: @escaping @Sendable ([UInt8]) -> Bool, seal: @escaping Seal,
        authorization: @escaping Authorization
    ) {
        (self.publicKey, self.isKey, self.seal, self.authorization) = (publicKey, isKey, seal, authorization)
    }
}
