"""The page at /evidence."""

from explainer.web.evidence.page import show

show()
