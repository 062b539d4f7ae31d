import CSodium

/// Bytes that are overwritten when the last reference to them ends: passwords on their way to their hash.
///
/// Unchecked, because it holds a pointer: the memory is written in the initialisers only, and freed in `deinit`.
package final class SecretBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies bytes. The caller keeps the original.
    package init(_ bytes: some Collection<UInt8>) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
    }

    deinit {
        sodium_memzero(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// The number of bytes.
    package var count: Int { memory.count }

    /// Calls `body` with the bytes, which must not be used afterwards.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) in try body(UnsafeRawBufferPointer(memory)) }
    }
}
