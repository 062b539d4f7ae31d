/// The HTML part of all mails, in Mustache.
enum MailLayout {
    static let text = #"""
        <!DOCTYPE html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="supported-color-schemes" content="light dark">
        <title>{{subject}}</title>
        </head>
        <body style="margin: 0; padding: 24px 16px; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5">
        <div style="max-width: 560px; margin: 0 auto">
        <h1 style="margin: 0 0 24px; font-size: 22px; line-height: 1.3; font-weight: 600">{{subject}}</h1>
        <p style="margin: 0 0 16px">{{greeting}}</p>
        {{#paragraphs}}
        <p style="margin: 0 0 16px">{{.}}</p>
        {{/paragraphs}}
        {{#hasFacts}}
        <div style="margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 3px solid #8a8f98">
        {{#facts}}
        <p style="margin: 4px 0; overflow-wrap: anywhere"><b style="font-weight: 600">{{label}}:</b> {{value}}</p>
        {{/facts}}
        </div>
        {{/hasFacts}}
        {{#hasLines}}
        <ul style="margin: 0 0 16px; padding: 0 0 0 20px">
        {{#lines}}
        <li style="margin: 4px 0; overflow-wrap: anywhere">{{.}}</li>
        {{/lines}}
        </ul>
        {{/hasLines}}
        {{#link}}
        <p style="margin: 24px 0"><a href="{{url}}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background-color: #1f5fbf; color: #ffffff; font-weight: 600; text-decoration: none">{{label}}</a></p>
        <p style="margin: 0 0 16px; font-size: 14px">{{copy}}<br><span style="overflow-wrap: anywhere">{{url}}</span></p>
        {{/link}}
        {{#notes}}
        <p style="margin: 0 0 16px">{{.}}</p>
        {{/notes}}
        <p style="margin: 32px 0 0; padding-top: 12px; border-top: 1px solid #8a8f98; font-size: 13px">{{footer}}</p>
        </div>
        </body>
        </html>
        """#
}
