import { context, propagation, TraceFlags, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PartnerRatingClient } from '@partner-rating/client';
import { ExampleService, example } from '@partner-rating/client/testing';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeInWords } from '../guides/samples/explain-a-change.ts';
import { chanceOffline } from '../guides/samples/predict-offline.ts';
import { submitAndDescribe } from '../guides/samples/tell-errors-apart.ts';

it('the sample of the landing page prints the changed ratings', async () => {
  vi.stubGlobal('fetch', new ExampleService().fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await import('../guides/samples/first-look.ts');
  const lines = written.mock.calls.map(([line]) => line);
  vi.restoreAllMocks();
  const [change] = example('matches.submit').ratingChanges;
  expect(lines).toContain(`${change?.displayName}: ${change?.newRating}\n`);
});

it('the sample that predicts a match prints the probability of a win', async () => {
  vi.stubGlobal('fetch', new ExampleService().fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
  const { predictionInWords } = await import('../guides/samples/predict-a-match.ts');
  const words = await predictionInWords(['10482', '10517'], ['10533', '10591']);
  const [first] = example('matches.predict').predictions;
  expect(words).toBe(`We win with ${Math.round(100 * (first?.winProbability[0] ?? 0))} %.`);
});

it('the sample that predicts without the service favours the stronger team', () => {
  const [strong, weak] = [4.5, 3.5].map((rating) => ({ rating, reliability: 0.9 }));
  if (strong === undefined || weak === undefined) throw new Error('There are two players.');
  expect(chanceOffline([strong], [weak])).toBeGreaterThan(0.9);
  expect(chanceOffline([strong, weak], [weak, strong])).toBe(0.5);
});

it('the sample that balances teams prints the courts of the fairest lineup', async () => {
  vi.stubGlobal('fetch', new ExampleService().fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
  const { fairestCourts } = await import('../guides/samples/balance-teams.ts');
  const [fairest] = example('matches.balance').lineups;
  const lines = await fairestCourts(['10482', '10517', '10533', '10591']);
  expect(lines).toHaveLength(fairest?.courts.length ?? 0);
  for (const player of fairest?.courts[0]?.teams.flat() ?? []) expect(lines[0]).toContain(player);
});

it('the sample that shows a leaderboard marks provisional ratings, and says who is on no board', async () => {
  const service = new ExampleService();
  vi.stubGlobal('fetch', service.fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
  const { bestOfTexas, nearInTexas } = await import('../guides/samples/show-a-leaderboard.ts');
  const lines = await bestOfTexas(3);
  expect(lines).toHaveLength(example('leaderboard.list').players.length);
  expect(lines[0]).toMatch(/^1\. .+: \d\.\d{3}$/);
  service.answer('leaderboard.rank', 'leaderboard.rank-third', 'error-not_found');
  const near = await nearInTexas('10591');
  expect(near).toContainEqual(expect.stringMatching(/^3\. Sofia L\.: \d\.\d{3}, of 5$/));
  expect(near?.at(-1)).toContain(' (provisional), of 5');
  expect(await nearInTexas('10604')).toBeNull();
});

it('the sample that explains a change prints the contribution of each game', () => {
  const { history } = example('members.listRatingHistory');
  expect(history.map(({ explanation }) => explanation?.reason)).toContain('moved');
  for (const entry of history) {
    const { explanation } = entry;
    const words = changeInWords(entry);
    expect(words).toContain(
      `You won ${explanation?.gamesWon} of ${explanation?.gamesPlayed} games`,
    );
    if (explanation === undefined) continue;
    expect(words).toContain(
      explanation.reason === 'moved'
        ? `The rating moved from ${explanation.ratingBefore?.toFixed(3)} to `
        : 'That was expected, so the rating stayed',
    );
    const stayed = { ...entry, explanation: { ...explanation, reason: 'limited' as const } };
    expect(changeInWords(stayed)).toMatch(/A win never lowers a rating .* so it stayed$/);
  }
  const [first] = history;
  if (first === undefined) throw new Error('The example has no entry.');
  const { explanation: _, ...unexplained } = first;
  expect(changeInWords(unexplained)).toBeNull();
});

describe('the sample that waits until late results are settled', () => {
  type Answer = 'matches.get-late' | 'matches.get';
  const submitWith = async (...answers: [Answer, ...Answer[]]) => {
    vi.resetModules();
    // The sample asks again every second.
    vi.doMock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
    const service = new ExampleService();
    service.answer('matches.submit', 'matches.submit-late');
    service.answer('matches.get', ...answers);
    vi.stubGlobal('fetch', service.fetch);
    vi.stubEnv('SERVICE_API_KEY', 'prk_test');
    const { submitAndSettle } = await import('../guides/samples/submit-and-settle.ts');
    return async (timeoutSeconds?: number) =>
      await submitAndSettle(example('matches.submit-request-late'), timeoutSeconds);
  };

  it('waits until they are settled', async () => {
    const submit = await submitWith('matches.get-late', 'matches.get-late', 'matches.get');
    expect(await submit()).toBe(true);
  });

  it('returns false if it takes too long', async () => {
    const submit = await submitWith('matches.get-late');
    expect(await submit(-1)).toBe(false);
  });
});

describe('the sample that distinguishes errors', () => {
  testRows([
    ['matches.submit', '2 matches are rated, 0 were sent before.'],
    ['matches.submit-batch-rejected', 'Fix this and send it again. /matches/'],
    [
      'error-match_conflict',
      'A match was sent before with another result. Replace it with matches.replace, under a new identifier.',
    ],
    ['error-insufficient_scope', 'This API key may not submit matches. Use another one.'],
    ['error-internal', 'Try again later (internal, request req_'],
  ] as const)('describes each error', async (answer, words) => {
    const service = new ExampleService();
    service.answer('matches.submit', answer);
    const client = new PartnerRatingClient({
      apiKey: 'prk_test',
      baseUrl: 'https://ratings.example/api/v1',
      fetch: service.fetch,
      maxRetries: 0,
    });
    expect(await submitAndDescribe(client, example('matches.submit-request'))).toContain(words);
  });
});

it('the sample that continues a trace sends the traceparent of the code that calls', async () => {
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(() => {
    context.disable();
    propagation.disable();
  });
  const service = new ExampleService();
  vi.stubGlobal('fetch', service.fetch);
  vi.stubEnv('SERVICE_API_KEY', 'prk_test');
  vi.stubEnv('SERVICE_ENV', 'local');
  const { client } = await import('../guides/samples/continue-a-trace.ts');
  const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const spanContext = trace.wrapSpanContext({ ...span, traceFlags: TraceFlags.SAMPLED });
  await context.with(trace.setSpan(context.active(), spanContext), () =>
    client.members.get('10482'),
  );
  await client.members.get('10482');
  const sent = service.requests.map(({ headers }) => headers.traceparent);
  expect(sent).toEqual([`00-${span.traceId}-${span.spanId}-01`, undefined]);
});
