"""Cell arithmetic: the number in any cell of a record, computed again term by term from the recorded inputs."""

from explainer.reading.arithmetic.equations import Equation, equation_of
from explainer.reading.arithmetic.explaining import EXPLAINERS, explain_cell
from explainer.reading.arithmetic.parts import Arithmetic, Cell, Factor, Line, Term

__all__ = ["EXPLAINERS", "Arithmetic", "Cell", "Equation", "Factor", "Line", "Term", "equation_of", "explain_cell"]
