// Mounts controls: puts in what has changed, and tells Python what the reader moves.
// This function is called again with every change of data; it is wired once.

export default function ({ data, parentElement, setStateValue }) {
  const frame = parentElement.querySelector(".tb-panel") ?? mounted(parentElement, data);
  frame.send = (told) => setStateValue("moves", told);
  hear(frame, data.heard);
  frame.classList.toggle("across", data.across);
  redraw(frame, data);
  if (frame.unheard.length) follow(frame);
  return () => clearTimeout(frame.waiting);
}

function mounted(parentElement, data) {
  const frame = document.createElement("div");
  frame.className = "tb-panel";
  parentElement.appendChild(frame);
  Object.assign(frame, { told: data.heard, heard: data.heard, unheard: [], held: null, typed: null });
  frame.addEventListener("input", ({ target }) => {
    if (target.type === "range") { show(target); move(frame, target, false); }
    if (target.type === "number") frame.typed = target;
  });
  frame.addEventListener("change", ({ target }) => { frame.typed = null; move(frame, target, true); });
  frame.addEventListener("focusout", () => { frame.typed = null; });
  // Some browsers tell of no change where a slider is let go of at the place from which it was taken.
  for (const end of ["pointerup", "pointercancel", "focusout"]) frame.addEventListener(end, () => letGo(frame));
  return frame;
}

// Of each control only the newest value counts. A press of a key tells of an input and a change at once, so that one
// message brings both.
function move(frame, control, done) {
  const key = control.dataset.key;
  frame.held = done ? null : control;
  frame.unheard = [...frame.unheard.filter(([what]) => what !== key), [key, valueOf(control), ++frame.told, done]];
  follow(frame);
}

function letGo(frame) {
  if (frame.held) move(frame, frame.held, true);
}

// What the reader has moved or typed since Python last listened is newer than what Python says.
function redraw(frame, data) {
  const focus = focused(frame);
  const other = frame.html !== data.html;
  if (other) {
    letGo(frame);
    frame.typed = null;
    frame.lang = data.language;
    frame.innerHTML = frame.html = data.html;
  }
  const values = { ...data.values, ...Object.fromEntries(frame.unheard) };
  for (const control of frame.querySelectorAll("[data-key]")) {
    if (control !== frame.held && control !== frame.typed) put(control, values[control.dataset.key]);
    show(control);
  }
  if (other) focus();
}

function valueOf(control) {
  return control.type === "checkbox" ? String(control.checked) : control.value;
}

function put(control, value) {
  if (control.type === "checkbox") control.checked = value === "true";
  else if (control.type === "radio") control.checked = control.value === value;
  else if (control.value !== value) control.value = value;
}

function show(control) {
  const { min, max, type, value, previousElementSibling: shown } = control;
  if (type !== "range" || shown.value === value) return; // what stands already is not drawn again
  shown.value = value;
  control.style.setProperty("--at", (value - min) / (max - min));
}

function focused(frame) {
  const key = frame.getRootNode().activeElement?.dataset.key;
  if (key === undefined) return () => {};
  const path = `[data-key="${CSS.escape(key)}"]:is(:checked, :not([type=radio]))`;
  return () => frame.querySelector(path)?.focus({ preventScroll: true });
}
