#!/usr/bin/env python3
"""Records the output and answers of closecast, to show that a code change did not change them.

    scripts/rehearsals/answers.py record before            runs all commands and requests; one file for each, in before/
    git checkout ...; swift build -c release --product closecast ...
    scripts/rehearsals/answers.py record after
    scripts/rehearsals/answers.py compare before after     lists the differences; the exit status is 1 if there are any

The clock is frozen by faketime (apt-get install faketime), and random identifiers are replaced by numbers in the order in which they
appear, so that two recordings of the same program are identical. No price provider is contacted.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOW = "2025-01-03 12:00:00"
# Simulated markets under the names of real coins, which follow other rules because their names are reserved.
COINS = {"BTC": "SIM01", "ETH": "SIM02", "LTC": "SIM03"}

# Commands run in this order in a folder with prices/, all with the same database. `<FILE` is standard input.
COMMANDS = r"""
--version
--help
help forecast
help wallet buy
help serve
nonsense
forecats
model list
model list --json
model show
model show daily-close --json
model show nope
model verify
model run daily-close --steps 5 <steps.ndjson
model run daily-close --steps 5 --decode sliding-window <steps.ndjson
model run daily-close-t --steps 5 <steps.ndjson
model run nope --steps 5 <steps.ndjson
doctor
wallet list
wallet show
wallet show Main --offline
history list
history show BTC
diary
market --offline
favourite list
asset list
forecast BTC --offline
forecast NOPE --offline
forecast SIM01
forecast SIM01 --json
forecast SIM01 SIM02 --csv --days 3
forecast SIM01 --plot
forecast SIM01 --days 0
forecast SIM01 --days 97
forecast SIM01 --level 80 --above 17 --below 15 --touch 18 --days 9
forecast SIM01 --level 0.8
forecast SIM01 --level 100
forecast SIM01 --quantiles 0.1,0.5,0.9 --json --days 4
forecast SIM01 --quantiles 1.5
forecast SIM01 --paths 10 --seed 7 --json --days 4
forecast SIM01 --paths 0
forecast SIM01 --seed -1
forecast SIM01 --model daily-close --days 4
forecast SIM01 --model daily-close --json --days 4
forecast SIM01 --model daily-close --above 17
forecast SIM01 --model daily-close --decode sliding-window --json --days 4
forecast SIM01 --decode sliding-window
forecast SIM01 --model nope
forecast SIM01 --above -3
forecast BTC --from prices/BTC.csv --json --days 4
forecast BTC --from prices/BTC.csv --as-of 2024-11-12 --days 4
forecast BTC --from prices/BTC.csv --as-of 1900-01-01
forecast BTC --from prices/BTC.csv --as-of 2030-01-01
forecast BTC --from prices/BTC.csv --as-of 2021-01-01
forecast BTC --from prices/BTC.csv --since 2023-01-01 --days 4
forecast BTC --from prices/BTC.csv --since 2024-06-01
forecast --from prices/BTC.csv prices/ETH.csv --days 2
forecast --from prices/ --days 2
forecast BTC ETH --from prices/ --days 2 --json
forecast BTC --from prices/nope.csv
forecast BTC --from gap.csv
forecast BTC --from gap.csv --fill previous --days 2
forecast BTC --from jump.csv --days 2
forecast BTC --from bad.csv
forecast --from two.csv --days 2
forecast BTC --from two.csv --days 2
forecast --from two.csv --coin ETH --days 2
forecast --from other.csv --column close=Last --column date=Tag --date-format dd.MM.yyyy --days 2
forecast --from other.csv
forecast --from empty.csv
forecast BTC --from - --days 2 <prices/BTC.csv
batch --days 2 <series.ndjson
batch --days 2 --keep-going <series.ndjson
batch --days 2 --level 80 --keep-going <series.ndjson
batch --days 2 --shard 1/2 --keep-going <series.ndjson
batch --days 2 --model daily-close --decode sliding-window --keep-going <series.ndjson
batch --days 97 <series.ndjson
batch --in series.ndjson --out out.ndjson --keep-going --days 3
simulate --tickers 2 --days 5 --out -
simulate --tickers 2 --days 5 --last 2024-12-31 --out made
simulate --tickers 2 --days 5 --last 2024-12-31 --out made
backtest --from prices/BTC.csv prices/ETH.csv --since 2024-09-01 --until 2024-09-25 --baselines naive,drift --paths 50
backtest --from prices/BTC.csv --since 2024-09-01 --until 2024-09-25 --baselines naive,garch --json --paths 50
backtest --from prices/BTC.csv --since 2024-09-01 --until 2024-09-25 --baselines nope
backtest SIM01 --since 2024-09-01 --until 2024-09-25 --baselines naive --plot --paths 50
backtest SIM01 --since 2030-09-01
history import prices/BTC.csv
history import prices/BTC.csv
history import prices/ --json
history import jump.csv --ticker BTC
history import bad.csv --ticker BTC
history import gap.csv --ticker GAPPY
history import two.csv --ticker BTC
history import prices/ETH.csv --ticker BTC
history import nope.csv
history import other.csv --column close=Last --column date=Tag --date-format dd.MM.yyyy --ticker OTHER
history list
history list --json
history show BTC
history show BTC --start 2024-12-20 --interval 1w --json
history show BTC --start 2024-12-30 --csv
history show NOPE
history check
history check BTC --json
asset list
asset list --json
asset add NEW --name Newcoin --provider binance=NEWUSDT --supply 1000
asset add NEW --name New2
asset add USD
asset add EVIL --id xrp
asset add ONE --id btc
asset remove NEW
asset remove BTC
asset remove NOPE
favourite add BTC ETH
favourite add NOPE
favourite list
favourite list --json
favourite remove ETH
market --offline
market --offline --json
market --offline --sort 7d --descending
market --offline --favourites
market BTC --offline --period 30
market NOPE --offline
market --offline --sort nope
forecast BTC --offline
forecast BTC --offline --json --days 4
forecast btc --offline --days 4
forecast bitcoin --offline --days 4
forecast BTC ETH NOPE --offline --days 3
forecast BTC --offline --as-of 2024-11-12 --days 4
forecast BTC --offline --as-of 1900-01-01
forecast BTC --offline --as-of 2030-01-01
forecast BTC --offline --as-of 2021-02-01
forecast BTC --offline --since 2024-10-01
forecast BTC --offline --since 2022-10-01 --days 3
forecast GAPPY --offline
forecast GAPPY --offline --fill previous --days 3
forecast SIM02 --offline --days 3
forecast BTC --offline --model daily-close --days 4 --json
forecast BTC --offline --model daily-close --decode sliding-window --days 4 --csv
forecast BTC --offline --seed 5 --paths 100 --days 4
diary
diary --json
diary BTC
diary BTC --json
diary BTC --limit 1 --json --values
diary NOPE
diary SOL
backtest BTC --since 2024-09-01 --until 2024-09-25 --baselines naive --paths 50
wallet create Main
wallet create Main
wallet create a/b
wallet create Savings --method lifo
wallet create Debt --allow-negative
wallet list
wallet list --json
wallet forecast Main
wallet show Main --offline
wallet set Main BTC=0.05 ETH=0.5 --date 2024-11-12
wallet set Main BTC=0.05 BTC=0.5
wallet set Main BTC=-1
wallet set Main NOPE=1
wallet set Main BTC=0.06 --preview
wallet set Main BTC=0.06 --key k1 --json
wallet set Main BTC=0.06 --key k1 --json
wallet set Main BTC=0.07 --key k1
wallet deposit Main USD 1000 --date 2024-10-01
wallet deposit Main USD 1000 --json
wallet deposit Main SOL 5
wallet deposit Main LTC 5 --cost 3
wallet buy Main BTC 0.01 --price 97 --fee 5
wallet buy Main ETH --for 65 --preview
wallet buy Main BTC 0.01 --date 2024-11-12 --json
wallet buy Main BTC 1000000
wallet buy Main BTC 0.01 --for 65
wallet buy Main BTC 0.01 --date 1969-01-01
wallet buy Main BTC 0.01 --date 2030-01-01
wallet sell Main BTC 0.02 --note "a note"
wallet sell Main BTC 100
wallet withdraw Main USD 10
wallet withdraw Main ETH 0.1
wallet income Main ETH 0.01 --at-market
wallet income Main ETH 0.01 --value 3
wallet income Main ETH 0.01
wallet fee Main ETH 0.001
wallet transfer Main Savings BTC 0.02 --fee 0.0001
wallet transfer Main Nope BTC 0.02
wallet withdraw Debt BTC 0.5
wallet history Main
wallet history Main --json --limit 3
wallet history Main --kind buy
wallet history Main --kind nope
wallet history Main --ticker ETH --since 2024-11-01 --until 2024-12-31
wallet correct 3
wallet correct 3
wallet correct 999
wallet show Main --offline
wallet show Main Savings --offline
wallet show --all --offline --json
wallet show Main --offline --explain
wallet show Main --offline --explain --json
wallet show Main --offline --on 2024-12-15
wallet show Main --offline --on 2014-12-15
wallet show Main --offline --on 2030-12-15
wallet gains Main --offline
wallet gains Main --offline --json
wallet gains Main --offline --explain
wallet gains Main --offline --method average
wallet gains Main Savings --offline --json
wallet gains Main --offline --realized
wallet gains Main --offline --realized --year 2025 --json
wallet gains --all --realized --csv --offline
wallet gains Main --offline --on 2024-12-15
wallet gains Main --offline --on 2010-12-15
wallet value Main
wallet value Main --since 2024-11-01 --interval 1mo --csv
wallet value Main Savings --since 2024-12-01 --json
wallet value Main --since 2024-12-01 --plot
wallet value Nope
wallet forecast Main --offline
wallet forecast Main --offline --leave-out
wallet forecast Main --offline --leave-out --json --days 3
wallet forecast Main --offline --leave-out --csv --days 3
wallet forecast Main --offline --leave-out --plot
wallet forecast Main --offline --leave-out --level 80,95 --above 10 --touch 8 --below 5 --days 3
wallet forecast Main --offline --leave-out --quantiles 0.1,0.9 --days 3 --json
wallet forecast Main --offline --leave-out --as-of 2024-11-12 --days 3
wallet forecast Main --offline --as-of 2014-11-12 --days 3
wallet forecast Main --offline --as-of 2030-11-12 --days 3
wallet forecast Main --offline --leave-out --model daily-close --days 3
wallet forecast Main --offline --leave-out --days 97
wallet forecast Savings --offline --days 3
wallet forecast Savings --offline --days 3 --paths 100 --seed 3 --json
wallet forecast Main Savings --offline --leave-out --days 3 --json
wallet forecast --all --offline --leave-out --days 3
wallet forecast Debt --offline --days 3
wallet forecast Nope --offline
invest add BTC 0.05 64
invest add ETH 0.5 2600 --date 2024-11-12
invest add ETH 0.5 -3
invest list --offline
invest list --offline --json
invest remove 15
invest remove 99
wallet export Main
wallet export --json
wallet export Nope
wallet rename Savings Saved
wallet rename Saved Main
wallet delete Saved
wallet delete Debt --with-holdings
wallet import trades.csv --wallet Main --preview
wallet import trades.csv --wallet Main
wallet import trades.csv --wallet Main
wallet import badtrades.csv --wallet Main
wallet import trades.csv
wallet import trades.csv --wallet New --create --json
token create --scope read --owner local --expires 90d
token create --scope nope
token list
token revoke nope
history remove LTC
history remove NOPE
backup copy.db
doctor
serve --help
"""

# Requests to a server that uses the database the commands left behind: METHOD path, then optional `as TOKEN`, `Name: value` headers and a body.
REQUESTS = r"""
GET /v1/assets
GET /v1/assets?limit=2
GET /v1/assets?limit=0
GET /v1/assets/BTC
GET /v1/assets/btc
GET /v1/assets/bitcoin
GET /v1/assets/NOPE
GET /v1/assets as read
GET /v1/assets as ann
GET /v1/assets as nobody
GET /v1/history
GET /v1/history?limit=1
GET /v1/assets/BTC/history?start=2024-12-30
GET /v1/assets/BTC/history?start=2024-12-30&format=csv
GET /v1/assets/BTC/history?interval=1mo&start=2024-06-01
GET /v1/assets/BTC/history?start=x
GET /v1/assets/BTC/history/check
GET /v1/assets/GAPPY/history/check
GET /v1/assets/BTC/diary
GET /v1/assets/BTC/diary?limit=1&values=true
GET /v1/assets/NOPE/diary
GET /v1/assets/BTC/forecast?days=3
GET /v1/assets/BTC/forecast?days=3
GET /v1/assets/btc/forecast?days=3&levels=80
GET /v1/assets/BTC/forecast?days=3&quantiles=0.1,0.9
GET /v1/assets/BTC/forecast?days=3&levels=0.8
GET /v1/assets/BTC/forecast?days=3&levels=80&quantiles=0.1
GET /v1/assets/BTC/forecast?days=abc
GET /v1/assets/BTC/forecast?days=97
GET /v1/assets/BTC/forecast?days=0
GET /v1/assets/BTC/forecast?days=3&paths=50&seed=9
GET /v1/assets/BTC/forecast?days=3&paths=100001
GET /v1/assets/BTC/forecast?days=3&model=daily-close
GET /v1/assets/BTC/forecast?days=3&model=daily-close&levels=80
GET /v1/assets/BTC/forecast?days=3&model=daily-close&seed=3
GET /v1/assets/BTC/forecast?days=3&model=nope
GET /v1/assets/BTC/forecast?days=3&model=daily-close&version=2
GET /v1/assets/BTC/forecast?days=3&decode=sliding_window
GET /v1/assets/BTC/forecast?nope=3
GET /v1/assets/GAPPY/forecast?days=3
GET /v1/assets/OTHER/forecast?days=3
GET /v1/assets/SOL/forecast?days=3
GET /v1/assets/NOPE/forecast?days=3
GET /v1/assets/BTC/forecast?days=3 as ann
GET /v1/assets/BTC/forecast?days=3&above=17&below=15&touch=18
GET /v1/assets/BTC/forecast?days=3&above=-1
GET /v1/assets?sort=change7&order=descending
GET /v1/assets?favourites=true
GET /v1/assets?stored=true&period=30
GET /v1/assets?search=coin&limit=3
POST /v1/forecasts @one
POST /v1/forecasts @many
POST /v1/forecasts @quantiles
POST /v1/forecasts @closepoints
POST /v1/forecasts @short
POST /v1/forecasts @badclose
POST /v1/forecasts @tinylevel
POST /v1/forecasts {"closes":"x"}
POST /v1/forecasts {"last":"2025-02-28"}
POST /v1/forecasts {bad
POST /v1/forecasts []
POST /v1/assets {"ticker":"NEW","name":"Newcoin","providers":{"binance":"NEWUSDT"}}
POST /v1/assets {"ticker":"EVIL","id":"xrp"}
POST /v1/assets {"ticker":"USD"}
POST /v1/assets {"ticker":""}
POST /v1/assets as write {"ticker":"NEW2"}
DELETE /v1/assets/NEW
DELETE /v1/assets/BTC
PUT /v1/assets/NEWCOIN/history Content-Type:text/csv @csv
PUT /v1/assets/BTC/history Content-Type:text/csv @csv
PUT /v1/assets/BTC/history as write Content-Type:text/csv @csv
PUT /v1/assets/BTC/history Content-Type:text/csv nonsense
GET /v1/favourites
PUT /v1/favourites/ETH
PUT /v1/favourites/NOPE
GET /v1/favourites
GET /v1/favourites as ann
DELETE /v1/favourites/ETH
DELETE /v1/favourites
DELETE /v1/favourites?assets=BTC,ETH
GET /v1/models
GET /v2
GET /v2/models/daily-close
GET /v2/models/daily-close/versions/1
GET /v2/models/daily-close/ready
GET /v2/models/nope
POST /v2/repository/index {}
POST /v2/models/daily-close/infer {"inputs":[{"name":"input","datatype":"FP32","shape":[1,3,1],"data":[0.1,-0.4,0.2]}],"parameters":{"steps":3}}
POST /v2/models/daily-close/infer {"inputs":[]}
GET /v2/health/live
GET /v1/wallets
GET /v1/wallets as ann
GET /v1/wallets as write
POST /v1/wallets {"name":"Main"}
POST /v1/wallets {"name":"Third","cost_basis":"hifo"}
POST /v1/wallets as write {"name":"Anns"}
POST /v1/wallets as read {"name":"Anns"}
POST /v1/wallets {"name":"a/b"}
GET /v1/trading/support
GET /v1/trading/support as read
GET /v1/trading/support?limit=1
GET /v1/trading/support as nobody
POST /v1/trading/support {"text":"hello"}
POST /v1/trading/support {"text":"hello"} as read
POST /v1/trading/support {"text":"hello"} Idempotency-Key:s1
POST /v1/trading/support {"text":"hello"} Idempotency-Key:s1
POST /v1/trading/support {"text":"other"} Idempotency-Key:s1
POST /v1/trading/support {"text":" "}
POST /v1/trading/support {"text":1}
POST /v1/trading/support {"texts":"a"}
POST /v1/trading/support {}
POST /v1/trading/support nonsense
POST /v1/trading/support/read
POST /v1/trading/support/read Idempotency-Key:s2
POST /v1/trading/support/read Idempotency-Key:s2
DELETE /v1/trading/support
GET /v1/operator/support
POST /v1/wallets {"name":"Keyed"} Idempotency-Key:w1
POST /v1/wallets {"name":"Keyed"} Idempotency-Key:w1
POST /v1/wallets {"name":"Keyed2"} Idempotency-Key:w1
GET /v1/wallets/Main
GET /v1/wallets/Nope
GET /v1/wallets/Main as ann
GET /v1/wallets/Main/valuation?on=2024-12-15
GET /v1/wallets/Main/valuation?on=2030-12-15
PATCH /v1/wallets/Third {"name":"Drei"}
PATCH /v1/wallets/Drei {"name":"Main"}
PATCH /v1/wallets/Drei {}
GET /v1/wallets/Main/transactions?limit=3
GET /v1/wallets/Main/transactions?kind=buy
GET /v1/wallets/Main/transactions?kind=nope
GET /v1/wallets/Main/transactions?asset=ETH&since=2024-11-01
POST /v1/wallets/Main/transactions {"kind":"deposit","asset":"USD","quantity":"500"}
POST /v1/wallets/Main/transactions {"kind":"deposit","asset":"BTC","quantity":"0.5","cost":"30","time":"2024-12-20","note":"from the exchange"}
POST /v1/wallets/Main/transactions {"kind":"withdrawal","asset":"BTC","quantity":"0.001"}
POST /v1/wallets/Main/transactions {"kind":"withdrawal","asset":"BTC","quantity":"1000"}
POST /v1/wallets/Main/transactions {"kind":"buy","asset":"BTC","quantity":"0.01"}
POST /v1/wallets/Main/transactions {"kind":"buy","asset":"BTC","cash":"5","price":"16","fee":"0.1"}
POST /v1/wallets/Main/transactions {"kind":"buy","asset":"BTC","cash":"5","quantity":"1"}
POST /v1/wallets/Main/transactions {"kind":"buy","asset":"SOL","quantity":"1"}
POST /v1/wallets/Main/transactions {"kind":"sell","asset":"BTC","quantity":"0.01"}
POST /v1/wallets/Main/transactions {"kind":"transfer","asset":"BTC","quantity":"0.01","to":"Drei"}
POST /v1/wallets/Main/transactions {"kind":"transfer","asset":"BTC","quantity":"0.01","to":"Nope"}
POST /v1/wallets/Main/transactions {"kind":"fee","asset":"BTC","quantity":"0.0001"}
POST /v1/wallets/Main/transactions {"kind":"income","asset":"ETH","quantity":"0.0001","at_market":true}
POST /v1/wallets/Main/transactions {"kind":"income","asset":"ETH","quantity":"0.0001","value":"2"}
POST /v1/wallets/Main/transactions {"kind":"set","holdings":[{"asset":"BTC","quantity":"2"},{"asset":"ETH","quantity":"1"}]}
POST /v1/wallets/Main/transactions {"kind":"set","holdings":[{"asset":"BTC","quantity":"2"},{"asset":"btc","quantity":"1"}]}
POST /v1/wallets/Main/transactions {"kind":"nope"}
POST /v1/wallets/Main/transactions {"kind":"deposit","asset":"NOPE","quantity":"1"}
POST /v1/wallets/Main/transactions {"kind":"deposit","asset":"BTC","quantity":"-1"}
POST /v1/wallets/Main/transactions {"kind":"deposit","asset":"BTC","quantity":"1","time":"2030-01-01"}
POST /v1/wallets/Main/transactions Idempotency-Key:t1 {"kind":"deposit","asset":"BTC","quantity":"1"}
POST /v1/wallets/Main/transactions Idempotency-Key:t1 {"kind":"deposit","asset":"BTC","quantity":"1"}
POST /v1/wallets/Main/transactions Idempotency-Key:t1 {"kind":"deposit","asset":"BTC","quantity":"2"}
POST /v1/wallets/Main/transactions/preview {"kind":"sell","asset":"BTC","quantity":"0.5"}
GET /v1/wallets/Main/forecast?days=3
GET /v1/wallets/Main/forecast?days=3&leave_out=true
GET /v1/wallets/Main/forecast?days=3&leave_out=true&levels=80&above=50&below=10&touch=60
GET /v1/wallets/Main/forecast?days=3&leave_out=true&quantiles=0.1,0.9&paths=100&seed=4
GET /v1/wallets/Main/forecast?days=3&leave_out=true&as_of=2024-12-25
GET /v1/wallets/Main/forecast?days=3&leave_out=true&as_of=2014-12-25
GET /v1/wallets/Main/forecast?days=3&leave_out=true&as_of=2030-12-25
GET /v1/wallets/Main/forecast?days=3&leave_out=true&model=daily-close
GET /v1/wallets/Main/forecast?days=3&fill=previous
GET /v1/wallets/Main/forecast?days=97&leave_out=true
GET /v1/wallets/Main/forecast?days=3&leave_out=true&levels=0.8
GET /v1/wallets/Main/forecast?days=3&leave_out=true as ann
GET /v1/wallets/Anns/forecast?days=3 as ann
GET /v1/portfolio/forecast?days=3&leave_out=true
GET /v1/portfolio/forecast?days=3&leave_out=true&wallets=Main,Drei
GET /v1/portfolio/forecast?days=3 as ann
GET /v1/portfolio/valuation
GET /v1/portfolio/valuation?wallets=Main,Drei&on=2024-12-25
GET /v1/portfolio/gains
GET /v1/portfolio/value?since=2024-12-25
GET /v1/portfolio/realized-gains
GET /v1/wallets/Main/valuation
GET /v1/wallets/Main/gains
GET /v1/wallets/Main/gains?method=lifo
GET /v1/wallets/Main/gains?explain=true
GET /v1/wallets/Main/gains?on=2024-12-25
GET /v1/wallets/Main/gains?on=2010-12-25
GET /v1/wallets/Main/realized-gains
GET /v1/wallets/Main/realized-gains?year=2025&format=csv
GET /v1/wallets/Main/value?since=2024-12-25
GET /v1/wallets/Main/value?since=2024-12-01&interval=1w
GET /v1/wallets/Main/value?since=2030-12-01
GET /v1/transactions/1
GET /v1/transactions/999
GET /v1/transactions/1 as ann
POST /v1/transactions/2/correction {}
POST /v1/transactions/2/correction {}
POST /v1/transactions/999/correction {}
POST /v1/corrections {"transactions":[5,6]}
POST /v1/corrections {"transactions":[]}
GET /v1/transactions/export
GET /v1/transactions/export?format=json
GET /v1/transactions/export as ann
POST /v1/transactions/import/preview?wallet=Drei Content-Type:text/csv @trades
POST /v1/transactions/import?wallet=Drei Content-Type:text/csv @trades
POST /v1/transactions/import?wallet=Drei Content-Type:text/csv @badtrades
POST /v1/transactions/import?wallet=Nope Content-Type:text/csv @trades
GET /v1/investments
POST /v1/investments {"asset":"BTC","quantity":"0.5","price":"12"}
POST /v1/investments {"investments":[{"asset":"BTC","quantity":"0.5","price":"12"}]}
POST /v1/investments {"asset":"NOPE","quantity":"0.5","price":"12"}
GET /v1/investments
DELETE /v1/investments?ids=31,32
GET /v1/investments?explain=true
DELETE /v1/investments?ids=999
DELETE /v1/wallets/Main
DELETE /v1/wallets/Keyed
DELETE /v1/wallets/Nope
POST /v1/jobs?days=2 Content-Type:application/x-ndjson @series
POST /v1/jobs?days=2 Content-Type:application/x-ndjson @goodseries
WAIT job
GET $job
GET $job/result
GET /v1/jobs
GET /v1/jobs as ann
GET /v1/jobs/nope
POST $job/cancel
DELETE $job
GET $job
GET /nope
DELETE /v1/assets
HEAD /v1/assets/BTC
HEAD /v1/jobs/nope
GET /v1/assets/BTC/forecast?days=3 Accept-Encoding:gzip
GET /v1/wallets/Main Origin:http://localhost:3000
POST /v1/wallets Origin:http://localhost:3000 {"name":"Evil"}
GET /openapi.json
"""


def write_files(folder: pathlib.Path) -> None:
    """Writes the price files, transactions and series used by the commands and requests."""
    prices = folder / "prices"
    prices.mkdir()
    rows = {}
    for coin, sample in COINS.items():
        text = (ROOT / "data" / "simulated" / f"{sample}.csv").read_text()
        (prices / f"{coin}.csv").write_text(text)
        rows[coin] = text.split()[1:]
    btc, eth = rows["BTC"], rows["ETH"]
    head = "date,close\n"
    (folder / "gap.csv").write_text(head + "\n".join(btc[:-50] + btc[-45:]) + "\n")
    jumped = btc[:-3] + [btc[-3].split(",")[0] + ",1500"] + btc[-2:]
    (folder / "jump.csv").write_text(head + "\n".join(jumped) + "\n")
    (folder / "bad.csv").write_text(head + "\n".join(btc[:-3] + [btc[-3].split(",")[0] + ",abc"] + btc[-2:]) + "\n")
    (folder / "empty.csv").write_text("")
    two = [f"{coin},{row}" for coin in ("BTC", "ETH") for row in rows[coin]]
    (folder / "two.csv").write_text("symbol,date,close\n" + "\n".join(two) + "\n")
    other = [".".join(reversed(row.split(",")[0].split("-"))) + "," + row.split(",")[1] for row in eth]
    (folder / "other.csv").write_text("Tag,Last\n" + "\n".join(other) + "\n")
    (folder / "steps.ndjson").write_text("[0.1,-0.4,0.2]\n[0.3,0.1]\n")
    series = [[float(row.split(",")[1]) for row in rows[coin]] for coin in rows]
    lines = [json.dumps({"id": coin, "closes": closes[-520:], "last": "2024-12-31"}) for coin, closes in zip(rows, series)]
    (folder / "goodseries").write_text("\n".join(lines) + "\n")
    bad = [json.dumps({"id": "short", "closes": [1, 2], "last": "2024-12-31"}), '{"id":"x","closes":"no"}', "{", '{"id":"y"}']
    (folder / "series.ndjson").write_text("\n".join(lines + bad) + "\n")
    shutil.copy(folder / "series.ndjson", folder / "series")
    for name, body in {
        "one": {"last": "2024-12-31", "days": 3, "levels": [80], "closes": series[0][-500:]},
        "many": {"days": 2, "series": [{"id": "a", "last": "2024-12-31", "closes": series[0][-500:]},
                                       {"id": "b", "last": "2024-12-31", "closes": [1, 2]},
                                       {"id": "c", "last": "2024-12-31", "closes": series[1][-510:]}]},
        "quantiles": {"last": "2024-12-31", "days": 3, "quantiles": [0.1], "paths": 64, "seed": 5, "closes": series[0][-500:]},
        "closepoints": {"last": "2024-12-31", "days": 3, "model": "daily-close", "closes": series[0][-500:]},
        "short": {"last": "2024-12-31", "days": 3, "closes": series[0][-499:]},
        "badclose": {"last": "2024-12-31", "days": 3, "closes": series[0][-499:] + [-1]},
        "tinylevel": {"last": "2024-12-31", "days": 3, "levels": [0.8], "closes": series[0][-500:]},
    }.items():
        (folder / name).write_text(json.dumps(body))
    (folder / "csv").write_text(head + "\n".join(btc[-5:]) + "\n")
    (folder / "trades.csv").write_text(
        "time,kind,wallet,asset,quantity,value\n2024-12-01T10:00:00Z,deposit,,USD,100,\n"
        "2024-12-02T10:00:00Z,deposit,,ETH,2,50\n2024-12-03T10:00:00Z,withdrawal,,ETH,0.5,\n")
    (folder / "badtrades.csv").write_text(
        "time,kind,wallet,asset,quantity,value\n2024-12-01T10:00:00Z,deposit,,NOPE,100,\nx,deposit,,ETH,2,50\n")
    shutil.copy(folder / "trades.csv", folder / "trades")
    shutil.copy(folder / "badtrades.csv", folder / "badtrades")


class Recording:
    """Replaces random identifiers by their kind and order of appearance."""

    KINDS = [
        ("wallet", re.compile(rb"w_[0-9a-f]{16}")), ("id32", re.compile(rb"\b[0-9a-f]{32}\b")),
        ("request", re.compile(rb"(?<=[Rr]equest-[Ii][Dd]: )[0-9a-f]{16}|(?<=\"request_id\":\")[0-9a-f]{16}")),
        ("token", re.compile(rb"cc_[A-Za-z0-9_-]{20,}|(?<=closecast_)[A-Za-z0-9_-]{20,}")),
        ("token", re.compile(rb"(?<=token )[0-9a-f]{12}\b|(?m:^[0-9a-f]{12}\b)")),
        ("cursor", re.compile(rb"(?<=\"next_cursor\":\")[^\"]+")),
        ("tag", re.compile(rb"(?<=\")[0-9a-z]{8,13}-[0-9a-z]{8,13}(?=\")")),
    ]

    def __init__(self, folder: pathlib.Path, hidden: list[tuple[bytes, bytes]]):
        self.folder, self.hidden, self.seen, self.count = folder, hidden, {}, 0

    def clean(self, data: bytes) -> bytes:
        for old, new in self.hidden:
            data = data.replace(old, new)
        for kind, pattern in self.KINDS:
            data = pattern.sub(lambda match: self.name(kind, match.group()), data)
        return data

    def name(self, kind: str, value: bytes) -> bytes:
        names = self.seen.setdefault(kind, {})
        return names.setdefault(value, f"<{kind} {len(names) + 1}>".encode())

    def write(self, title: str, *parts: bytes) -> None:
        self.count += 1
        label = re.sub(r"[^A-Za-z0-9.=-]+", "_", title)[:70].strip("_")
        text = b"$ " + title.encode() + b"\n" + b"\n".join(self.clean(part) for part in parts)
        (self.folder / f"{self.count:03} {label}").write_bytes(text)


def record(programs: pathlib.Path, folder: pathlib.Path) -> None:
    if folder.exists():
        sys.exit(f"answers: {folder} exists; choose another folder")
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as home:
        work = pathlib.Path(home) / "work"
        work.mkdir()
        write_files(work)
        environment = {
            "HOME": home, "PATH": os.environ["PATH"], "CLOSECAST_MODELS": str(ROOT / "models"), "CLOSECAST_WEB": str(ROOT / "web"),
            "NO_COLOR": "1", "LANG": "C.UTF-8",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "CLOSECAST_OFFLINE": "1",
        }
        recording = Recording(folder, [(home.encode(), b"~"), (str(ROOT).encode(), b"<root>")])
        tokens = run_commands(programs, recording, work, environment)
        serve(programs, recording, work, environment, tokens)
    print(f"{recording.count} answers in {folder}")


def frozen(programs: pathlib.Path, name: str, *arguments: str) -> list[str]:
    return ["faketime", "-f", NOW, str(programs / name), *arguments]


def run_commands(programs, recording, work, environment) -> dict[str, str]:
    for line in COMMANDS.strip().splitlines():
        words, _, source = line.partition(" <")
        command = frozen(programs, "closecast", *shlex.split(words))
        stdin = (work / source).open("rb") if source else subprocess.DEVNULL
        try:
            run = subprocess.run(command, stdin=stdin, cwd=work, env=environment, capture_output=True, timeout=120)
            recording.write(
                line, f"status {run.returncode}".encode(), b"-- stdout", run.stdout, b"-- stderr", run.stderr)
        except subprocess.TimeoutExpired:
            recording.write(line, b"no end after 120 s")
    made = (work / "out.ndjson")
    recording.write("out.ndjson", made.read_bytes() if made.exists() else b"missing")
    tokens = {}
    for name, owner, scope in [("read", "ann", "read"), ("write", "ann", "write"), ("ann", "ann", "write")]:
        run = subprocess.run(
            frozen(programs, "closecast", "token", "create", "--scope", scope, "--owner", owner, "--expires", "90d"),
            cwd=work, env=environment, capture_output=True, text=True, check=True)
        tokens[name] = run.stdout.split()[-1]
    return tokens


def serve(programs, recording, work, environment, tokens) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        frozen(programs, "closecast-server", "--port", str(port), "--feed-hour", "off", "--drain-seconds", "0", "--log-requests",
               "false"), cwd=work, env=environment, stdout=subprocess.DEVNULL, stderr=(work / "log").open("wb"))
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        job = "/v1/jobs/none"
        for line in REQUESTS.strip().splitlines():
            if line == "WAIT job":
                for _ in range(200):
                    if b'"done"' in exchange(port, "GET", job, {}, b""):
                        break
                    time.sleep(0.05)
                continue
            method, path, headers, body = parse(line.replace("$job", job), work, tokens)
            answer = exchange(port, method, path, headers, body)
            found = re.search(rb"(?m)^[Ll]ocation: (/v1/jobs/\S+)", answer)
            job = found.group(1).decode() if found else job
            recording.write(line, b"-- answer", without_rate(answer))
    finally:
        # faketime exits with its child.
        subprocess.run(["pkill", "-TERM", "-f", f"closecast-server --port {port}"], check=False)
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)


def parse(line, work, tokens):
    method, path, *rest = line.split(" ", 2)
    headers, body = {"Content-Type": "application/json"} if method in ("POST", "PATCH") else {}, b""
    rest = rest[0] if rest else ""
    while rest:
        if rest.startswith("as "):
            _, name, *more = rest.split(" ", 2)
            headers["Authorization"] = f"Bearer {tokens.get(name, 'cc_nobody')}"
            rest = more[0] if more else ""
        elif rest[0] in "{[":
            text, end = rest, ""
            cut = rest.rfind(" Idempotency-Key:")
            if cut > 0:
                text, end = rest[:cut], rest[cut + 1:]
            body, rest = text.encode(), end
        elif rest.startswith("@"):
            body, rest = (work / rest[1:]).read_bytes(), ""
        elif re.match(r"[A-Z][A-Za-z-]+:", rest):
            header, *more = rest.split(" ", 1)
            name, _, value = header.partition(":")
            headers[name] = value
            rest = more[0] if more else ""
        else:
            body, rest = rest.encode(), ""
    return method, path, headers, body


def exchange(port, method, path, headers, body) -> bytes:
    """Sends one request on its own connection and returns the raw answer."""
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", f"Content-Length: {len(body)}"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        parts = []
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts).replace(f"127.0.0.1:{port}".encode(), b"<host>")


def without_rate(answer: bytes) -> bytes:
    """The remaining rate limit of a token depends on the machine's speed."""
    return re.sub(rb"(?mi)^RateLimit: .*\r\n", b"", answer)


def compare(before: pathlib.Path, after: pathlib.Path, shows: bool) -> None:
    names = sorted({path.name for folder in (before, after) for path in folder.iterdir()})
    different = 0
    for name in names:
        old, new = ((folder / name).read_bytes() if (folder / name).exists() else b"" for folder in (before, after))
        if old == new:
            continue
        different += 1
        print(f"different: {name}")
        if shows:
            lines = difflib.unified_diff(
                old.decode(errors="replace").splitlines(), new.decode(errors="replace").splitlines(), lineterm="", n=0)
            for line in list(lines)[2:40]:
                print("  " + line[:300])
    print(f"{different} of {len(names)} answers differ")
    sys.exit(1 if different else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True, dest="action")
    recorder = actions.add_parser("record", help="run everything and record the answers")
    recorder.add_argument("folder", type=pathlib.Path)
    recorder.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build" / "release", help="where the programs are")
    comparer = actions.add_parser("compare", help="list what differs")
    comparer.add_argument("before", type=pathlib.Path)
    comparer.add_argument("after", type=pathlib.Path)
    comparer.add_argument("--names-only", action="store_true", help="do not show the lines that differ")
    arguments = parser.parse_args()
    if arguments.action == "record":
        if shutil.which("faketime") is None:
            sys.exit("answers: faketime is missing: apt-get install faketime")
        record(arguments.programs.resolve(), arguments.folder)
    else:
        compare(arguments.before, arguments.after, not arguments.names_only)


if __name__ == "__main__":
    main()
