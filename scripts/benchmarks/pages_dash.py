"""The chart of a coin as a Dash page, for scripts/bench --pages: history, fan of three bands, ranges and table.

Written as the documentation of Dash and Plotly shows it; where that offers a choice, the lighter one is taken, such as a plain HTML
table. There are two ways to choose a range: radio buttons with a callback, which draw the days in sight on a scale of their own as our
page does, and Plotly's range selector, which needs no request and keeps the vertical scale. Served compressed by gunicorn, as the page
on deployment recommends.

    CLOSECAST_CHART=chart.json gunicorn --pythonpath scripts benchmarks.pages_dash:server
"""

import json
import os
import pathlib

import dash
import plotly.graph_objects as go
from dash import Input, Output, callback, dcc, html

chart = json.loads(pathlib.Path(os.environ["CLOSECAST_CHART"]).read_text())
BLUE = "42, 104, 221"
RANGES = {"1M": 31, "3M": 92, "1Y": 366, "All": None}


def figure(days: int | None = None) -> go.Figure:
    ahead = [chart["days"][-1], *chart["ahead"]]
    last = chart["closes"][-1]
    made = go.Figure()
    for level, shade in (("95", 0.15), ("80", 0.25), ("50", 0.4)):
        band = chart["bands"][level]
        made.add_trace(go.Scatter(x=ahead, y=[last, *band["high"]], mode="lines", line={"width": 0}, showlegend=False, hoverinfo="skip"))
        made.add_trace(
            go.Scatter(x=ahead, y=[last, *band["low"]], mode="lines", line={"width": 0}, fill="tonexty", fillcolor=f"rgba({BLUE}, {shade})", name=f"{level}%"))
    made.add_trace(go.Scatter(x=ahead, y=[last, *chart["middle"]], mode="lines", line={"dash": "dash", "color": f"rgb({BLUE})"}, name="Middle"))
    first = -days if days else 0
    made.add_trace(go.Scatter(x=chart["days"][first:], y=chart["closes"][first:], mode="lines", line={"color": "#0f2344"}, name="Close"))
    made.update_layout(hovermode="x unified", height=480, template="plotly_white")
    months = [{"count": count, "label": label, "step": "month", "stepmode": "backward"} for count, label in ((4, "1M"), (6, "3M"), (15, "1Y"))]
    made.update_xaxes(rangeselector={"buttons": [*months, {"step": "all", "label": "All"}]}, showspikes=True)
    return made


def table() -> html.Table:
    heads = ["Day", "Middle", "50%", "80%", "95%"]
    rows = []
    for place, day in enumerate(chart["ahead"]):
        ranges = [f"{band['low'][place]:,.2f} to {band['high'][place]:,.2f}" for band in (chart["bands"][level] for level in ("50", "80", "95"))]
        rows.append(html.Tr([html.Td(cell) for cell in (day, f"{chart['middle'][place]:,.2f}", *ranges)]))
    return html.Table([html.Thead(html.Tr([html.Th(head) for head in heads])), html.Tbody(rows)])


app = dash.Dash(__name__, compress=True, title=f"{chart['ticker']} forecast")
app.layout = html.Div([html.H1(chart["ticker"]), dcc.RadioItems(list(RANGES), "All", id="range", inline=True), dcc.Graph(id="chart", figure=figure()), table()])


@callback(Output("chart", "figure"), Input("range", "value"), prevent_initial_call=True)
def choose(name: str) -> go.Figure:
    return figure(RANGES[name])


server = app.server
