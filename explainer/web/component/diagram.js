// Shows an SVG drawn in Python and tells Python which of its parts was chosen.
// This function is called again with every change of data: it is wired once, and the page is
// touched only where the drawing has changed, so that neither focus nor scroll position is lost.
export default function ({ data, parentElement, setStateValue }) {
  let frame = parentElement.querySelector(".tb-diagram");
  if (!frame) {
    frame = document.createElement("div");
    frame.className = "tb-diagram";
    parentElement.appendChild(frame);
    const choose = (event) => {
      const part = event.target.closest("[data-choice]");
      if (part) frame.tell(part.dataset.choice);
      return part;
    };
    frame.addEventListener("click", choose);
    frame.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && choose(event)) event.preventDefault();
    });
  }
  // Counted, so that the same choice made again is news again: it may have been changed elsewhere meanwhile.
  frame.told ??= 0;
  frame.tell = (choice) => setStateValue("choice", [choice, ++frame.told]);
  frame.lang = data.language;
  if (frame.drawn === data.svg) return;
  const root = parentElement.getRootNode();
  const focused = root.activeElement?.closest?.("[data-choice]")?.dataset.choice;
  frame.innerHTML = data.svg;
  frame.drawn = data.svg;
  if (focused !== undefined) {
    frame.querySelector(`[data-choice="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}
