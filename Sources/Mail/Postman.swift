import Platform

/// Writes account mails and hands them to a transport.
///
/// ```swift
/// let postman = Postman(
///     transport: transport, sender: try MailAddress("closecast@example.org"), serviceURL: "https://closecast.example.org")
/// try await postman.send(
///     MailRequest(
///         kind: .verification, recipient: "alice@example.org", link: "https://closecast.example.org/verify#CODE",
///         fields: ["duration": "24 h"], id: "5f0c…"))
/// ```
package struct Postman: Sendable {
    private let transport: any MailTransport
    private let writer: MessageWriter
    private let serviceName: String
    private let serviceURL: String
    private let now: @Sendable () -> Int

    /// - Parameters:
    ///   - sender: the address in `From`, to which reports of failed deliveries go.
    ///   - serviceName: the name of the service in the texts.
    ///   - serviceURL: the address with which all links begin.
    ///   - now: seconds since 1970-01-01 UTC.
    package init(
        transport: any MailTransport, sender: MailAddress, serviceName: String = "Closecast", serviceURL: String,
        now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }
    ) {
        self.transport = transport
        writer = MessageWriter(sender: sender, senderName: serviceName)
        self.serviceURL = serviceURL.hasSuffix("/") ? String(serviceURL.dropLast()) : serviceURL
        (self.serviceName, self.now) = (serviceName, now)
    }

    /// Writes a mail and delivers it.
    ///
    /// - Throws: ``MailError``. ``MailError/isPermanent`` says whether to try again.
    package func send(_ request: MailRequest) async throws(MailError) { try await transport.send(try message(for: request)) }

    /// Writes a mail.
    ///
    /// - Throws: ``MailError/badRecipient(_:)``, ``MailError/badRequest(kind:problem:)``.
    package func message(for request: MailRequest) throws(MailError) -> MailMessage {
        let recipient: MailAddress
        do throws(MailAddressError) { recipient = try MailAddress(request.recipient) } catch { throw .badRecipient(error) }
        if let problem = problem(request) { throw .badRequest(kind: request.kind, problem: problem) }
        let body = MailBody(
            request.kind, MailTexts.language(request.language), values: values(request),
            lines: request.lines.map(CleanText.line), greetingName: CleanText.greetingName(request.recipientName),
            link: request.link)
        let (id, writtenAt) = (MessageWriter.safeID(request.id), now())
        let bytes = writer.bytes(body, to: recipient, name: request.recipientName, id: id, writtenAt: writtenAt)
        return MailMessage(
            kind: request.kind, id: id, sender: writer.sender, recipient: recipient, writtenAt: writtenAt, bytes: bytes)
    }

    private func values(_ request: MailRequest) -> [String: String] {
        let names = request.kind.fields.union(request.kind.optionalFields)
        var values = request.fields.filter { names.contains($0.key) }.mapValues(CleanText.line)
        values["service"] = serviceName
        values["url"] = serviceURL
        return values
    }

    /// Returns the caller's mistake.
    private func problem(_ request: MailRequest) -> String? {
        guard (1...100).contains(request.id.utf8.count) else {
            return "its id has \(request.id.utf8.count) bytes instead of 1 to 100"
        }
        let missing = request.kind.fields.subtracting(request.fields.keys).sorted()
        guard missing.isEmpty else { return "it lacks the fields \(missing.joined(separator: ", "))" }
        guard let link = request.link else { return request.kind.needsLink ? "it lacks its link" : nil }
        return isOurs(link) ? nil : "its link is not below \(serviceURL), or not printable ASCII of at most 1,000 bytes"
    }

    private func isOurs(_ link: String) -> Bool {
        guard link.hasPrefix(serviceURL), link.utf8.count <= 1000, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        // Not "https://closecast.example.org.attacker.example".
        return ["/", "#", "?", nil].contains(link.dropFirst(serviceURL.count).first)
    }
}
