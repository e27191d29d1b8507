// Mounts the document of a layer in the app: puts in the sections that have changed, and tells Python what was chosen.
// This function is called again with every change of data; it is wired once.
const PENDING = 90; // ms; a reader who walks quickly is followed when they rest

export default function ({ data, parentElement, setStateValue }) {
  const frame = parentElement.querySelector(".tb-document") ?? mounted(parentElement, data);
  frame.send = (told) => setStateValue("choices", told);
  hear(frame, data.heard);
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
  if (data.file && frame.handed !== data.heard) {
    frame.handed = data.heard;
    frame.page.hand(new Blob([data.file.text], { type: "text/html" }), data.file.name);
  }
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

// Puts in what is new; says whether anything was.
function redraw(frame, data) {
  const place = (id, within) => within.querySelector(`[data-section="${id}"]`);
  const whole = frame.lang !== data.language;
  const news = whole ? data.sections : data.sections.filter(([id, html]) => frame.html[id] !== html);
  const fresh = document.createElement("template");
  frame.drawing = true; // a field that goes tells of it as if the reader had left it
  if (whole) {
    frame.page.stop();
    fresh.innerHTML = data.skeleton;
    for (const [id, html] of news) place(id, fresh.content).innerHTML = html;
    patch(frame, fresh.content);
  } else for (const [id, html] of news) {
    fresh.innerHTML = html;
    patch(place(id, frame), fresh.content);
  }
  frame.drawing = false;
  frame.lang = data.language;
  frame.html = Object.fromEntries(data.sections);
  return news.length > 0;
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

// Makes what is drawn equal to what is new, and touches nothing that is equal already: the browser lays out less, and
// focus, folds and the place in a list stay the reader's.
function patch(old, fresh) {
  let at = old.firstChild, next;
  for (let each = fresh.firstChild; each; each = next) {
    next = each.nextSibling;
    const here = at;
    at = at?.nextSibling ?? null;
    if (!here) old.append(each);
    else if (here.nodeType !== each.nodeType || here.nodeName !== each.nodeName) here.replaceWith(each);
    else if (here.nodeType === Node.ELEMENT_NODE) alter(here, each);
    else if (here.data !== each.data) here.data = each.data;
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

function alter(old, fresh) {
  const folded = old.matches("details[data-keep]");
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !(folded && name === "open")) old.removeAttribute(name);
  // What was typed into a field hides what it was given, until the reader has left it.
  if (old.localName === "input" && old !== old.getRootNode().activeElement) old.value = fresh.getAttribute("value") ?? "";
  patch(old, fresh);
}
