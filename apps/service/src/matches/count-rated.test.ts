import { expect, it } from 'vitest';
import { createLabeledCount } from '../platform/metrics/labeled-count.ts';
import { countRated } from './count-rated.ts';

it('counts what was rated by its sport, and not what was stored or reported before', () => {
  const ratedMatches = createLabeledCount<string>(['pickleball', 'padel']);
  const serviceCounts = { logIns: createLabeledCount<string>([]), ratedMatches };
  const batch = { sport: 'pickleball', matches: [{}, { sport: 'padel' }, {}, {}] };
  const statuses = ['rated', 'rated', 'duplicate', 'stored'];
  countRated(
    { serviceCounts },
    batch,
    statuses.map((status) => ({ status })),
  );
  expect([...ratedMatches.counts()]).toEqual([
    ['pickleball', 1],
    ['padel', 1],
  ]);
});
