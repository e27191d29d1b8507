"""One picture of each kind, by the name of its golden file."""

from collections.abc import Callable

from explainer.drawing import blocks_svg, plain, sequence_svg, threads_svg
from tests.drawing import samples

TOKENS = samples.named("x", "(B, N+T, D)")


def _sequences(narrow: bool, suffix: str) -> dict[str, str]:
    drawn = {
        "full_attention": (samples.full_attention(), "en"),
        "encoder_layer": (samples.encoder_layer(), "en"),
        "encoder_layer_chinese": (samples.encoder_layer(True), "zh"),
        "nested": (samples.nested(1), "en"),
    }
    return {
        f"sequence_{name}{suffix}": sequence_svg(sequence, narrow=narrow, title=name, language=language)
        for name, (sequence, language) in drawn.items()
    }


def _blocks(narrow: bool, suffix: str) -> dict[str, str]:
    drawn = {
        "full_attention": (samples.attention_blocks(), samples.TAKES, samples.GIVES, "en"),
        "full_attention_chinese": (samples.attention_blocks(True), samples.TAKES, samples.GIVES, "zh"),
        "encoder_layer": (samples.halves(), (TOKENS,), (TOKENS, plain("None")), "en"),
    }
    return {
        f"blocks_{name}{suffix}": blocks_svg(
            blocks, narrow=narrow, title=name, takes=takes, gives=gives, language=language
        )
        for name, (blocks, takes, gives, language) in drawn.items()
    }


def _threads(narrow: bool, suffix: str) -> dict[str, str]:
    drawn = {"einsum": samples.einsum_threads(), "patches": samples.patch_threads()}
    return {
        f"threads_{name}{suffix}": threads_svg(threads, narrow=narrow, title=name) for name, threads in drawn.items()
    }


_KINDS: tuple[Callable[[bool, str], dict[str, str]], ...] = (_sequences, _blocks, _threads)
PICTURES = {
    name: svg
    for kind in _KINDS
    for narrow, suffix in ((False, ""), (True, "_narrow"))
    for name, svg in kind(narrow, suffix).items()
}
