import Access
import Languages
import Notices
import Store
import Synchronization

/// Tells people that a job of theirs is done or has failed.
///
/// Jobs are files, notices are rows: they cannot change in one transaction. So each job that has ended in the last day is told unless
/// there is a notice about it, also after a restart.
package final class JobNotices: Sendable {
    private let jobs: JobService
    private let store: Store
    /// What needs no other look.
    private let told = Mutex<Set<JobID>>([])

    package init(_ jobs: JobService, _ store: Store) { (self.jobs, self.store) = (jobs, store) }

    /// The due work of a process. It needs no lease: each process has jobs of its own.
    package var due: DueWork { DueWork("job-notices", every: 1) { [self] in try await run() } }

    /// Tells what has not been told.
    ///
    /// - Returns: the number of notices.
    @discardableResult package func run() async throws -> Int {
        let ended = await jobs.endedInTheLastDay()
        let new = told.withLock { told in
            told.formIntersection(ended.map(\.id))
            return ended.filter { !told.contains($0.id) }
        }
        guard !new.isEmpty else { return 0 }
        let count = try await store.change { change in
            try new.reduce(0) { count, job in
                if job.owner == Owner.local { try change.ensureOwner(job.owner) }
                // The account may have been deleted since.
                let exists: Int? = try change.reading.value("SELECT 1 FROM owners WHERE id = ?", [job.owner])
                guard exists != nil, try change.tellOnce(job.owner, Announcement(job)) != nil else { return count }
                return count + 1
            }
        }
        told.withLock { $0.formUnion(new.map(\.id)) }
        return count
    }
}

extension JobService {
    /// The jobs of all owners that were done or failed in the last day, oldest first. Who cancels a job knows it.
    fileprivate func endedInTheLastDay() -> [Job] {
        let earliest = now() - 86_400
        return entries.values.map(\.job).filter {
            ($0.state == .done || $0.state == .failed) && ($0.finishedAt ?? 0) > earliest
        }.sorted { ($0.finishedAt ?? 0, $0.id) < ($1.finishedAt ?? 0, $1.id) }
    }
}

extension Announcement {
    fileprivate init(_ job: Job) {
        let (isDone, series, failed) = (job.state == .done, job.series, job.failed)
        self.init(.task, subject: job.id.description, link: "/tasks") { language in
            let conventions = Conventions(of: language)
            func number(_ count: Int) -> String { conventions.price(Double(count), decimals: 0) }
            let (done, stopped, amount, errors) =
                switch language {
                case .english: ("A batch job is done", "A batch job has failed", "series", "with errors")
                case .italian: ("Un lavoro batch è terminato", "Un lavoro batch non è riuscito", "serie", "con errori")
                case .russian: ("Пакетное задание выполнено", "Пакетное задание не выполнено", "рядов", "с ошибками")
                case .kazakh: ("Пакеттік тапсырма аяқталды", "Пакеттік тапсырма орындалмады", "қатар", "қатемен")
                }
            let facts = ["\(amount): \(number(series))"] + (failed > 0 ? ["\(errors): \(number(failed))"] : [])
            return "\(isDone ? done : stopped) (\(facts.joined(separator: ", ")))"
        }
    }
}
