// Shows webhooks on the page as they arrive. Without it they appear when the page is reloaded.
const list = document.querySelector('#events');
const pollMilliseconds = 700;

async function poll() {
  const { dataset } = list.firstElementChild ?? { dataset: { number: 0 } };
  const response = await fetch(`/events?after=${dataset.number}`);
  if (response.status === 200) list.insertAdjacentHTML('afterbegin', await response.text());
  return response.status !== 401;
}

for (let isConnected = true; isConnected; ) {
  if (!document.hidden) isConnected = await poll().catch(() => true);
  await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
}
