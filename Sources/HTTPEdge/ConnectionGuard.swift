import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// Disconnects clients that are slow to send or to read, answers requests that the parser refuses, removes bodies from responses that
/// must not have one, and closes connections after `Connection: close`.
///
/// It belongs between the HTTP codec and the application, on an HTTP/1 connection or an HTTP/2 stream. Time is counted in ticks
/// of one task per connection, so that a request only stores the number of a tick.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeouts: ClientTimeouts
    private let maximumBodyBytes: Int
    private let shutdown: ServerShutdown
    private var tick = 0
    private var ticking: Scheduled<Void>?
    /// nil on a stream of HTTP/2.
    private var bytes: RequestBytes?
    private var connection: OpenConnection?

    /// Whether each request in progress is a HEAD, in their order.
    private var requests = CircularBuffer<Bool>()
    private var requestsInWork: Int { requests.count }
    private var responseHasBody = true
    private var isReadingRequest = false
    private var hasResponseBegun = false
    private var wantsToRead = false
    private var closesAfterResponse = false
    /// Whether the last request asked to close the connection, which the application does.
    private var clientCloses = false
    /// Completes when the last response of the connection has been sent.
    private var lastResponse: EventLoopFuture<Void>?
    private var isCut = false
    private var drained = 0
    private var bodyBytes = 0
    private var requestTick = 0
    private var lastReadTick = 0
    private var idleTick = 0
    private var headersTick: Int?
    private var unwritableTick: Int?

    init(timeouts: ClientTimeouts, maximumBodyBytes: Int, shutdown: ServerShutdown) {
        (self.timeouts, self.maximumBodyBytes, self.shutdown) = (timeouts, maximumBodyBytes, shutdown)
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        bytes = Self.guardParser(context.pipeline.syncOperations)
        scheduleTick(context)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        shutdown.add(self) {
            bound.eventLoop.execute {
                let (handler, context) = bound.value
                handler.cut(context, handler.requestsInWork > 0 ? ConnectionProblems.stopping : nil)
            }
        }
    }

    /// Puts the HTTP/1 checks around the parser; nil on a stream of HTTP/2.
    private static func guardParser(_ pipeline: ChannelPipeline.SynchronousOperations) -> RequestBytes? {
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
            let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        else { return nil }
        let bytes = RequestBytes()
        // Both fail only if the connection is already closed.
        try? pipeline.addHandler(bytes, position: .before(parser))
        try? pipeline.addHandler(RequestFraming(bytes), position: .before(codec))
        return bytes
    }

    func handlerRemoved(context: ChannelHandlerContext) { detach() }

    func channelInactive(context: ChannelHandlerContext) {
        detach()
        context.fireChannelInactive()
    }

    private func detach() {
        stopTicking()
        shutdown.remove(self)
        for _ in requests { connection?.endRequest() }
        requests.removeAll()
    }

    // MARK: Time

    private func scheduleTick(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ticking = context.eventLoop.scheduleTask(in: .nanoseconds(Int64(timeouts.tickSeconds * 1e9))) {
            let (handler, context) = bound.value
            handler.check(context)
            if !handler.isCut { handler.scheduleTick(context) }
        }
    }

    private func stopTicking() {
        ticking?.cancel()
        ticking = nil
        isCut = true
    }

    private func seconds(since past: Int) -> Double { Double(tick - past) * timeouts.tickSeconds }

    private func check(_ context: ChannelHandlerContext) {
        tick += 1
        if let unwritableTick {
            if seconds(since: unwritableTick) > timeouts.write { cut(context, nil) }
        } else if isReadingRequest {
            // A response may be complete before the request's body is: no second response may follow it.
            if isBodyLate { cut(context, requestsInWork > 0 ? ConnectionProblems.timeout("the body came too slowly") : nil) }
        } else if requestsInWork == 0 {
            checkIdleConnection(context)
        }
    }

    /// Whether the client sends its body too slowly. Only time that we wait for it counts, not time while the handler has data
    /// to read.
    private var isBodyLate: Bool {
        guard wantsToRead else { return false }
        let whole = seconds(since: requestTick) - timeouts.body
        return seconds(since: lastReadTick) > timeouts.body
            || (whole > 0 && Double(bodyBytes) < whole * timeouts.bodyBytesPerSecond)
    }

    private func checkIdleConnection(_ context: ChannelHandlerContext) {
        guard bytes?.haveCome == true else {
            if seconds(since: idleTick) > timeouts.idle { cut(context, nil) }
            return
        }
        let began = headersTick ?? tick
        headersTick = began
        if seconds(since: began) > timeouts.headers { cut(context, ConnectionProblems.timeout("the headers came too slowly")) }
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
        case .end: isReadingRequest = false
        }
        context.fireChannelRead(data)
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        requests.append(head.method == .head)
        connection = connection ?? ConnectionWatch.connection(of: context.channel)
        connection?.beginRequest()
        isReadingRequest = true
        (requestTick, bodyBytes, headersTick) = (tick, 0, nil)
        clientCloses = head.headerFields[.connection]?.lowercased() == "close"
        guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        guard requestsInWork == 1, length <= maximumBodyBytes else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Discards the rest of an unread body, up to a limit; then closes the connection.
    private func count(_ count: Int, _ context: ChannelHandlerContext) {
        bodyBytes += count
        guard requestsInWork == 0 else { return }
        drained += count
        if drained > timeouts.drainBytes { cut(context, nil) }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isCut else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            context.write(wrapOutboundOut(.head(begin(head))), promise: promise)
        case .body where !responseHasBody: promise?.succeed()
        case .end(let trailers): end(trailers, promise, context)
        default: context.write(data, promise: promise)
        }
    }

    /// Returns the head of a response as it is sent.
    private func begin(_ head: HTTPResponse) -> HTTPResponse {
        var head = head
        hasResponseBegun = true
        let statusHasBody = head.status != .noContent && head.status != .notModified
        responseHasBody = statusHasBody && requests.first != true
        if !statusHasBody { head.headerFields[.contentLength] = nil }
        if head.headerFields[.connection]?.lowercased() == "close" { closesAfterResponse = true }
        // HTTP/2 closes connections with a frame instead. With pipelined requests, more responses follow this one.
        guard bytes != nil, requests.count <= 1 else { return head }
        closesAfterResponse = closesAfterResponse || shutdown.isDraining
        if closesAfterResponse || clientCloses { head.headerFields[.connection] = "close" }
        return head
    }

    private func end(_ trailers: HTTPFields?, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        if requests.popFirst() != nil { connection?.endRequest() }
        (hasResponseBegun, idleTick, drained) = (false, tick, 0)
        guard closesAfterResponse, requestsInWork == 0 else { return writeEnd(trailers, promise, context) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.cascade(to: promise)
        lastResponse = sent.futureResult
        writeEnd(trailers, sent, context)
        context.flush()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in bound.value.0.cut(bound.value.1, nil) }
    }

    /// Delays the close of a connection until the client has received the last response.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard let lastResponse, mode != .input, !isCut else { return context.close(mode: mode, promise: promise) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        lastResponse.whenComplete { _ in bound.value.close(mode: mode, promise: promise) }
    }

    /// Ends a response. If the length is unknown, the HTTP/1 encoder would end it with an empty chunk, but a response to HEAD has
    /// no body.
    private func writeEnd(_ trailers: HTTPFields?, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let ends = responseHasBody || bytes == nil
        context.write(wrapOutboundOut(ends ? .end(responseHasBody ? trailers : nil) : .body(ByteBuffer())), promise: promise)
        responseHasBody = true
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        unwritableTick = context.channel.isWritable ? nil : unwritableTick ?? tick
        context.fireChannelWritabilityChanged()
    }

    // MARK: Closing

    /// Responds to a request that the parser rejects, if no response has begun: the application would only send a bare 400.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if requestsInWork == 0, !isCut, let problem = problem(of: error) { cut(context, problem) }
        closesAfterResponse = true
        context.fireErrorCaught(error)
    }

    /// Returns the client's mistake as a problem; nil if it disconnected.
    private func problem(of error: any Error) -> Problem? {
        if let error = error as? RequestRefusal { return error.problem }
        if let error = error as? HTTPParserError {
            if error == .invalidEOFState { return nil }
            return error == .headerOverflow ? ConnectionProblems.headersTooLarge : ConnectionProblems.malformed
        }
        let isGone = error is IOError || error is ChannelError || error is NIOSSLError || error is BoringSSLError
        return bytes == nil || isGone ? nil : ConnectionProblems.malformed
    }

    /// Closes the connection, with a response if none has begun.
    private func cut(_ context: ChannelHandlerContext, _ problem: Problem?) {
        guard !isCut else { return }
        if let problem, !hasResponseBegun { write(problem, context) }
        stopTicking()
        context.close(promise: nil)
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext) {
        var problem = problem
        if bytes != nil { problem.headers[.connection] = "close" }
        let body = ByteBuffer(bytes: problem.document(requestID: ""))
        context.write(wrapOutboundOut(.head(problem.response(requestID: "").head)), promise: nil)
        responseHasBody = !(requests.first ?? bytes?.mayBeHead ?? false)
        if responseHasBody { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        writeEnd(nil, nil, context)
        context.flush()
    }
}
