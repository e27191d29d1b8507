"""Read one module of the model as a document."""

from explainer.web.layer_page import show

show()
