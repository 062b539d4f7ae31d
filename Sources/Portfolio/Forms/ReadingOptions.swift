/// How a file of transactions is to be read.
package struct ReadingOptions: Sendable {
    package enum Form: Sendable {
        /// By its columns: ours, or those of a known form.
        case automatic
        /// Our own columns.
        case ours
        /// A table whose columns are matched by name and content.
        case columns
        /// A known form, or one that a person wrote.
        case form(TransactionForm)

        /// Finds a form by its id.
        ///
        /// - Throws: ``FormChoiceError/unknownForm(_:)``.
        package static func named(_ id: String) throws(FormChoiceError) -> Form {
            switch id.lowercased() {
            case TransactionForm.oursID: return .ours
            case TransactionForm.columnsID: return .columns
            default:
                guard let form = TransactionForm.named(id) else { throw .unknownForm(id) }
                return .form(form)
            }
        }
    }

    package var form: Form
    /// The wallet for rows that name none.
    package var wallet: String?
    /// Nil to detect it from the times.
    package var order: RowOrder?
    /// Whether rows that cannot be read are left out instead of refusing the file.
    package var leavesOutUnreadable: Bool
    /// Whether coins that are not known do not refuse the file, if all else can be read: a preview shows the other rows and names these
    /// coins (``ReadTransactions/unknownCoins``).
    package var listsUnknownCoins = false

    package init(form: Form = .automatic, wallet: String? = nil, order: RowOrder? = nil, leavesOutUnreadable: Bool = false) {
        (self.form, self.wallet, self.order, self.leavesOutUnreadable) = (form, wallet, order, leavesOutUnreadable)
    }

    /// Creates options from what a person chose.
    ///
    /// - Parameters:
    ///   - form: the id of a form; nil to find it by the columns.
    ///   - map: reads a form that a person wrote (``FormFile``); nil without one.
    /// - Throws: ``FormChoiceError``, and whatever `map` throws.
    package init(
        form: String?, map: (() throws -> [UInt8])?, wallet: String?, order: RowOrder?, leavesOutUnreadable: Bool
    ) throws {
        self.init(wallet: wallet, order: order, leavesOutUnreadable: leavesOutUnreadable)
        if let form {
            guard map == nil else { throw FormChoiceError.formAndMap }
            self.form = try .named(form)
        } else if let map {
            let bytes = try map()
            do throws(FormFileError) {
                self.form = .form(try FormFile(bytes).form)
            } catch {
                throw FormChoiceError.badMap(error)
            }
        }
    }
}

/// Why the choice of a form cannot be used.
package enum FormChoiceError: Error, Equatable, Sendable {
    case unknownForm(String)
    case badMap(FormFileError)
    /// Both a known form and a written one were chosen.
    case formAndMap
}
