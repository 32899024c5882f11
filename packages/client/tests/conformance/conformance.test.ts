// Runs the cases that clients in every language must pass; see spec/conformance/README.md.
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { expect, vi } from 'vitest';
import * as exported from '../../src/index.ts';
import {
  type ClientOptions,
  isPartnerRatingError,
  PartnerRatingClient,
  type SessionTokens,
  TokenSession,
} from '../../src/index.ts';
import {
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../src/webhooks/index.ts';
import { type Case, conformance, type Outcome, type Step, stepsOf } from './cases.ts';
import { ExpectedService } from './expected-service.ts';
import { makeCall } from './make-call.ts';

const classes: Record<string, unknown> = { ...exported, WebhookVerificationError };
const usual = { apiKey: 'prk_test', baseUrl: 'https://ratings.example/api/v1' };

for (const [promise, cases] of conformance) {
  testRows(cases.map((one) => [one.name, one] as const))(promise, async (_, one) => {
    try {
      if (one.verify) judge(one.outcome, await outcomeOf(() => verified(one.verify)));
      else if (one.sign) judge(one.outcome, await outcomeOf(() => signed(one.sign)));
      else await carryOut(one);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  });
}

async function verified(given: Case['verify']): Promise<unknown> {
  const { headers = {}, body, secrets = [], now = 0, toleranceSeconds } = given ?? {};
  const sent = Object.entries(headers).filter(([, value]) => value !== null);
  const { id, sentAt, event } = await verifyWebhook(
    { headers: Object.fromEntries(sent) as WebhookHeaders, body },
    {
      secret: secrets,
      clock: () => new Date(now * 1_000),
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    },
  );
  return { id, sentAt: sentAt.getTime() / 1_000, event };
}

async function signed(given: Case['sign']): Promise<unknown> {
  const { body = '', secrets = [], id = '', sentAt = 0 } = given ?? {};
  const options = { secret: secrets, id, sentAt: new Date(sentAt * 1_000) };
  return (await signWebhook(body, options)).headers;
}

async function carryOut(one: Case): Promise<void> {
  vi.useFakeTimers({
    now: new Date('2026-09-12T15:30:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
  });
  vi.spyOn(Math, 'random').mockReturnValue(one.random ?? 0);
  for (const [name, value] of Object.entries(one.variables ?? {})) vi.stubEnv(name, value);
  const service = new ExpectedService();
  const store = new RecordingStore(one.session?.stored ?? null);
  const made = await outcomeOf(async () => makeClient(one, service, store));
  if (made.error !== undefined) return judge(one.outcome, made);
  const { client, session } = made.value as Awaited<ReturnType<typeof makeClient>>;
  for (const step of stepsOf(one)) await takeStep(step, { client, session, service, store });
}

async function makeClient(one: Case, { fetch }: ExpectedService, store: RecordingStore) {
  const { accessTokens, ...given } = one.client ?? {};
  const tokens = accessTokens && { accessToken: () => accessTokens.shift() ?? '' };
  const logger = { debug: () => undefined, warn: () => undefined };
  const all = { ...usual, ...given, ...tokens, fetch, logger };
  const options = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const client = new PartnerRatingClient(options as ClientOptions);
  if (one.session === undefined) return { client, session: undefined };
  const session = new TokenSession({ oauth: client.oauth, store });
  if (one.session.start) await session.start(one.session.start);
  store.saved = [];
  return { client: client.withOptions({ accessToken: session.accessToken }), session };
}

interface Running {
  client: PartnerRatingClient;
  session: TokenSession | undefined;
  service: ExpectedService;
  store: RecordingStore;
}

async function takeStep(step: Step, { client, session, service, store }: Running): Promise<void> {
  const { advanceMs = 0, start, call = {}, times = 1, saveFails = false } = step;
  await vi.advanceTimersByTimeAsync(advanceMs);
  store.saved = [];
  store.isBroken = saveFails;
  service.expect(step.exchanges);
  const work = () => (start ? session?.start(start) : makeCall(client, call));
  const outcomes = await untilSettled(
    Promise.all(Array.from({ length: times }, () => outcomeOf(async () => work()))),
  );
  service.finish();
  for (const outcome of outcomes) judge(step.outcome, outcome);
  if (step.outcome.afterMs !== undefined) {
    expect(Math.abs(service.msSinceStart - step.outcome.afterMs)).toBeLessThan(10);
  }
  if (step.saved) expect(store.saved).toEqual(step.saved);
}

/** Advances the clock until the work is done. */
async function untilSettled<Value>(work: Promise<Value>): Promise<Value> {
  let isSettled = false;
  void work.finally(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  while (!isSettled) await vi.advanceTimersToNextTimerAsync();
  return work;
}

async function outcomeOf(
  work: () => Promise<unknown>,
): Promise<{ value?: unknown; error?: unknown }> {
  return await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** Compares the result of a call with the expected result. */
function judge(expected: Outcome, { value, error }: { value?: unknown; error?: unknown }): void {
  if (expected.refused) {
    expect(error).toBeInstanceOf(TypeError);
    expect(isPartnerRatingError(error)).toBe(false);
  } else if (expected.thrown) {
    expect(error).toBeInstanceOf(Error);
  } else if (expected.error) {
    expect(isPartnerRatingError(error), String(error ?? 'no error')).toBe(true);
    judgeError(expected.error, error as Error);
  } else {
    expect(error).toBeUndefined();
    const { example } = expected;
    expect(value).toEqual(example === undefined ? expected.value : contract.example(example).value);
  }
}

function judgeError(
  { kind, message = [], notMessage = [], ...fields }: NonNullable<Outcome['error']>,
  error: Error,
): void {
  if (kind !== undefined) {
    expect(error.name).toBe(kind);
    expect(error.constructor).toBe(classes[error.name]);
  }
  for (const [name, value] of Object.entries(fields)) {
    expect(Reflect.get(error, name), name).toEqual(value ?? undefined);
  }
  for (const text of message) expect(error.message).toContain(text);
  for (const text of notMessage) expect(error.message).not.toContain(text);
}

/** A store in memory, and the access tokens saved in it; null where it was cleared. */
class RecordingStore {
  #stored: SessionTokens | null;
  saved: (string | null)[] = [];
  isBroken = false;

  constructor(stored: SessionTokens | null) {
    this.#stored = stored;
  }

  async load(): Promise<SessionTokens | null> {
    return this.#stored;
  }

  async save(tokens: SessionTokens | null): Promise<void> {
    if (this.isBroken) throw new Error('The disk is full.');
    this.saved.push(tokens?.access_token ?? null);
    this.#stored = tokens;
  }
}
