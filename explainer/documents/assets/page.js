// The document of a layer: what is chosen is shown everywhere at once, before the server has answered.
// `tell(kind, value)` is given by whoever mounts the document: the app sends it to Python, a saved file answers itself.

function wireDocument(root, tell) {
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  let order = [], chosen = "", playing = 0;

  function show(key, { scroll = true } = {}) {
    chosen = key;
    for (const part of all(".tb-chosen")) part.classList.remove("tb-chosen", "tb-around");
    for (const part of all(".tb-row-chosen")) part.classList.remove("tb-row-chosen");
    const own = nearest(key);
    for (const part of all("[data-key]")) {
      const exact = part.dataset.key === key;
      if (exact || part.dataset.key === own) part.classList.add("tb-chosen");
      if (!exact && part.dataset.key === own) part.classList.add("tb-around");
      if (part.getAttribute("role") === "button") part.setAttribute("aria-pressed", String(exact));
    }
    for (const part of all(".tb-expression.tb-chosen, .tb-hint.tb-chosen"))
      part.closest(".tb-row")?.classList.add("tb-row-chosen");
    const group = root.querySelector(".tb-paragraph .tb-row-chosen")?.closest("[data-group]")?.dataset.group;
    for (const part of all(".tb-group-chosen")) part.classList.remove("tb-group-chosen");
    if (group) for (const part of all(`[data-key="${group}"], [data-group="${group}"]`)) part.classList.add("tb-group-chosen");
    follow();
    if (scroll) afterPaint(() => all(".tb-figure .tb-scroll").forEach((frame) => intoView(frame, frame.querySelector(".tb-chosen"))));
  }

  // Where a part stands is known for nothing once the page is drawn; asked before, it costs a layout of its own.
  const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

  // A step of an inner call is shown in this layer's code as the call that holds it.
  function nearest(key) {
    const here = (candidate) => root.querySelector(`.tb-paragraph [data-key="${CSS.escape(candidate)}"]`);
    if (here(key)) return key;
    let path = key.split(":")[0];
    while (path && !here(path)) path = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
    return path;
  }

  function intoView(frame, part) {
    if (!part || !frame.clientWidth) return;
    const box = part.getBoundingClientRect(), port = frame.getBoundingClientRect();
    if (box.left < port.left || box.right > port.right) frame.scrollLeft += box.left - port.left - 40;
    if (box.top < port.top || box.bottom > port.bottom) frame.scrollTop += box.top - port.top - 60;
  }

  function choose(key) {
    if (!key) return;
    show(key);
    tell("step", key);
  }

  function walk(by) {
    if (!order.length) return;
    const at = order.indexOf(chosen);
    choose(order[Math.max(0, Math.min(order.length - 1, (at < 0 ? (by > 0 ? -1 : 0) : at) + by))]);
  }

  function follow() {
    const at = order.indexOf(chosen), bar = root.querySelector(".tb-walk");
    if (!bar) return;
    const range = bar.querySelector("input");
    range.max = String(Math.max(0, order.length - 1));
    range.value = String(Math.max(0, at));
    range.setAttribute("aria-valuetext", chosen);
    bar.querySelector("output").textContent = order.length ? `${Math.max(0, at) + 1} / ${order.length}` : "";
    bar.querySelector(".tb-walk-name").textContent = chosen && `\u200e${chosen}`; // it is cut on the left, but not written from the right
  }

  function play() {
    const button = root.querySelector("[data-walk=play]");
    if (playing) { clearInterval(playing); playing = 0; }
    else {
      if (order.indexOf(chosen) === order.length - 1) choose(order[0]);
      playing = setInterval(() => (order.indexOf(chosen) >= order.length - 1 ? play() : walk(1)), 1200);
    }
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    button.textContent = playing ? "❚❚" : "▶";
  }

  function openGroup(key) {
    const words = root.querySelector(`[data-group="${CSS.escape(key)}"]`);
    if (!words) return;
    const first = words.querySelector(".tb-expression, .tb-hint[data-key]");
    if (first) choose(words.querySelector(".tb-row[data-row]")?.dataset.row ?? first.dataset.key);
    words.scrollIntoView({ behavior: calm() ? "auto" : "smooth", block: "start" });
  }

  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function act(target) {
    const hit = (name) => target.closest?.(`[data-${name}]`);
    let part;
    if ((part = hit("walk"))) return part.dataset.walk === "play" ? play() : walk(Number(part.dataset.walk));
    if ((part = hit("save"))) return save(part);
    if (hit("file")) return tell("file", "");
    if ((part = hit("depth"))) return tell("depth", part.dataset.depth);
    if ((part = hit("cell"))) return tell("cell", part.dataset.cell);
    if (hit("example-reset")) return tell("example", "");
    const key = hit("key"), opens = hit("open");
    if (opens && (!key || key.contains(opens))) return tell("open", opens.dataset.open);
    if (key) return key.dataset.key.startsWith("group:") ? openGroup(key.dataset.key) : key.dataset.key.startsWith("part:") ? undefined : choose(key.dataset.key);
    if ((part = hit("row"))) return choose(part.dataset.row);
    return undefined;
  }

  root.addEventListener("click", (event) => act(event.target));
  root.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input[type=text]");
    if (event.key === "Enter" && typing) { event.preventDefault(); typed(event.target); return; }
    if (typing) return;
    if ((event.key === "Enter" || event.key === " ") && event.target.matches?.(".tb-part")) {
      event.preventDefault();
      act(event.target);
    }
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by && !event.target.matches?.("input[type=range]") && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      walk(by);
    }
  });
  root.addEventListener("input", (event) => {
    if (event.target.matches(".tb-walk input")) choose(order[Number(event.target.value)]);
  });
  // On leaving a field, not on its change: a field that was drawn anew while it was typed in has no change to tell of.
  root.addEventListener("focusout", (event) => { if (!root.drawing) typed(event.target); });

  function typed(input) {
    const form = input.closest("[data-example]");
    if (!form || input.value === input.defaultValue) return;
    const numbers = {};
    for (const field of all("[data-input]", form))
      numbers[field.dataset.input] = all("input", field).map((each) => each.value);
    tell("example", JSON.stringify(numbers));
  }

  root.addEventListener("mouseover", (event) => thread(event.target.closest?.(".tb-axis")));
  root.addEventListener("mouseout", (event) => event.target.closest?.(".tb-axis") && thread(null));

  // The axis under the pointer and where it goes in this layer; where that is not known, its letter. All others step back.
  function thread(axis) {
    root.classList.toggle("tb-threading", Boolean(axis));
    for (const part of all(".tb-thread-on")) part.classList.remove("tb-thread-on");
    if (!axis) return;
    const own = axis.dataset.threads?.split(" ");
    const joins = (part) => own && part.dataset.threads
      ? part.dataset.threads.split(" ").some((thread) => own.includes(thread))
      : part.dataset.axis === axis.dataset.axis;
    for (const part of all(".tb-axis")) if (joins(part)) part.classList.add("tb-thread-on");
  }

  function save(button) {
    const figure = button.closest("section, .tb-section").querySelector(".tb-figure");
    const svg = all("svg", figure).find((each) => each.getBoundingClientRect().width) ?? figure.querySelector("svg");
    const copy = svg.cloneNode(true), box = svg.viewBox.baseVal;
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = root.querySelector("template.tb-export")?.content.textContent ?? "";
    copy.prepend(style);
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.width, height: box.height, fill: "#fff" }))
      ground.setAttribute(name, value);
    style.after(ground);
    const text = new XMLSerializer().serializeToString(copy);
    const name = `tracebook-${root.dataset.layer || "model"}-${figure.dataset.name}`;
    if (button.dataset.save === "svg") return hand(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = box.width * 2;
      canvas.height = box.height * 2;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => hand(blob, `${name}.png`));
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    return undefined;
  }

  function hand(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // What moved with a setting, for two seconds.
  function flash(letters) {
    for (const part of all(".tb-moved")) part.classList.remove("tb-moved");
    if (!letters.length) return;
    const moved = (part) => part.dataset.moves.split(" ").some((letter) => letters.includes(letter));
    for (const part of all(".tb-live[data-moves]")) if (moved(part)) part.classList.add("tb-moved");
  }

  return {
    show, flash, hand, stop() { if (playing) play(); },
    order(keys) { order = keys; follow(); },
    get chosen() { return chosen; },
  };
}
