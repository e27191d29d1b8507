"""What a reader chooses on this page, and how it stands in the address."""

from explainer.judging import CLUSTERED_FROM, Pick, clustered_order
from explainer.web import address
from explainer.web import words as site_words
from explainer.web.choosing import choose_from_list, choose_segment, keep_aside
from explainer.web.evidence import words
from explainer.web.evidence.gathered import Evidence
from explainer.web.evidence.keeping import kept
from explainer.web.evidence.look import Look, moment
from explainer.web.visit import Visit

MEAN = "mean"


def choose(visit: Visit, evidence: Evidence) -> Look:
    """Draw the choices that all parts of the page share."""
    layers, heads = len(evidence.maps.layers), visit.run.settings.n_heads
    numbered = {str(number): str(number) for number in range(1, max(layers, heads) + 1)}
    layer = choose_segment("layer", visit.say(site_words.LAYER), dict(list(numbered.items())[:layers]), "1")
    named = dict(list(numbered.items())[:heads]) | {MEAN: visit.say(words.MEAN_OF_HEADS)}
    head = choose_segment("head", visit.say(site_words.HEAD), named, "1")
    window = choose_from_list("of_window", visit.say(words.WINDOW), _windows(visit, evidence), MEAN)
    address.write(of_window=MEAN)
    variate = _choose_variate(visit)
    place, pick = int(layer) - 1, _pick(head)
    return Look(
        visit=visit,
        evidence=evidence,
        layer=place,
        head=pick,
        window=None if window == MEAN else int(window) - 1,
        variate=variate,
        order=_choose_order(visit, evidence, place, pick),
    )


def _pick(head: str) -> Pick:
    return "mean" if head == MEAN else int(head) - 1


def _windows(visit: Visit, evidence: Evidence) -> dict[str, str]:
    every = {MEAN: words.MEAN_OF_WINDOWS.fill(count=len(evidence.x)).in_language(visit.language)}
    for number, times in enumerate(evidence.windows.times, start=1):
        start = words.FROM_TIME if visit.run.series.dated else words.FROM_ROW
        every[str(number)] = start.fill(number=number, time=moment(times[0])).in_language(visit.language)
    return every


def _choose_variate(visit: Visit) -> int:
    """The variate whose maps are looked at, from 0; where maps are between variates there is none to choose."""
    made = visit.run
    variates = made.windows.variates
    if not made.settings.channel_independent:
        keep_aside("variate", variates.__contains__, variates[0])
        return 0
    titles = {name: made.series.title(name).in_language(visit.language) for name in variates}
    variate = choose_from_list("variate", visit.say(site_words.VARIATE_CHOICE), titles, variates[0])
    address.write(variate=variates[0])
    return variates.index(variate)


def _choose_order(visit: Visit, evidence: Evidence, layer: int, head: Pick) -> tuple[int, ...]:
    """Patches stay in order of time; many variates are clustered unless a reader wants them as in the file."""
    own = tuple(range(evidence.maps.n_tokens))
    if evidence.maps.between == "patch" or len(own) < CLUSTERED_FROM:
        return own
    options = {"clustered": visit.say(words.CLUSTERED), "file": visit.say(words.AS_IN_THE_FILE)}
    if choose_segment("order", visit.say(words.ORDER), options, "clustered") == "file":
        return own
    maps = evidence.maps
    key = evidence.key, layer, head
    return kept("order", key, lambda: clustered_order(maps.mean(layer, head), maps.n_marks))
