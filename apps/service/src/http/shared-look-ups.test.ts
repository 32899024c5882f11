import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shareLookUps } from './shared-look-ups.ts';

/** A look-up whose answers the test gives, each with a number of its own. */
function answeredByHand() {
  const asked: { name: string; answer: (value: string) => void; fail: (error: Error) => void }[] =
    [];
  const lookUp = shareLookUps((name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    asked.push({ name, answer: resolve, fail: reject });
    return promise;
  });
  return { asked, lookUp };
}

it('looks up at once what nobody asks for', async () => {
  const { asked, lookUp } = answeredByHand();
  const [one, other] = [lookUp('one'), lookUp('other')];
  expect(asked.map(({ name }) => name)).toEqual(['one', 'other']);
  asked[1]?.answer('second');
  asked[0]?.answer('first');
  expect(await Promise.all([one, other])).toEqual(['first', 'second']);
});

it('gives those who ask meanwhile one answer, of a look-up that begins after they asked', async () => {
  const { asked, lookUp } = answeredByHand();
  const first = lookUp('key');
  const late = [lookUp('key'), lookUp('key'), lookUp('key')];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.answer('before it was revoked');
  expect(await first).toBe('before it was revoked');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.answer('revoked');
  expect(await Promise.all(late)).toEqual(['revoked', 'revoked', 'revoked']);
});

it('begins anew for each turn of those who ask', async () => {
  const { asked, lookUp } = answeredByHand();
  const answers: Promise<string>[] = [];
  for (let round = 0; round < 4; round += 1) {
    answers.push(lookUp('key'), lookUp('key'));
    asked[round]?.answer(`answer ${round}`);
    await turn();
  }
  asked[4]?.answer('answer 4');
  expect(await Promise.all(answers)).toEqual(
    [0, 1, 2, 2, 3, 3, 4, 4].map((number) => `answer ${number}`),
  );
});

it('keeps nothing once all are answered', async () => {
  const { asked, lookUp } = answeredByHand();
  const [first, second] = [lookUp('key'), lookUp('key')];
  asked[0]?.answer('one');
  await turn();
  asked[1]?.answer('two');
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  await turn();
  const third = lookUp('key');
  expect(asked).toHaveLength(3);
  asked[2]?.answer('three');
  expect(await third).toBe('three');
});

it('fails those who asked before, and tries again for those who asked after', async () => {
  const { asked, lookUp } = answeredByHand();
  const [first, second] = [lookUp('key'), lookUp('key')];
  asked[0]?.fail(new Error('The database is gone.'));
  await expect(first).rejects.toThrow('The database is gone.');
  await turn();
  asked[1]?.answer('there again');
  expect(await second).toBe('there again');
});
