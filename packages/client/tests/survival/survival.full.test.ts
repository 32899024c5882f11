import { expect, test } from 'vitest';
import {
  consumingCodes,
  type FailingServer,
  failingOnce,
  firstAnswers,
  refusingConnections,
} from './failing-server.ts';
import { type Call, peers } from './peers.ts';

/** The outcomes of a call; a higher number is better. */
const outcomes = ['connection ended', 'failed', 'answered'] as const;
type Outcome = (typeof outcomes)[number];

/**
 * The time of an attempt if the first attempt hangs. In other cases nothing hangs, and each client
 * keeps its default timeout, so that a slow machine changes no outcome.
 */
const attemptMs = 3_000;
const hangs = /hangs|no answer/;

const servers = {
  ...Object.fromEntries(
    Object.entries(firstAnswers).map(([name, fail]) => [name, () => failingOnce(fail)]),
  ),
  'the connection is refused': refusingConnections,
  // The code is used up, so a retry ends the connection to the player.
  'a code has no answer': consumingCodes,
} as Record<keyof typeof firstAnswers, () => Promise<FailingServer>> &
  Record<'the connection is refused' | 'a code has no answer', () => Promise<FailingServer>>;

/** Each client with its default options, except for its timeout if something hangs: ours, openai, and stripe. */
test.concurrent.each<[keyof typeof servers, Call, Outcome, Outcome, Outcome]>([
  ['the first answer hangs', 'read', 'answered', 'answered', 'answered'],
  ['the first answer hangs', 'write', 'answered', 'answered', 'answered'],
  ['the first answer hangs', 'refresh', 'answered', 'answered', 'answered'],
  ['the first answer hangs in its body', 'read', 'answered', 'answered', 'failed'],
  ['the first answer hangs in its body', 'write', 'answered', 'answered', 'failed'],
  ['half of the first answer is missing', 'read', 'answered', 'failed', 'failed'],
  ['half of the first answer is missing', 'write', 'answered', 'failed', 'failed'],
  ['half of the first answer is missing', 'refresh', 'answered', 'failed', 'failed'],
  ['the connection breaks', 'read', 'answered', 'answered', 'answered'],
  ['the connection breaks', 'write', 'answered', 'answered', 'answered'],
  ['429 with Retry-After', 'read', 'answered', 'answered', 'answered'],
  ['429 with Retry-After', 'write', 'answered', 'answered', 'answered'],
  ['429 with Retry-After', 'refresh', 'answered', 'answered', 'answered'],
  ['503 with Retry-After', 'read', 'answered', 'answered', 'answered'],
  ['503 with Retry-After', 'write', 'answered', 'answered', 'answered'],
  ['503 with Retry-After', 'refresh', 'answered', 'answered', 'answered'],
  ['the connection is refused', 'read', 'answered', 'answered', 'answered'],
  ['the connection is refused', 'write', 'answered', 'answered', 'answered'],
  ['the connection is refused', 'refresh', 'answered', 'answered', 'answered'],
  ['a code has no answer', 'code', 'failed', 'connection ended', 'connection ended'],
])('%s, %s: ours %s, openai %s, stripe %s', async (failure, call, ours, openai, stripe) => {
  const timeoutMs = hangs.test(failure) ? attemptMs : undefined;
  const reached = await Promise.all(
    Object.values(peers).map((peer) =>
      outcomeOf((port) => peer(port, call, timeoutMs), servers[failure]),
    ),
  );
  expect(reached).toEqual([ours, openai, stripe]);
  expect(rank(ours)).toBeGreaterThanOrEqual(Math.max(rank(openai), rank(stripe)));
});

function rank(outcome: Outcome): number {
  return outcomes.indexOf(outcome);
}

async function outcomeOf(
  call: (port: number) => Promise<unknown>,
  start: () => Promise<FailingServer>,
): Promise<Outcome> {
  const { port, close } = await start();
  try {
    return await call(port).then(
      () => 'answered',
      (error: { status?: number; statusCode?: number }) =>
        (error.status ?? error.statusCode) === 400 ? 'connection ended' : 'failed',
    );
  } finally {
    close();
  }
}
