import Digests
import Forecasts
import Glibc
import JSONText
import Platform

/// Writes a job's input to a file as it arrives, and checks each line. For a repeated request it only computes the hash.
actor JobSpool {
    /// The result of receiving an input.
    struct Received: Sendable {
        let series: Int
        let requestSHA256: String
    }

    private let executor = FileExecutor("closecast.jobs.upload")
    private let settings: JobSettings
    private let disk: Disk
    private let id: JobID
    private let stored: StoredBytes
    /// Nil where the input is only hashed.
    private let folder: String?
    private var descriptor: Int32 = -1
    private var hash = SHA256Stream()
    private var lines = LineBuffer()
    private var lineNumber = 0
    private var series = 0
    private var bytes = 0
    private var bytesAtLastLook = 0

    /// The number of bytes between checks of the free space.
    private static let lookEvery = 8 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(id: JobID, folder: String?, fingerprint: [UInt8], settings: JobSettings, disk: Disk, stored: StoredBytes) {
        (self.id, self.stored) = (id, stored)
        self.folder = folder
        self.settings = settings
        self.disk = disk
        hash.update(fingerprint)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Creates the folder and the file.
    ///
    /// - Parameter expectedBytes: the size of the input if the client stated it, else 0; it must fit on the disk.
    func open(expectedBytes: Int) throws(JobError) {
        guard expectedBytes <= settings.maximumBodyBytes else { throw .bodyTooLarge(limitBytes: settings.maximumBodyBytes) }
        guard let folder else { return }
        try checkSpace(settings.folder, for: expectedBytes)
        do throws(FileError) {
            try Files.makeFolder(folder, mode: 0o700)
            descriptor = try Files.open("\(folder)/input.ndjson", O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, action: "write")
        } catch {
            throw fault(error)
        }
    }

    /// Adds a piece of any length, which may end within a line.
    func append(_ piece: [UInt8]) throws(JobError) {
        bytes += piece.count
        guard bytes <= settings.maximumBodyBytes else { throw .bodyTooLarge(limitBytes: settings.maximumBodyBytes) }
        hash.update(piece)
        guard let folder else { return }
        lines.append(piece)
        while let line = lines.next() { try check(line) }
        guard lines.pending <= settings.maximumLineBytes else { throw tooLong(lineNumber + 1) }
        if bytes - bytesAtLastLook >= Self.lookEvery { try checkSpace(folder) }
        do throws(QuotaExceeded) { try stored.take(input: piece.count, for: id) } catch { throw .quotaExceeded(error) }
        do throws(FileError) {
            try disk.writeAll(piece, descriptor, path: "\(folder)/input.ndjson")
        } catch {
            throw fault(error)
        }
    }

    /// Adds a JSON document `{"series":[…]}` as if its elements were lines.
    func append(document: [UInt8]) throws(JobError) {
        let elements: [UInt8]
        do throws(JSONError) {
            elements = try Self.lines(ofDocument: document)
        } catch {
            throw .badDocument(error)
        }
        try append(elements)
    }

    private static func lines(ofDocument document: [UInt8]) throws(JSONError) -> [UInt8] {
        try document.withUnsafeBufferPointer { bytes throws(JSONError) in
            var (reader, lines) = (JSONReader(bytes), [UInt8]())
            try reader.object { (reader, key) throws(JSONError) in
                guard key == "series" else { throw reader.error("unknown member \"\(key)\"; expected series") }
                try reader.array { (reader, _) throws(JSONError) in
                    _ = try reader.nextKind()
                    let start = reader.offset
                    try reader.skipValue()
                    // Line breaks occur only between tokens: JSON forbids them within strings.
                    lines += bytes[start..<reader.offset].lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
                    lines.append(0x0A)
                }
            }
            try reader.end()
            return lines
        }
    }

    /// Finishes the input and syncs the file.
    func finish() throws(JobError) -> Received {
        if let folder {
            if let line = lines.rest() { try check(line) }
            guard series > 0 else { throw .noSeries }
            do throws(FileError) {
                try disk.syncFile(descriptor, path: "\(folder)/input.ndjson")
            } catch {
                throw fault(error)
            }
            closeFile()
        }
        return Received(series: series, requestSHA256: hash.hexadecimal)
    }

    /// Closes the file in any state.
    func closeFile() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Rejects a line that is not a valid series. Closes that cannot be forecast are reported later, as the series' answer.
    private func check(_ line: [UInt8]) throws(JobError) {
        lineNumber += 1
        guard line.count <= settings.maximumLineBytes else { throw tooLong(lineNumber) }
        if BatchLine.isBlank(line) { return }
        series += 1
        guard series <= settings.maximumSeries else { throw .tooManySeries(limit: settings.maximumSeries) }
        do throws(BatchLine.Fault) {
            var record = BatchLine()
            try record.read(line)
            guard record.closes != nil else { throw BatchLine.Fault.noCloses }
        } catch {
            throw .badLine(number: lineNumber, error)
        }
    }

    private func tooLong(_ number: Int) -> JobError { .lineTooLong(number: number, limitBytes: settings.maximumLineBytes) }

    private func checkSpace(_ folder: String, for expectedBytes: Int = 0) throws(JobError) {
        bytesAtLastLook = bytes
        let needed = settings.minimumFreeBytes + expectedBytes
        guard let free = disk.freeBytes(folder), free < needed else { return }
        throw .diskFull(freeBytes: free, neededBytes: needed)
    }

    private func fault(_ error: FileError) -> JobError {
        guard error.isOfFullDisk, let folder else { return .file(error) }
        return .diskFull(freeBytes: disk.freeBytes(folder) ?? 0, neededBytes: settings.minimumFreeBytes)
    }
}

extension FileError {
    /// Whether the disk or the owner's quota is full.
    var isOfFullDisk: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
