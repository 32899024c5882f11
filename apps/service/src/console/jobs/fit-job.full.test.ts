import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import { openWideClub } from '../../predictions/fit/testing/wide-season.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { operatorDependencies, operatorOf } from '../testing/operator.ts';

const guide = readFileSync(
  new URL('../../../../docs/guides/fit-ratings.md', import.meta.url),
  'utf8',
);

it('ratings fit finds the parameters in the guide, lists the changes, applies exactly the listed parameters, and undoes them', async () => {
  const dependencies = await operatorDependencies();
  const { database } = dependencies;
  await openWideClub(database, 1_520);
  const operator = operatorOf(() => dependencies);
  const before = await storedRatings(database);

  const printed = await operator.run('ratings', 'fit', 'pickleball');
  const [found] = printed.split('\n\npickleball doubles');
  const [, example] = /```text\n(.*?)\n```/s.exec(guide) ?? [];
  expect(example).toBe(found);
  expect(found).toContain('predict better than those in use, beyond chance.');
  expect(printed).toContain('pickleball doubles: 0 matches with a winner. A fit needs about 1500.');
  const [projected] = await operator.json('ratings', 'fit', 'pickleball', '--dry-run');
  expect(projected.result.rebuilt.moves.moved).toBeGreaterThan(100);
  expect(await storedRatings(database)).toEqual(before);

  const [applied] = await operator.json('ratings', 'fit', 'pickleball', '--apply');
  expect(applied.result.rebuilt.moves).toEqual(projected.result.rebuilt.moves);
  expect(applied.result.chosen.doubles).toBeNull();
  const model = modelWith([{ sport: 'pickleball', ...applied.result.chosen }]);
  expect(await storedRatings(database)).toEqual(await foldLedger(database, model));
  expect(await operator.run('ratings', 'audit')).toContain('The ratings follow from the ledger.');
  expect(await operator.run('ratings', 'parameters')).toContain('matches of this service before');
  await operator.run('ratings', 'fit', 'pickleball', '--undo');
  expect(await storedRatings(database)).toEqual(before);
});
