// Mounts the document of a layer in the app: puts in the sections that have changed, and tells Python what was chosen.
// This function is called again with every change of data; it is wired once.
const PENDING = 90; // ms; a reader who walks quickly is followed when they rest
const LOST = 5000; // ms; an answer that has not come by then is not waited for

export default function ({ data, parentElement, setStateValue }) {
  const frame = parentElement.querySelector(".tb-document") ?? mounted(parentElement, data);
  frame.send = setStateValue;
  frame.heard = data.heard;
  frame.unheard = frame.unheard.filter(([, , number]) => number > data.heard);
  frame.dataset.layer = data.layer;
  const moved = redraw(frame, data);
  // What was chosen here since Python last listened is newer than what Python says.
  const heard = frame.unheard.length === 0;
  if (moved || heard) {
    frame.page.order(data.order);
    frame.page.show(heard ? data.chosen : frame.page.chosen || data.chosen, { scroll: moved });
  }
  if (data.moved !== frame.moved) { frame.moved = data.moved; frame.page.flash(data.letters); }
  // Another layer is read from its top; what stands below the map is not that.
  const top = frame.querySelector('[data-section="head"]');
  if (top && frame.opened !== undefined && frame.opened !== data.layer) top.scrollIntoView({ block: "start" });
  frame.opened = data.layer;
  shade(frame);
  if (!heard) follow(frame);
  return () => { clearTimeout(frame.waiting); frame.page.stop(); };
}

function mounted(parentElement, data) {
  const frame = document.createElement("div");
  frame.className = "tb-document";
  parentElement.appendChild(frame);
  Object.assign(frame, { told: data.heard, heard: data.heard, unheard: [] });
  frame.page = wireDocument(frame, (kind, value) => {
    // Another step has other cells, and only the last of a kind counts.
    const over = { step: ["step", "cell"], open: ["step", "cell", "open"] }[kind] ?? [kind];
    frame.unheard = [...frame.unheard.filter(([what]) => !over.includes(what)), [kind, value, ++frame.told]];
    follow(frame, kind === "step" ? PENDING : 0);
  });
  return frame;
}

// Tells Python what it has not heard, one message at a time: a second one, sent before the address has followed the
// first, would bring the address of before along, and Python would take that for a wish.
function follow(frame, pause = 0) {
  clearTimeout(frame.waiting);
  const left = frame.sent > frame.heard ? LOST - (performance.now() - frame.sentAt) : 0;
  frame.waiting = setTimeout(() => {
    if (!frame.unheard.length) return;
    if (frame.sent > frame.heard && performance.now() - frame.sentAt < LOST) return follow(frame);
    frame.sent = frame.told;
    frame.sentAt = performance.now();
    frame.send("choices", frame.unheard);
  }, Math.max(pause, left));
}

// Puts in what is new; says whether anything was.
function redraw(frame, data) {
  const kept = keepOpen(frame), focus = focused(frame);
  frame.drawing = true; // a field that goes tells of it as if the reader had left it
  let moved = false;
  if (frame.lang !== data.language) {
    frame.lang = data.language;
    frame.page.stop();
    frame.innerHTML = data.skeleton;
    frame.html = {};
  }
  for (const [id, html] of data.sections) {
    if (frame.html[id] === html) continue;
    frame.html[id] = html;
    frame.querySelector(`[data-section="${id}"]`).innerHTML = html;
    moved = true;
  }
  if (moved) { kept(); focus(); }
  frame.drawing = false;
  return moved;
}

// Asked for while the page is being changed, a colour costs a reckoning of all styles; once it is drawn, it costs nothing.
function shade(frame) {
  const asked = () => frame.classList.toggle("tb-dark", isDark(frame));
  if (frame.shaded) return requestAnimationFrame(() => setTimeout(asked));
  frame.shaded = true;
  return asked();
}

function isDark(frame) {
  const ground = getComputedStyle(frame).getPropertyValue("--st-background-color").trim();
  const digits = ground.match(/^#(..)(..)(..)/);
  const parts = digits ? digits.slice(1).map((each) => parseInt(each, 16)) : (ground.match(/\d+/g) ?? [255, 255, 255]).map(Number);
  return parts[0] + parts[1] + parts[2] < 384;
}

// Which of the folded parts are open is the reader's, and outlives the drawing.
function keepOpen(frame) {
  const open = Object.fromEntries([...frame.querySelectorAll("details[data-keep]")].map((each) => [each.dataset.keep, each.open]));
  return () => {
    for (const each of frame.querySelectorAll("details[data-keep]")) each.open = open[each.dataset.keep] ?? each.open;
  };
}

// Where the reader is stays theirs too, with what they have typed there so far.
function focused(frame) {
  const active = frame.getRootNode().activeElement;
  if (!active || !frame.contains(active)) return () => {};
  const names = ["key", "cell", "open", "depth", "walk", "save", "at"].filter((name) => active.dataset[name] !== undefined);
  const field = active.closest("[data-input]")?.dataset.input;
  const path = (field ? `[data-input="${CSS.escape(field)}"] ` : "") + names.map((name) => `[data-${name}="${CSS.escape(active.dataset[name])}"]`).join("");
  const typed = field ? [active.value, active.selectionStart, active.selectionEnd] : null;
  return () => {
    if (active.isConnected || !names.length) return;
    const again = frame.querySelector(path);
    again?.focus({ preventScroll: true });
    if (!again || !typed) return;
    again.value = typed[0];
    again.setSelectionRange(typed[1], typed[2]);
  };
}
