import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, objectsIn } from './json-objects.ts';
import { bundle, contract } from './source.ts';

/** The facts of a member that must be the same everywhere. */
const lastingFacts = [
  'memberId',
  'firstName',
  'lastName',
  'fullName',
  'displayName',
  'gender',
  'age',
  'city',
  'state',
  'zip',
  'country',
  'email',
];

const examples = contract.bodies().flatMap((body) => body.examples);

/** Every object about a member, with its example. Dry runs are left out, because they only project ratings. */
const members = examples.flatMap(({ name, value }) =>
  [...objectsIn(value)]
    .filter(([, { id }]) => typeof id === 'string' && id.startsWith('mem_'))
    .map(([, member]) => ({
      name,
      projected: isObject(value) && value.dryRun === true,
      member: asKnown(member),
    })),
);

/** Figures of the primary rating and of splits that were stored. */
const changes = members
  .filter(({ projected, member }) => member.newRating !== undefined && !projected)
  .map(({ member }): JsonObject => ({ bracket: 'overall-open', ...member }));

/** A participant of an import has the name that was sent, which may be spelled differently. */
function asKnown({ pointers, ...member }: JsonObject): JsonObject {
  if (pointers === undefined) return member;
  const { firstName: _, lastName: __, ...known } = member;
  return known;
}

/** The distinct values under each key. */
function distinct(pairs: [key: unknown, value: unknown][]): Map<unknown, Set<unknown>> {
  const values = new Map<unknown, Set<unknown>>();
  for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value));
  return values;
}

describe('the examples are consistent', () => {
  testRows(lastingFacts)('a member has the same facts everywhere', (fact) => {
    const named = members.filter(({ member }) => member[fact] !== undefined);
    for (const [id, values] of distinct(named.map(({ member }) => [member.id, member[fact]]))) {
      expect([...values], String(id)).toHaveLength(1);
    }
  });

  testRows(['memberId', 'displayName'])('no two members share an id or a name', (fact) => {
    const named = members.filter(({ member }) => member[fact] !== undefined);
    for (const [value, ids] of distinct(named.map(({ member }) => [member[fact], member.id]))) {
      expect([...ids], String(value)).toHaveLength(1);
    }
  });

  testRows(['rank', 'rank-third'])(
    "the summaries of the leaderboard's examples say the rank",
    (name) => {
      const { summary, value } = contract.example(`leaderboard.${name}`);
      const { rank } = value as { rank: number };
      expect(summary.toLowerCase()).toContain(`${['', 'first', 'second', 'third'][rank]} of five`);
    },
  );

  it('a display name is the first name and the initial of the last', () => {
    for (const { name, member } of members) {
      const { firstName, lastName, fullName, displayName } = member;
      if (firstName === undefined || lastName === undefined) continue;
      expect(fullName, name).toBe(`${firstName} ${lastName}`);
      expect(displayName, name).toBe(`${firstName} ${String(lastName).charAt(0)}.`);
    }
  });

  it('every member in an example has a name in some example', () => {
    const named = members.filter(({ member }) => member.displayName).map(({ member }) => member.id);
    const mentioned = new Set(JSON.stringify(bundle.document).match(/\bmem_[0-9a-z]{26}\b/g));
    expect([...mentioned].filter((id) => !named.includes(id))).toEqual([]);
  });

  it('a rating change has the same values in all examples', () => {
    const moves = changes.map((change): [string, unknown] => {
      const { id, sport, bracket, previousRating, newRating } = change;
      return [`${id} ${sport} ${bracket} from ${previousRating}`, newRating];
    });
    for (const [start, ends] of distinct(moves)) expect([...ends], String(start)).toHaveLength(1);
  });

  it('a profile shows a rating before or after a change', () => {
    for (const { name, member } of members) {
      if (!isObject(member.sport)) continue;
      for (const [sport, rating] of Object.entries(member.sport)) {
        if (!isObject(rating) || !isObject(rating.splits)) continue;
        expect(rating.splits['overall-open'], name).toMatchObject({ R: rating.R });
        const figures = changes
          .filter((change) => change.id === member.id && change.sport === sport)
          .filter(({ bracket }) => bracket === 'overall-open')
          .flatMap(({ previousRating, newRating }) => [previousRating, newRating]);
        if (figures.length > 0) expect(figures, name).toContain(rating.R);
      }
    }
  });
});
