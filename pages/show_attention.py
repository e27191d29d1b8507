"""The page at /attention."""

from explainer.web.attention_page import show

show()
