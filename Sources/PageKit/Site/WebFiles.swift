import HTMLTemplates
import Languages
import Platform
import Synchronization

/// The files of the pages, ready for use.
package struct LoadedFiles: Sendable {
    let templates: HTMLTemplates
    let assets: Assets
    package let words: [Language: Words]
    /// The script `/sw.js`.
    let worker: Assets.File

    /// - Throws: ``WebFilesError``.
    package init(_ folder: WebFolder, reportFaults: @escaping HTMLTemplates.FaultReport = { _ in }) throws {
        templates = try Self.templates(folder, reportFaults)
        var assets = try Assets(folder)
        var words: [Language: Words] = [:]
        for language in Language.allCases {
            let messages = try Messages(language, try folder.messages(language))
            assets.add("words-\(language.rawValue).js", messages.script)
            words[language] = Words(messages: messages, format: Conventions(of: language))
        }
        (self.assets, self.words) = (assets, words)
        worker = Assets.File(
            ServiceWorker.script(try folder.text(ServiceWorker.file), assets), type: "text/javascript; charset=utf-8")
    }

    private static func templates(
        _ folder: WebFolder, _ reportFaults: @escaping HTMLTemplates.FaultReport
    ) throws(WebFilesError) -> HTMLTemplates {
        let texts = try folder.texts(ending: ".mustache")
        do throws(TemplateError) { return try HTMLTemplates(texts, reportFaults: reportFaults) } catch {
            throw .invalid("\(folder.location(of: "\(error.template).mustache")):\(error.line)", error.problem)
        }
    }
}

/// The files of the pages. Debug builds reload a changed folder, so that a page can be edited without building.
package final class WebFiles: Sendable {
    private struct State {
        var loaded: LoadedFiles
        var changedAt: Int
    }

    private let path: String
    private let reportFaults: HTMLTemplates.FaultReport
    private let state: Mutex<State>

    /// - Parameter reportFaults: receives faults in the values of rendered templates.
    /// - Throws: ``WebFilesError``.
    package init(_ path: String, reportFaults: @escaping HTMLTemplates.FaultReport = { _ in }) throws {
        (self.path, self.reportFaults) = (path, reportFaults)
        let loaded = try LoadedFiles(try WebFolder(path), reportFaults: reportFaults)
        state = Mutex(State(loaded: loaded, changedAt: Self.changedAt(path)))
    }

    package var current: LoadedFiles {
        #if DEBUG
            let changedAt = Self.changedAt(path)
            return state.withLock { state in
                if state.changedAt != changedAt {
                    state.changedAt = changedAt
                    // A half-written file keeps its old content until the next change.
                    do {
                        state.loaded = try LoadedFiles(try WebFolder(path), reportFaults: reportFaults)
                    } catch {
                        print("web: \(error)")
                    }
                }
                return state.loaded
            }
        #else
            return state.withLock { $0.loaded }
        #endif
    }

    private static func changedAt(_ path: String) -> Int {
        #if DEBUG
            let parts = WebFolder.parts.map { "\(path)/\($0)" }
            let paths = parts + parts.flatMap { (try? WebFolder.paths(below: $0)) ?? [] }
            return paths.reduce(paths.count) { $0 &* 31 &+ Files.changedAt($1) }
        #else
            return 0
        #endif
    }
}
