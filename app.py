"""Tracebook: `streamlit run app.py`.

The server starts here. It runs one whole pass before it says that it is ready, so that no visitor
waits for torch to be imported. What visitors see begins in `explainer/web/site.py`.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

# Streamlit answers each move in a thread of its own. OpenMP, which reads this when torch is loaded, would give each of
# them a second thread, and that one spins for the core on which the browser or another visitor waits.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import streamlit as st

from explainer.web.warming import warm_up


@asynccontextmanager
async def warmed(_: st.App) -> AsyncIterator[None]:
    """Warm up before the first visitor is let in."""
    await asyncio.to_thread(warm_up)
    yield


app = st.App("explainer/web/site.py", lifespan=warmed)
