import NIOCore

/// Watches the bytes of an HTTP/1 connection before they are parsed, for facts that the parser does not report: that a request has begun
/// to arrive, whether its method is HEAD, and how much of a chunked body is not data.
final class RequestBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// Chunks have sizes, extensions and trailers. More overhead than this is an attack, such as a megabyte of extensions for one
    /// byte of data.
    private static let freeOverhead = 16 << 10
    private static let overheadPerPiece = 16

    private struct Chunks {
        var bytes = 0
        var dataBytes = 0
        var pieces = 0

        var overheadIsTooLarge: Bool {
            bytes - dataBytes > freeOverhead + overheadPerPiece * pieces + 2 * dataBytes
        }
    }

    /// Whether bytes have arrived since the last request.
    private(set) var haveCome = false
    /// The first bytes of the arriving request; nil if it began in the same bytes as the end of another one.
    private var method: [UInt8]? = []
    private var isBeforeHead = true
    private var hasEnded = false
    /// The chunked body that is arriving, counted from the first bytes after those with its headers.
    private var chunks: Chunks?
    private var hasBegun = false
    private var isIgnoring = false

    /// Whether the arriving request, whose headers are not parsed yet, may be HEAD: a response to it must have no body.
    var mayBeHead: Bool {
        guard let method else { return true }
        return !method.isEmpty && "HEAD ".utf8.starts(with: method)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isIgnoring else { return }
        let buffer = unwrapInboundIn(data)
        haveCome = true
        (hasEnded, hasBegun) = (false, false)
        if isBeforeHead { noteMethod(buffer) }
        chunks?.bytes += buffer.readableBytes
        context.fireChannelRead(data)
        if hasEnded, isBeforeHead { method = Self.endsWithBlankLine(buffer) ? [] : nil }
        if hasBegun {
            chunks = chunks.map { _ in Chunks() }
        } else if chunks?.overheadIsTooLarge == true {
            isIgnoring = true
            context.fireErrorCaught(RequestRefusal(detail: "the chunks of the body carry more extensions than data"))
        }
    }

    private func noteMethod(_ buffer: ByteBuffer) {
        guard method != nil else { return }
        for byte in buffer.readableBytesView.prefix(64) {
            guard let count = method?.count, count < 5 else { return }
            // Blank lines may precede a request.
            if count > 0 || (byte != 13 && byte != 10) { method?.append(byte) }
        }
    }

    /// Whether a request without a body ends here and no other one has begun.
    private static func endsWithBlankLine(_ buffer: ByteBuffer) -> Bool {
        buffer.readableBytesView.suffix(4).elementsEqual([13, 10, 13, 10])
    }

    // MARK: Events from the parser

    func beginBody(isChunked: Bool) {
        (haveCome, isBeforeHead, hasBegun) = (false, false, true)
        chunks = isChunked ? Chunks() : nil
    }

    func countBody(_ count: Int) {
        chunks?.dataBytes += count
        chunks?.pieces += 1
    }

    func endRequest() {
        (haveCome, isBeforeHead, hasEnded) = (false, true, true)
        chunks = nil
    }

    /// Stops counting: bytes from now on are not parsed.
    func ignoreRest() { isIgnoring = true }
}
