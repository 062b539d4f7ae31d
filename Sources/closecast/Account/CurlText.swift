/// The request behind a link, as a curl command. The secret is left out: standard error often ends up in a log.
enum CurlText {
    /// - Parameters:
    ///   - purpose: what the request is for, such as `to accept it`.
    ///   - file: the name of a file for the body, so that no password is on a command line.
    ///   - secret: the member of the body that takes the link's secret.
    static func request(_ purpose: String, _ file: String, _ body: String, secret: String, url: String) -> String {
        """
        \(purpose), write this to \(file), with the text after the # of the link as "\(secret)":
          \(body)
        and send it:
          curl -H 'Content-Type: application/json' -d @\(file) \(url)
        """
    }
}
