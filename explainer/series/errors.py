"""What a reader is told where a series cannot give what was asked of it."""

from explainer.language import ExplainedError


class SeriesError(ExplainedError):
    """A series cannot give what was asked of it; `setting` names the setting to change, where there is one."""
