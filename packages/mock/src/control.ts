import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authorizations } from './connect/authorizations.ts';
import { DECISION_PATH } from './connect/consent-page.ts';
import { decide } from './connect/decision.ts';
import { ERRORS_PATH, errorPage } from './pages/error-page.ts';
import { guide, guidePage } from './pages/guide.ts';
import { htmlAnswer, jsonAnswer, type PageAnswer, textAnswer } from './pages/page-answer.ts';
import { scenarios } from './scenarios/index.ts';
import { emitWebhook, eventExamples, type Receiver } from './webhooks.ts';

const MAX_BYTES = 65_536;

/** The state that the routes outside the contract show and change. */
export interface Control {
  origin: string;
  issuer: string;
  scenario: string;
  receiver: Receiver | undefined;
  authorizations: Authorizations;
}

interface ControlRequest {
  headers: IncomingMessage['headers'];
  body: string;
}

type Respond = (request: ControlRequest) => PageAnswer | Promise<PageAnswer>;

/** Answers a request for the mock itself, and returns whether it did. */
export type ControlListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** Creates the routes of the mock itself: its guide, the consent, the pages about errors, and webhooks. */
export function createControl(control: Control): ControlListener {
  const { origin, scenario } = control;
  const routes: { readonly [path: string]: { readonly [method: string]: Respond } } = {
    '/': {
      GET: ({ headers }) =>
        headers.accept?.includes('text/html')
          ? htmlAnswer(200, guidePage(origin, scenario))
          : textAnswer(200, guide(scenario)),
    },
    '/scenarios': { GET: () => jsonAnswer(200, scenarios) },
    '/webhooks/emit': { POST: ({ body }) => emit(body, control.receiver) },
    [DECISION_PATH]: {
      POST: ({ body }) => decide(new URLSearchParams(body), control.authorizations, control.issuer),
    },
  };

  return (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const [path = ''] = url.split('?');
    const page = path.startsWith(ERRORS_PATH)
      ? errorPage(path.slice(ERRORS_PATH.length))
      : undefined;
    const methods = page === undefined ? routes[path] : { GET: () => page };
    if (methods === undefined) return false;
    const respond = methods[method === 'HEAD' ? 'GET' : method];
    void answer(incoming, outgoing, respond ?? (() => notAllowed(Object.keys(methods))));
    return true;
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: Respond,
): Promise<void> {
  const { status, headers, body } = await readText(incoming)
    .then((text) => respond({ headers: incoming.headers, body: text }))
    .catch((error: unknown) => textAnswer(500, `${String(error)}\n`));
  outgoing.writeHead(status, headers).end(body);
}

function notAllowed(methods: string[]): PageAnswer {
  const allow = methods.join(', ');
  const refused = textAnswer(405, `Use ${allow}.\n`);
  return { ...refused, headers: { ...refused.headers, allow } };
}

async function emit(body: string, receiver: Receiver | undefined): Promise<PageAnswer> {
  if (receiver === undefined) {
    return invalid('There is no receiver. Start the mock with --webhooks-to and its address.');
  }
  const name = eventName(body);
  if (name === undefined) {
    const [first] = eventExamples.keys();
    return invalid(`Send { "type": "${first}" }, or the name of an example as "example".`);
  }
  try {
    return jsonAnswer(200, await emitWebhook(receiver, name));
  } catch (error) {
    if (error instanceof RangeError) return invalid(error.message);
    throw error;
  }
}

function eventName(body: string): string | undefined {
  try {
    const { type, example } = JSON.parse(body) as { type?: unknown; example?: unknown };
    const name = example ?? type;
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

function invalid(detail: string): PageAnswer {
  return jsonAnswer(400, { code: 'validation_failed', status: 400, detail });
}

/** Reads a body as text. A body over the limit is also read to its end, but only its start is kept. */
async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (length <= MAX_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).toString();
}
