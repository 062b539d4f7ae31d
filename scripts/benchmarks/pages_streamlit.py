"""The chart of a coin as a Streamlit page, for scripts/bench --pages: history, fan of three bands, ranges and table.

Written as the documentation of Streamlit and Altair shows it; where that offers a choice, the lighter one is taken: the Vega chart
rather than Plotly's, and the static table.

    CLOSECAST_CHART=chart.json streamlit run scripts/benchmarks/pages_streamlit.py
"""

import json
import os
import pathlib

import altair as alt
import pandas as pd
import streamlit as st

RANGES = {"1M": 31, "3M": 92, "1Y": 366, "All": None}
alt.data_transformers.disable_max_rows()


@st.cache_data
def frames() -> tuple[str, pd.DataFrame, pd.DataFrame]:
    chart = json.loads(pathlib.Path(os.environ["CLOSECAST_CHART"]).read_text())
    history = pd.DataFrame({"day": pd.to_datetime(chart["days"]), "close": chart["closes"]})
    fan = pd.DataFrame({"day": pd.to_datetime([chart["days"][-1], *chart["ahead"]])})
    last = chart["closes"][-1]
    fan["middle"] = [last, *chart["middle"]]
    for level, band in chart["bands"].items():
        fan[f"low{level}"], fan[f"high{level}"] = [last, *band["low"]], [last, *band["high"]]
    return chart["ticker"], history, fan


def picture(history: pd.DataFrame, fan: pd.DataFrame) -> alt.LayerChart:
    base = alt.Chart(fan).encode(x=alt.X("day:T", title=None))
    scale = alt.Scale(zero=False)
    bands = [
        base.mark_area(opacity=shade, color="#2a68dd").encode(y=alt.Y(f"low{level}:Q", scale=scale, title=None), y2=f"high{level}:Q")
        for level, shade in (("95", 0.15), ("80", 0.25), ("50", 0.4))
    ]
    middle = base.mark_line(strokeDash=[4, 3], color="#1a4fae").encode(y="middle:Q")
    line = alt.Chart(history).mark_line(color="#0f2344").encode(x="day:T", y=alt.Y("close:Q", scale=scale))
    nearest = alt.selection_point(nearest=True, on="pointerover", fields=["day"], empty=False)
    rule = (
        alt.Chart(history).mark_rule(color="gray").encode(
            x="day:T", opacity=alt.condition(nearest, alt.value(0.6), alt.value(0)), tooltip=[alt.Tooltip("day:T"), alt.Tooltip("close:Q", format=",.2f")])
        .add_params(nearest)
    )
    return alt.layer(*bands, middle, line, rule).properties(height=480)


ticker, history, fan = frames()
st.title(ticker)
chosen = st.segmented_control("Range", list(RANGES), default="1Y", label_visibility="collapsed")
days = RANGES[chosen or "1Y"]
st.altair_chart(picture(history.tail(days) if days else history, fan), width="stretch")
st.table(fan.iloc[1:].assign(day=fan["day"].iloc[1:].dt.date).set_index("day").round(2))
