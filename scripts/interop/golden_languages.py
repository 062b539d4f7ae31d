#!/usr/bin/env python3
"""Writes Tests/LanguagesTests/Golden/babel.json: numbers, amounts, ranges, days and plural forms as Babel writes them, with the data of Unicode CLDR.

    python3 -m venv /tmp/babel && /tmp/babel/bin/pip install babel==2.18.0
    /tmp/babel/bin/python scripts/interop/golden_languages.py Tests/LanguagesTests/Golden/babel.json
"""

import datetime
import json
import sys
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import babel
from babel import Locale
from babel.core import get_cldr_version
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent

EPOCH = datetime.date(1970, 1, 1)
DAYS = [datetime.date(2024, month, day) for month in range(1, 13) for day in (1, 5)]
DAYS += [datetime.date(2024, 2, 29), datetime.date(1999, 12, 31)]
NUMBERS = "0 7 999 1000 1234.5 12345.67 123456 1234567.891 0.05 -0.5 -1234567.8 100000000".split()
SHARES = "0 0.125 1 12.34 -0.042".split()
COUNTS = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 15, 20, 21, 22, 25, 100, 101, 102, 111, 112, 121, 1000, 1001, 10**6, 2 * 10**6, 10**6 + 1]
# Amounts from 1e-12 to 1e12, with one digit and with nine.
AMOUNTS = [Decimal(digits).scaleb(exponent) for exponent in range(-12, 13) for digits in ("1", "1.23456789", "9.99999999")]
# Rounded, these have a digit more, and with it the form of the next size.
AMOUNTS += [Decimal(text) for text in "99999.994 99999.996 999.994 999.996 999999999.994 999999999.995 1000000001.495".split()]
# The ends of ranges from 1e-12 to 1e12: wide, narrow, one the error of a computed sum, one whose difference is slightly less than 0.1.
RANGES = [(Decimal(low).scaleb(exponent), Decimal(high).scaleb(exponent))
          for exponent in range(-12, 13) for low, high in (("0.95", "1.2"), ("1.23456789", "1.23459"), ("3e-16", "1"))]
RANGES += [(Decimal(low), Decimal(high)) for low, high in (
    ("0.3", "0.30000000000000004"), ("100000.2", "100000.3"), ("99990", "99999.996"), ("-2.5", "1200"), ("1e-15", "1e5"), ("0", "0"))]
CHANGES = "0 0.042 -0.0192 9.9994 9.9996 -9.99951 12.3".split()
LOCALES = {"en": "en_GB", "it": "it", "ru": "ru", "kk": "kk"}


def written(value: Decimal, decimals: int, least: int, locale: Locale, rounding: str) -> str:
    """The value with a count of decimals, of which zeros after the least count are left out."""
    rounded = value.quantize(Decimal(1).scaleb(-decimals), rounding)
    pattern = "#,##0." + "0" * min(least, decimals) + "#" * max(0, decimals - least)
    return format_decimal(rounded, pattern.rstrip("."), locale, decimal_quantization=False)


def cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


def price_decimals(value: Decimal) -> int:
    return 0 if cents(value) >= 100_000 else 2 if value >= 1 or value == 0 else min(15, 3 - value.adjusted())


def ends(low: Decimal, high: Decimal, locale: Locale) -> list[str]:
    """The ends of a range with the same decimals: those of the larger end, and one digit of the smaller end and of the difference."""
    largest = max(abs(low), abs(high))
    sizes = [size for size in (min(abs(low), abs(high)), high - low) if largest / 10**9 < size < 1]
    decimals = min(15, max([price_decimals(largest), *(-size.adjusted() for size in sizes)]))
    return [written(end, decimals, decimals, locale, ROUND_HALF_UP) for end in (low, high)]


def change(ratio: Decimal, locale: Locale) -> str:
    """A change in percent, from 1,000 % on without decimals."""
    percent = (ratio * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "#,##0" if abs(percent) >= 1000 else "#,##0.0")
    text = format_percent(ratio, pattern, locale)
    return "+" + text if percent > 0 else text


def amount(value: Decimal, locale: Locale) -> list[str]:
    """The amount as a price, an estimate, US dollars, yen and a quantity (Conventions of the module Languages)."""
    exponent = value.adjusted()

    def price() -> str:
        return written(value, price_decimals(value), 2, locale, ROUND_HALF_UP)

    def estimate() -> str:
        if value < Decimal("0.01"):
            return price()
        return written(value, 0 if cents(value) >= 1000 else 2, 2, locale, ROUND_HALF_UP)

    def money(decimals: int) -> str:
        least = Decimal(1).scaleb(-decimals)
        if value.quantize(least, ROUND_HALF_EVEN) == 0:
            return "<" + written(least, decimals, decimals, locale, ROUND_HALF_EVEN)
        decimals = 0 if value.quantize(least, ROUND_HALF_EVEN).adjusted() >= 9 else decimals
        return written(value, decimals, decimals, locale, ROUND_HALF_EVEN)

    places = max(8, 3 - exponent) if exponent < 0 else max(0, min(8, 11 - exponent))
    return [price(), estimate(), money(2), money(0), written(value, places, 0, locale, ROUND_HALF_EVEN)]


def rows(name: str) -> dict[str, list]:
    locale = Locale.parse(name)
    percent = locale.percent_formats[None].pattern.replace("#,##0", "#,##0.0")
    return {
        "numbers": [[text, format_decimal(Decimal(text), "#,##0.##########", locale)] for text in NUMBERS],
        "shares": [[text, format_percent(Decimal(text), percent, locale)] for text in SHARES],
        "days": [
            [
                (day - EPOCH).days,
                format_skeleton("yMMMd", day, locale=locale),
                format_skeleton("MMMd", day, locale=locale),
                format_date(day, "long", locale),
                locale.months["stand-alone"]["abbreviated"][day.month],
            ]
            for day in DAYS
        ],
        "amounts": [[format(value, "f"), *amount(value, locale)] for value in AMOUNTS],
        "ranges": [[format(low, "f"), format(high, "f"), *ends(low, high, locale)] for low, high in RANGES],
        "changes": [[text, change(Decimal(text), locale)] for text in CHANGES],
        "plurals": [[count, locale.plural_form(count)] for count in COUNTS],
    }


def main() -> None:
    about = f"Made by scripts/interop/golden_languages.py with Babel {babel.__version__}, Unicode CLDR {get_cldr_version()}."
    parts = [f' "about": {json.dumps(about)}']
    for code, name in LOCALES.items():
        lists = []
        for title, values in rows(name).items():
            lines = ",\n".join("   " + json.dumps(value, ensure_ascii=False) for value in values)
            lists.append(f'  "{title}": [\n{lines}\n  ]')
        parts.append(f' "{code}": {{\n' + ",\n".join(lists) + "\n }")
    with open(sys.argv[1], "w") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
