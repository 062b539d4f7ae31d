import Text

/// The character references of HTML that feeds use.
enum HTMLEntities {
    /// Returns the character of a reference without `&` and `;`, such as `nbsp`, `#39` or `#x27`; nil if it is not known. References to
    /// control characters are spaces.
    static func scalar(_ name: some StringProtocol) -> Unicode.Scalar? {
        guard name.utf8.first == UInt8(ascii: "#") else { return named[String(name)] }
        let isHexadecimal = name.dropFirst().first == "x" || name.dropFirst().first == "X"
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
        // Numbers from 128 to 159 mean Windows-1252, as in browsers.
        if (0x80...0x9F).contains(number) { return Windows1252.scalar(UInt8(number)) }
        guard let scalar = Unicode.Scalar(number) else { return nil }
        return scalar.properties.generalCategory == .control ? " " : scalar
    }

    private static let named: [String: Unicode.Scalar] = {
        var all: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘",
            "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚", "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•",
            "euro": "€", "trade": "™", "dagger": "†", "permil": "‰", "minus": "−", "larr": "←", "rarr": "→", "uarr": "↑",
            "darr": "↓", "le": "≤", "ge": "≥", "ne": "≠", "asymp": "≈", "infin": "∞", "ensp": " ", "emsp": " ", "thinsp": " ",
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
        ]
        for (offset, name) in latin.split(separator: " ").enumerated() { all[String(name)] = Unicode.Scalar(160 + UInt32(offset)) }
        all["nbsp"] = " "
        return all
    }()

    /// The names of U+00A0 to U+00FF.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para \
        middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute \
        Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
        Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
        eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}
