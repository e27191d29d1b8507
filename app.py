"""Tracebook: `streamlit run app.py`.

The server starts here. It runs one whole pass before it says that it is ready, so that no visitor
waits for torch to be imported. What visitors see begins in `explainer/web/site.py`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

from explainer.web.warming import warm_up


@asynccontextmanager
async def warmed(_: st.App) -> AsyncIterator[None]:
    """Warm up before the first visitor is let in."""
    await asyncio.to_thread(warm_up)
    yield


app = st.App("explainer/web/site.py", lifespan=warmed)
