"""Missing values are filled by a stated method; none is left as NaN."""

import numpy as np
import pandas as pd
from jaxtyping import Float

from explainer.series.reading.options import Fill


def filled(
    values: Float[np.ndarray, " rows"], positions: Float[np.ndarray, " rows"], fill: Fill
) -> Float[np.ndarray, " rows"]:
    """The column with numbers where it had NaN; `positions` are the times of the rows on a line.

    The column has at least one number. Before its first number and behind its last, linear and previous take the
    nearest one.
    """
    holes = np.isnan(values)
    if not holes.any():
        return values
    match fill:
        case "linear":
            whole = np.interp(positions, positions[~holes], values[~holes])
        case "previous":
            whole = pd.Series(values).ffill().bfill().to_numpy()
        case "mean":
            whole = np.full_like(values, values[~holes].mean())
        case "zero":
            whole = np.zeros_like(values)
    return np.where(holes, whole, values)
