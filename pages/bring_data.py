"""The page at /data."""

from explainer.web.data.page import show

show()
