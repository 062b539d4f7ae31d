import JSONText
import Portfolio

/// The list of the forms that can be chosen, for people and programs.
enum FormList {
    static var text: String {
        let forms = TransactionForm.choices
        let width = forms.map(\.id.count).max() ?? 0
        return forms.map { form in
            let left = form.leavesOut.isEmpty ? "" : "\n\(String(repeating: " ", count: width + 2))leaves out: \(form.leavesOut)"
            return "\(form.id.padding(toLength: width))  \(form.program): \(form.reads)\(left)\n"
        }.joined()
    }

    static var json: String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("forms", TransactionForm.choices) { form, writer in
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
