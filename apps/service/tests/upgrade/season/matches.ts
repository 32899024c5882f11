import type { MatchBatch, MatchBatchResult, PartnerRatingClient } from '@partner-rating/client';
import type { Player } from './players.ts';

export type MatchId = NonNullable<MatchBatchResult['matches'][number]['id']>;

type Teams = readonly (readonly Pick<Player, 'id'>[])[];

/** Returns a batch of one match of pickleball in the afternoon of a day of September 2026. */
export function batchOf(
  identifier: string,
  day: number,
  teams: Teams,
  changes: Partial<MatchBatch['matches'][number]> = {},
): MatchBatch {
  return {
    ...{ sport: 'pickleball', winScore: 11, winBy: 2 },
    matches: [
      {
        identifier,
        matchDate: new Date(Date.UTC(2026, 8, day, 15, 30)).toISOString(),
        teams: teams.map((team) => team.map(({ id }) => id)),
        games: [{ scores: [11, day % 9] }, { scores: [11, 9] }],
        ...changes,
      },
    ],
  };
}

/** Submits a batch of one match. Returns its id. */
export async function submit(client: PartnerRatingClient, batch: MatchBatch): Promise<MatchId> {
  const { matches } = await client.matches.submit(batch);
  const id = matches[0]?.id ?? null;
  if (id === null) throw new Error(`${batch.matches[0]?.identifier} was not stored.`);
  return id;
}

type Four = Record<'mike' | 'priya' | 'daniel' | 'sofia', Player>;

/** Plays pickleball for a week, in and out of order, and one match of each other kind. */
export async function playWeeks(
  client: PartnerRatingClient,
  { mike, priya, daniel, sofia }: Four,
): Promise<void> {
  const pairs = [
    [mike, priya],
    [daniel, sofia],
  ];
  for (const day of [5, 6, 7, 10, 11, 12]) {
    await submit(
      client,
      batchOf(`singles-${day}`, day, [[mike], [day % 2 === 0 ? daniel : sofia]]),
    );
    await submit(client, batchOf(`doubles-${day}`, day, pairs));
  }
  await submit(client, batchOf('late', 8, [[daniel], [mike]]));
  const set = { winScore: 6, winBy: 2, games: [{ scores: [6, 3] }, { scores: [6, 4] }] };
  await submit(client, batchOf('padel', 14, pairs, { sport: 'padel', ...set }));
  await submit(client, batchOf('tennis', 15, [[priya], [sofia]], { sport: 'tennis', ...set }));
  const toTwentyOne = { winScore: 21, games: [{ scores: [21, 15] }, { scores: [21, 19] }] };
  await submit(
    client,
    batchOf('badminton', 16, [[daniel], [priya]], { sport: 'badminton', ...toTwentyOne }),
  );
  const retired = {
    outcome: 'retired' as const,
    winner: 1,
    games: [{ scores: [11, 4] }, { scores: [3, 2] }],
  };
  await submit(client, batchOf('retired', 17, [[sofia], [mike]], retired));
  await client.matches.void(await submit(client, batchOf('void', 13, [[sofia], [mike]])), {
    reason: 'mistyped',
  });
  const wrong = await submit(client, batchOf('wrong', 18, [[daniel], [sofia]]));
  const { matches, ...defaults } = batchOf('right', 18, [[sofia], [daniel]]);
  for (const right of matches) {
    await client.matches.replace(wrong, { ...defaults, ...right, reason: 'swapped' });
  }
}

/** Imports finals of a tournament between Mike and people without an account, who have these addresses. */
export async function importFinals(
  client: PartnerRatingClient,
  mike: Player,
  emails: readonly string[],
): Promise<void> {
  await client.matches.importTournament({
    tournament: { name: 'Barton Springs Open', startDate: '2026-09-19', endDate: '2026-09-20' },
    ...{ sport: 'pickleball', winScore: 11, winBy: 2 },
    matches: emails.map((email, index) => ({
      identifier: `final-${index}`,
      teams: [
        [{ firstName: 'Mike', lastName: 'Brennan', email: mike.email }],
        [{ firstName: `Guest ${'ABC'[index]}`, lastName: 'Ortiz', email }],
      ],
      games: [{ scores: [11, 6] }],
    })),
  });
}
