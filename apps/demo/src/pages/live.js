// Shows webhooks as they arrive, and counts the player's rating to its new value. Without scripts, they appear when
// the page is reloaded.
const list = document.querySelector('#events');
const newest = list.firstElementChild?.dataset.id ?? '';
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const COUNTING_MILLISECONDS = 900;

const source = new EventSource(`/live?after=${encodeURIComponent(newest)}`);
source.addEventListener('message', ({ data }) => {
  const { id, html, rating } = JSON.parse(data);
  // After a restart of the club, the stream may begin with events that the page shows already.
  if (list.querySelector(`[data-id="${CSS.escape(id)}"]`) !== null) return;
  list.insertAdjacentHTML('afterbegin', html);
  if (rating === null) return;
  for (const figure of document.querySelectorAll(`[data-rating="${CSS.escape(rating.sport)}"]`)) {
    count(figure, rating.value);
  }
});

function count(figure, text) {
  const from = Number(figure.textContent);
  const to = Number(text);
  const began = performance.now();
  figure.dataset.arrived = '';
  if (stillness.matches || Number.isNaN(from) || Number.isNaN(to)) {
    figure.textContent = text;
    return;
  }
  // Screen readers read the entry in the list, which is a live region, but not each step of the animation.
  requestAnimationFrame(function step(now) {
    const share = Math.min(1, Math.max(0, (now - began) / COUNTING_MILLISECONDS));
    const eased = 1 - (1 - share) ** 3;
    figure.textContent = share === 1 ? text : (from + (to - from) * eased).toFixed(3);
    if (share < 1) requestAnimationFrame(step);
  });
}
