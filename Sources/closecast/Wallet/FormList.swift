import JSONText
import Portfolio

/// The list of the forms of other programs, for people and programs.
enum FormList {
    static var ids: [String] { TransactionForm.all.map(\.id) + [TransactionForm.ours, TransactionForm.matched] }

    static var text: String {
        let width = ids.map(\.count).max() ?? 0
        return TransactionForm.all.map { form in
            let id = form.id.padding(toLength: width)
            let left = form.leavesOut.isEmpty ? "" : "\n\(String(repeating: " ", count: width + 2))leaves out: \(form.leavesOut)"
            return "\(id)  \(form.program): \(form.reads)\(left)\n"
        }.joined()
            + "\(TransactionForm.ours.padding(toLength: width))  our own CSV and JSON, as closecast wallet export writes them\n"
            + "\(TransactionForm.matched.padding(toLength: width))  "
            + "any table of trades in US dollars, matched by the names and contents of its columns\n"
    }

    static var json: String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("forms", TransactionForm.all) { form, writer in
                    writer.member("id", form.id)
                    writer.member("program", form.program)
                    writer.member("reads", form.reads)
                    writer.member("leaves_out", form.leavesOut)
                }
            }
        }
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
