"""Which call is open when: from the arrow that called to the arrow that returned."""

from dataclasses import dataclass, replace

from explainer.drawing.sequence.model import Arrow, Sequence


@dataclass(frozen=True)
class Frame:
    """One time in which a lane is active.

    first, last  arrows that open and close it; the caller of all is open from -1, an unreturned call to the end
    column       how many frames are around it        again  how many of these are of the same lane
    """

    lane: str
    first: int
    last: int
    column: int
    again: int

    def covers(self, row: int) -> bool:
        """Whether it is open at an arrow, its own two included."""
        return self.first <= row <= self.last


def frames_of(sequence: Sequence) -> tuple[Frame, ...]:
    """All frames, in the order in which they open."""
    end = len(sequence.arrows)
    outermost = sequence.arrows[0].source if sequence.arrows else sequence.lanes[0].id
    frames = [Frame(outermost, -1, end, 0, 0)]
    open_frames = [0]
    for row, arrow in enumerate(sequence.arrows):
        if arrow.kind == "call":
            open_frames = _down_to(open_frames, frames, arrow.source)
            around = [frames[place] for place in open_frames]
            again = sum(frame.lane == arrow.target for frame in around)
            open_frames.append(len(frames))
            frames.append(Frame(arrow.target, row, end, len(around), again))
        elif arrow.kind == "return":
            open_frames = _closed(open_frames, frames, arrow, row)
    return tuple(frames)


def frame_at(frames: tuple[Frame, ...], lane: str, row: int) -> Frame | None:
    """The innermost open frame of a lane at an arrow."""
    return next((frame for frame in reversed(frames) if frame.lane == lane and frame.covers(row)), None)


def _down_to(open_frames: list[int], frames: list[Frame], lane: str) -> list[int]:
    """The open frames up to the innermost of a lane: calls that never returned lie no longer around what follows."""
    for depth in range(len(open_frames), 0, -1):
        if frames[open_frames[depth - 1]].lane == lane:
            return open_frames[:depth]
    return open_frames


def _closed(open_frames: list[int], frames: list[Frame], arrow: Arrow, row: int) -> list[int]:
    kept = _down_to(open_frames, frames, arrow.source)
    # The outermost one stays open: a return from it leaves the picture.
    if len(kept) == 1 or frames[kept[-1]].lane != arrow.source:
        return kept
    frames[kept[-1]] = replace(frames[kept[-1]], last=row)
    return kept[:-1]
