import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL

/// Cuts clients that are slow to send or to read, answers what the parser refuses, and closes where it was announced.
///
/// Stands between the HTTP codec and the application, on a connection of HTTP/1 or a stream of HTTP/2. Time is counted in ticks of
/// one task per connection: requests only store the number of a tick.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let times: ClientTimes
    private let maximumBodyBytes: Int
    private var tick = 0
    private var ticking: Scheduled<Void>?
    private var bytes: IncomingBytes?

    private var requestsInWork = 0
    private var isReadingRequest = false
    private var hasAnswerBegun = false
    private var wantsToRead = false
    private var closesAfterAnswer = false
    private var isCut = false
    private var drained = 0
    private var bodyBytes = 0
    private var requestTick = 0
    private var lastReadTick = 0
    private var quietTick = 0
    private var headersTick: Int?
    private var unwritableTick: Int?

    init(times: ClientTimes, maximumBodyBytes: Int) { (self.times, self.maximumBodyBytes) = (times, maximumBodyBytes) }

    // MARK: Time

    func handlerAdded(context: ChannelHandlerContext) {
        bytes = try? context.pipeline.syncOperations.handler(type: IncomingBytes.self)
        scheduleTick(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stopTicking() }

    func channelInactive(context: ChannelHandlerContext) {
        stopTicking()
        context.fireChannelInactive()
    }

    private func scheduleTick(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ticking = context.eventLoop.scheduleTask(in: .nanoseconds(Int64(times.tickSeconds * 1e9))) {
            let (handler, context) = bound.value
            handler.look(context)
            if !handler.isCut { handler.scheduleTick(context) }
        }
    }

    private func stopTicking() {
        ticking?.cancel()
        ticking = nil
        isCut = true
    }

    private func seconds(since past: Int) -> Double { Double(tick - past) * times.tickSeconds }

    private func look(_ context: ChannelHandlerContext) {
        tick += 1
        if let unwritableTick {
            if seconds(since: unwritableTick) > times.write { cut(context, nil) }
        } else if isReadingRequest {
            if isBodyLate { cut(context, Self.timeout("the body came too slowly")) }
        } else if requestsInWork == 0 {
            lookWhileQuiet(context)
        }
    }

    /// The client is late only where we wait for it: not while the handler has yet to take what has come.
    private var isBodyLate: Bool {
        guard wantsToRead else { return false }
        let whole = seconds(since: requestTick) - times.body
        return seconds(since: lastReadTick) > times.body || (whole > 0 && Double(bodyBytes) < whole * times.bodyBytesPerSecond)
    }

    private func lookWhileQuiet(_ context: ChannelHandlerContext) {
        guard bytes?.haveCome == true else {
            if seconds(since: quietTick) > times.idle { cut(context, nil) }
            return
        }
        let began = headersTick ?? tick
        headersTick = began
        if seconds(since: began) > times.headers { cut(context, Self.timeout("the headers came too slowly")) }
    }

    // MARK: Requests

    func read(context: ChannelHandlerContext) {
        if !wantsToRead {
            wantsToRead = true
            lastReadTick = tick
        }
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        wantsToRead = false
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isCut else { return }
        lastReadTick = tick
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let buffer): count(buffer.readableBytes, context)
        case .end:
            isReadingRequest = false
            bytes?.haveCome = false
        }
        context.fireChannelRead(data)
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        requestsInWork += 1
        isReadingRequest = true
        (requestTick, bodyBytes, headersTick) = (tick, 0, nil)
        bytes?.haveCome = false
        guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        guard requestsInWork == 1, length <= maximumBodyBytes else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// A body that nobody reads any more is read to its end only where that is near.
    private func count(_ count: Int, _ context: ChannelHandlerContext) {
        bodyBytes += count
        guard requestsInWork == 0 else { return }
        drained += count
        if drained > times.drainBytes { cut(context, nil) }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isCut else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            hasAnswerBegun = true
            if head.headerFields[.connection]?.lowercased() == "close" { closesAfterAnswer = true }
            context.write(data, promise: promise)
        case .end: end(data, promise, context)
        default: context.write(data, promise: promise)
        }
    }

    private func end(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        requestsInWork = max(requestsInWork - 1, 0)
        (hasAnswerBegun, quietTick, drained) = (false, tick, 0)
        guard closesAfterAnswer, requestsInWork == 0 else {
            context.write(data, promise: promise)
            return
        }
        context.writeAndFlush(data, promise: promise)
        cut(context, nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        unwritableTick = context.channel.isWritable ? nil : unwritableTick ?? tick
        context.fireChannelWritabilityChanged()
    }

    // MARK: The end

    /// What the parser refuses is answered here, where no answer is under way: the application would say no more than 400.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if requestsInWork == 0, !isCut, isAnswerable(error) {
            let isTooLarge = (error as? HTTPParserError) == .headerOverflow
            cut(context, isTooLarge ? Self.headersTooLarge : Self.malformed)
        }
        closesAfterAnswer = true
        context.fireErrorCaught(error)
    }

    /// Whether the client sent something wrong; not where it went away.
    private func isAnswerable(_ error: any Error) -> Bool {
        if let error = error as? HTTPParserError { return error != .invalidEOFState }
        return bytes != nil && !(error is IOError || error is ChannelError || error is NIOSSLError || error is BoringSSLError)
    }

    /// Closes the connection, with an answer where none has begun.
    private func cut(_ context: ChannelHandlerContext, _ problem: Problem?) {
        guard !isCut else { return }
        if let problem, !hasAnswerBegun {
            let reply = problem.with(connection: "close").reply(requestID: "").response
            context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
            if case .bytes(let body) = problem.reply(requestID: "").body {
                context.write(wrapOutboundOut(.body(body)), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        stopTicking()
        context.close(promise: nil)
    }

    private static func timeout(_ what: String) -> Problem { Problem(.requestTimeout, "request-timeout", what) }

    private static let malformed = Problem(.badRequest, "malformed-request", "the bytes are no HTTP request")
    private static let headersTooLarge = Problem(
        .requestHeaderFieldsTooLarge, "headers-too-large", "the request line or the headers are larger than accepted")
}

extension Problem {
    fileprivate func with(connection: String) -> Problem {
        var problem = self
        problem.headers[.connection] = connection
        return problem
    }
}

/// Notes that bytes have come since the last request: the codec behind it tells of headers only when all of them are there.
final class IncomingBytes: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    var haveCome = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        haveCome = true
        context.fireChannelRead(data)
    }
}
