"""The page at /record."""

from explainer.web.record_page import show

show()
