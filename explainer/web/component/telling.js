// Telling Python what the reader did, for every component that has more to tell than one thing at a time.
// What was told is numbered; Python answers with the number that it has heard.
const LOST = 5000; // ms; an answer that has not come by then is not waited for

function hear(frame, heard) {
  frame.heard = heard;
  frame.unheard = frame.unheard.filter(([, , number]) => number > heard);
}

// Sends what is unheard, one message at a time: a second one, sent before the page has followed the first, would keep it
// from following, and bring the address of before along, which Python would take for a wish.
function follow(frame, pause = 0) {
  clearTimeout(frame.waiting);
  const left = frame.sent > frame.heard ? LOST - (performance.now() - frame.sentAt) : 0;
  frame.waiting = setTimeout(() => {
    if (!frame.unheard.length) return;
    if (frame.sent > frame.heard && performance.now() - frame.sentAt < LOST) return follow(frame);
    frame.sent = frame.told;
    frame.sentAt = performance.now();
    frame.send(frame.unheard);
  }, Math.max(pause, left));
}
