"""What a reader is told where maps cannot give what was asked of them."""

from explainer.language import ExplainedError


class JudgingError(ExplainedError):
    """Maps cannot give what was asked of them; `setting` names the setting to change, where there is one."""
