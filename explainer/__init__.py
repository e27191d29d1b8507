"""Tracebook: explain Transformer code by running it.

The floors, from the ground up; each imports only what stands below it:

    language                                    every sentence in English and Chinese
    models · tracing · series · drawing         rooms that do not know each other
    running · reading                           one real pass, and what its record means
    lessons                                     the documents' words
    web                                         Streamlit, and nowhere else
"""

__version__ = "0.1.0"
