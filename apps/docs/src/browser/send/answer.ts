import { create } from './elements.ts';

/** Sends a request and describes what came back. */
export async function send(url: string, init: RequestInit): Promise<HTMLElement[]> {
  const start = performance.now();
  const response = await fetch(url, init).catch(() => undefined);
  if (response === undefined) return [status(noAnswer(url))];
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - start);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return [
    status(`${response.status} ${response.statusText}`.trim().concat(` in ${milliseconds} ms`)),
    create(
      'details',
      {},
      create('summary', {}, 'Headers of the answer'),
      block('Headers of the answer', headers),
    ),
    ...(text === '' ? [] : [block('Body of the answer', readable(text))]),
  ];
}

/** A sentence on what became of the request. */
export function status(text: string): HTMLElement {
  return create('p', { className: 'status' }, text);
}

function block(name: string, text: string): HTMLElement {
  // What can be scrolled is reached by the keyboard, too.
  return create('pre', { tabIndex: 0, role: 'region', ariaLabel: name }, text);
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function noAnswer(url: string): string {
  const { origin } = new URL(url);
  return origin === location.origin
    ? `Nothing answered at ${origin}. See whether the service still runs there.`
    : `Nothing that this page may read answered at ${origin}. See whether a mock runs there, and allow the browser ` +
        'to reach this machine where it asks. A service answers only the pages that come from itself: open ' +
        `${origin}/docs/reference to send to one.`;
}
