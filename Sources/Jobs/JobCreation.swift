import Platform

extension JobService {
    /// Starts the creation of a job. The input follows in pieces.
    ///
    /// - Parameter expectedBytes: the size of the input, if the client stated it.
    /// - Throws: ``JobError`` if the settings do not fit the model, a limit is reached, the disk is full, or another request
    ///   with the same key is being received.
    package func begin(_ request: JobRequest, expectedBytes: Int? = nil) async throws(JobError) -> JobUpload {
        guard !isStopping else { throw .stopping }
        let key = Self.key(of: request)
        if let key, uploadKeys.contains(key) { throw .keyInUse(key: key.text) }
        let isKnown = key.flatMap { idsByKey[$0] } != nil
        if !isKnown { try checkRoom(for: request.owner, bytes: expectedBytes ?? 0) }
        let plan = isKnown ? nil : try plan(of: request)
        let id = newID()
        let spool = JobSpool(
            id: id, folder: isKnown ? nil : store.uploadPath(id), fingerprint: request.fingerprint, settings: settings,
            disk: disk, stored: stored)
        let upload = JobUpload(id: id, request: request, plan: plan, createdAt: now(), spool: spool, jobs: self)
        uploads[id] = request.owner
        stored.add(id, of: request.owner)
        if let key { uploadKeys.insert(key) }
        do throws(JobError) {
            try await spool.open(expectedBytes: max(0, expectedBytes ?? 0))
        } catch {
            await upload.abandon()
            throw error
        }
        return upload
    }

    private static func key(of request: JobRequest) -> Key? {
        request.idempotencyKey.map { Key(owner: request.owner, text: $0) }
    }

    private func newID() -> JobID {
        lastNumber += 1
        return JobID(createdAt: now(), number: lastNumber)
    }

    private func plan(of request: JobRequest) throws(JobError) -> (model: Job.Model, options: JobOptions) {
        let model: any JobModel
        do throws(JobModelError) {
            model = try models.model(request.forecast.model, version: request.forecast.version)
        } catch {
            throw .model(error)
        }
        return (
            Job.Model(name: model.name, version: model.version, sha256: model.sha256),
            try request.options(for: model, limits: settings)
        )
    }

    private func checkRoom(for owner: String, bytes: Int) throws(JobError) {
        do throws(QuotaExceeded) { try stored.checkRoom(for: bytes, of: owner) } catch { throw .quotaExceeded(error) }
        let jobs = entries.values.lazy.map(\.job).filter { $0.owner == owner }
        let uploading = uploads.values.count { $0 == owner }
        guard jobs.count + uploading < settings.maximumPerOwner else { throw .tooManyJobs(limit: settings.maximumPerOwner) }
        guard jobs.count(where: { !$0.isFinished }) + uploading < settings.maximumOpenPerOwner else {
            throw .tooManyOpenJobs(limit: settings.maximumOpenPerOwner)
        }
    }

    func finish(_ upload: JobUpload, _ received: JobSpool.Received) async throws(JobError) -> JobUpload.Outcome {
        let key = Self.key(of: upload.request)
        if let key, let known = idsByKey[key], let job = entries[known]?.job {
            guard job.requestSHA256 == received.requestSHA256 else { throw .keyReused(key: key.text, id: known) }
            await abandon(upload)
            return JobUpload.Outcome(job: job, isNew: false)
        }
        // The job to compare with was removed meanwhile, and the input was not stored. The client must send the request again.
        guard let plan = upload.plan, uploads[upload.id] != nil else { throw .keyInUse(key: key?.text ?? "") }
        let job = Job(
            id: upload.id, owner: upload.request.owner, model: plan.model, options: plan.options, series: received.series,
            createdAt: upload.createdAt, idempotencyKey: key?.text, requestSHA256: received.requestSHA256)
        do throws(FileError) {
            try await store.commit(job)
        } catch {
            throw fault(error)
        }
        entries[job.id] = Entry(job: job)
        if let key { idsByKey[key] = job.id }
        release(upload)
        measure()
        startRuns()
        return JobUpload.Outcome(job: entries[job.id]?.job ?? job, isNew: true)
    }

    func abandon(_ upload: JobUpload) async {
        guard uploads[upload.id] != nil else { return }
        if upload.plan != nil { await store.abandonUpload(upload.id) }
        stored.remove(upload.id)
        release(upload)
    }

    private func release(_ upload: JobUpload) {
        guard uploads.removeValue(forKey: upload.id) != nil, let key = Self.key(of: upload.request) else { return }
        uploadKeys.remove(key)
    }
}
