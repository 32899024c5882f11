// Puts webhooks on the page as they arrive. Without it they are there when the page is loaded again.
const list = document.querySelector('#events');
const pauseMilliseconds = 700;

async function look() {
  const { dataset } = list.firstElementChild ?? { dataset: { number: 0 } };
  const response = await fetch(`/events?after=${dataset.number}`);
  if (response.status === 200) list.insertAdjacentHTML('afterbegin', await response.text());
  return response.status !== 401;
}

for (let isConnected = true; isConnected; ) {
  if (!document.hidden) isConnected = await look().catch(() => true);
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
}
