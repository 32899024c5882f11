import { type Answer, BASE_PATH } from './contract.ts';
import type { ReceivedRequest } from './received-request.ts';
import { problem } from './refusals.ts';
import { scenarios } from './scenarios/index.ts';
import { emitWebhook, eventExamples, type Receiver } from './webhooks.ts';

/** The routes that control the mock while it runs, outside the paths of the contract. */
export interface Control {
  scenario: string;
  receiver: Receiver | undefined;
}

type Respond = (request: ReceivedRequest, control: Control) => Answer | Promise<Answer>;

const routes: Record<string, Record<string, Respond>> = {
  '/': { GET: (_, { scenario }) => text(guide(scenario)) },
  '/scenarios': { GET: () => json(200, scenarios) },
  '/webhooks/emit': { POST: emit },
};

/** The answer of the mock's own pages; none where the path is not theirs. */
export async function controlAnswer(
  request: ReceivedRequest,
  control: Control,
): Promise<Answer | undefined> {
  const methods = routes[request.path];
  if (methods === undefined) return undefined;
  const respond = methods[request.method];
  return respond === undefined
    ? problem('method_not_allowed', { allow: Object.keys(methods).join(', ') })
    : await respond(request, control);
}

/** The scenarios and events in words, for a terminal or a browser. */
export function guide(usualScenario: string): string {
  const stories = Object.entries(scenarios).map(
    ([name, { description }]) => `  ${name.padEnd(19)}${description}`,
  );
  const events = [...eventExamples].map(
    ([type, names]) => `  ${type.padEnd(20)}${names.join(' ')}`,
  );
  return [
    `The contract's examples are served behind ${BASE_PATH}.`,
    '',
    `Scenarios, by the header X-Mock-Scenario (now: ${usualScenario}); as JSON at /scenarios:`,
    ...stories,
    '',
    'Events, by POST /webhooks/emit with { "type": … } or { "example": … }:',
    ...events,
    '',
  ].join('\n');
}

async function emit({ body }: ReceivedRequest, { receiver }: Control): Promise<Answer> {
  if (receiver === undefined) {
    return invalid('There is no receiver. Start the mock with --webhooks-to and its address.');
  }
  const name = eventName(body.toString());
  if (name === undefined) {
    return invalid('Send { "type": "rating.updated" }, or the name of an example as "example".');
  }
  try {
    return json(200, await emitWebhook(receiver, name));
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

function invalid(detail: string): Answer {
  return problem('validation_failed', {}, detail);
}

function json(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: `${JSON.stringify(value, null, 2)}\n` };
}

function text(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
