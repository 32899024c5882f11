import { currentModel, matchRater, ratedGames } from '@partner-rating/ratings';
import type { Database, RatingRow } from '../../platform/database/schema.ts';
import { netChanges } from '../../ratings/domain/net-changes.ts';
import { bracketsOf } from '../../ratings/store/bracket-letters.ts';
import type { LedgerGame } from '../../ratings/store/ledger.ts';

type FoldedRating = Omit<RatingRow, 'updated_at'>;

/**
 * Rates all matches of the ledger in the order of play: without void matches, with claimed ghosts (members without an account) as
 * the members who claimed them, and with confirmed results as confirmed on arrival. Tests compare this with the stored ratings.
 */
export async function foldLedger(
  database: Database,
  model = currentModel,
): Promise<FoldedRating[]> {
  const steps = (await readCountedMatches(database)).flatMap(matchRater([], model));
  return netChanges(steps)
    .map(({ last }) => ({
      member_id: last.memberId,
      sport: last.sport,
      bracket: last.bracket,
      mu: last.mu,
      sigma: last.sigma,
      direction: last.direction,
      partner: last.partner,
      open_difference: last.open,
      rating: last.rating,
      reliability: last.reliability,
      games: last.games,
      last_played_at: new Date(last.lastPlayed),
    }))
    .toSorted(byKey);
}

async function readCountedMatches(database: Database) {
  const matches = await database
    .selectFrom('match')
    .selectAll()
    .orderBy('match_date')
    .orderBy('arrival')
    .execute();
  const uncounted = await database.selectFrom('uncounted_match').selectAll().execute();
  const left = new Set(uncounted.map(({ arrival }) => arrival));
  const repeatsOf = Map.groupBy(
    uncounted.filter(({ reason }) => reason === 'repeated'),
    (row) => row.other_arrival,
  );
  const members = await database
    .selectFrom('member')
    .select(['id', 'member_number', 'merged_into'])
    .execute();
  const names = new Map(members.map((row) => [row.member_number, row.merged_into ?? row.id]));
  const { participantsOf, said } = await readParticipants(database);
  const nameOf = (row: { member_number: number }) => names.get(row.member_number) ?? '';
  return matches
    .filter(({ arrival }) => !left.has(arrival))
    .map((match) => {
      const teams = Map.groupBy(participantsOf.get(match.arrival) ?? [], (row) => row.team);
      const repeats = repeatsOf.get(match.arrival) ?? [];
      const reported = [match, ...repeats].flatMap(
        ({ arrival }) => participantsOf.get(arrival) ?? [],
      );
      const namesIn = (rows: typeof reported) => new Set(rows.map(nameOf));
      const confirmed = namesIn(reported.filter((row) => said(row, 'confirmed')));
      const denied = namesIn(reported.filter((row) => said(row, 'denied')));
      const agreed = namesIn(
        reported.filter((row) => {
          const memberId = nameOf(row);
          return confirmed.has(memberId) || (row.is_confirmed && !denied.has(memberId));
        }),
      );
      return {
        id: match.id,
        sport: match.sport,
        matchDate: match.match_date,
        brackets: bracketsOf(match.brackets),
        teams: [...teams.values()].map((team) => team.map(nameOf)),
        unrated: new Set(
          (participantsOf.get(match.arrival) ?? [])
            .map(nameOf)
            .filter((memberId) => !agreed.has(memberId)),
        ),
        games: ratedGames((match.content as { games: LedgerGame[] }).games),
      };
    });
}

async function readParticipants(database: Database) {
  const participants = await database
    .selectFrom('match_participant')
    .selectAll()
    .orderBy('team')
    .orderBy('position')
    .execute();
  const responses = await database
    .selectFrom('match_response')
    .select(['arrival', 'member_number', 'response'])
    .execute();
  const answered = new Set(
    responses.map((row) => `${row.arrival} ${row.member_number} ${row.response}`),
  );
  const said = (row: (typeof participants)[number], response: string) =>
    answered.has(`${row.arrival} ${row.member_number} ${response}`);
  const participantsOf = Map.groupBy(participants, (row) => row.arrival);
  return { participantsOf, said };
}

/** Returns the stored ratings, in the same order and form. */
export async function storedRatings(database: Database): Promise<FoldedRating[]> {
  const rows = await database.selectFrom('rating').selectAll().execute();
  return rows.map(({ updated_at: _, ...rating }) => rating).toSorted(byKey);
}

function byKey(one: FoldedRating, other: FoldedRating): number {
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

function keyOf({ member_id, sport, bracket }: FoldedRating): string {
  return `${member_id} ${sport} ${bracket}`;
}
