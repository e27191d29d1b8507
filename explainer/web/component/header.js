// The head of a page: the way to the other pages, and the switch of the language. It is wired once.
export default function ({ data, parentElement, setTriggerValue }) {
  const head = parentElement.querySelector("header") ?? mounted(parentElement);
  head.tell = setTriggerValue;
  if (head.html === data.html) return;
  head.html = data.html;
  head.innerHTML = data.html;
  head.lang = data.language;
}

function mounted(parentElement) {
  const head = parentElement.appendChild(document.createElement("header"));
  head.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-page]");
    // With a key held down it is the browser's: a link in another tab.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-current")) head.tell("page", link.dataset.page);
  });
  head.addEventListener("change", (event) => head.tell("spoken", event.target.value));
  return head;
}
