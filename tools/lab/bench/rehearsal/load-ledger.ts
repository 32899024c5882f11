import { fingerprintsOf } from '@partner-rating/service/src/matches/domain/identity.ts';
import { judgeBatch } from '@partner-rating/service/src/matches/domain/judge-batch.ts';
import { ledgerEntries } from '@partner-rating/service/src/matches/domain/ledger-entries.ts';
import { byReference, referencesOf } from '@partner-rating/service/src/matches/domain/players.ts';
import { appendBatch } from '@partner-rating/service/src/matches/store/ledger.ts';
import { readSubmission } from '@partner-rating/service/src/matches/submit/ingest-batch.ts';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { newId } from '@partner-rating/service/src/platform/database/identifiers.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { type Random, seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { findPlayers } from '@partner-rating/service/src/ratings/store/players.ts';
import { scatter } from '../dataset/made-up-names.ts';

const MATCHES_A_BATCH = 500;
const CLUB_SIZE = 200;
/** The share of matches with a guest from any other club. */
const GUEST_SHARE = 0.05;
const YEARS = 4;
export const YEAR_MILLISECONDS = 365 * 24 * 60 * 60_000;
/** A line of progress for each of these. */
const MATCHES_A_LINE = 100_000;

/** What the matches are like, for the page with the figures. */
export const leagueInWords =
  `Doubles in one sport over ${YEARS} years, in clubs of ${CLUB_SIZE} players. ` +
  `One match in ${1 / GUEST_SHARE} has a guest from any other club.`;

export interface LedgerToLoad {
  applicationId: string;
  matches: number;
  /** When the last match was played. */
  end: Date;
  log: (line: string) => void;
}

/**
 * Appends matches to the ledger in the order of play, without rating them: a rebuild does that. Each row is what
 * `matches.submit` stores. The same sizes give the same matches.
 */
export async function loadLedger(database: Database, ledger: LedgerToLoad): Promise<void> {
  const { matches, end, log } = ledger;
  const members = await database
    .selectFrom('member')
    .select('id')
    .where('is_discoverable', '=', true)
    .orderBy('member_number')
    .execute();
  const ids = members.map(({ id }) => id);
  const random = seededRandom(1);
  const start = end.getTime() - YEARS * YEAR_MILLISECONDS;
  const timeOf = (match: number) =>
    new Date(start + Math.floor((YEARS * YEAR_MILLISECONDS * (match + 1)) / matches));
  for (let first = 0; first < matches; first += MATCHES_A_BATCH) {
    const count = Math.min(MATCHES_A_BATCH, matches - first);
    const played = Array.from({ length: count }, (_, index) => {
      const matchDate = timeOf(first + index).toISOString();
      return { ...playedMatch(random, ids, first + index), matchDate };
    });
    await append(database, ledger, batchOf(played, {}));
    const done = first + count;
    if (done % MATCHES_A_LINE === 0) log(`${done} of ${matches} matches loaded`);
  }
}

function playedMatch(random: Random, ids: readonly string[], number: number) {
  const players = drawPlayers(random, ids.length);
  const [one = 0, two = 0, three = 0, four = 0] = players;
  const strength = (player: number) => 4 * scatter(player, 40);
  const difference = strength(one) + strength(two) - strength(three) - strength(four);
  const isWon = random() < 1 / (1 + Math.exp(-difference));
  const [a, b, c, d] = players.map((player) => ({ id: ids[player] ?? '' }));
  if (!a || !b || !c || !d) throw new RangeError('A match has four players.');
  const points = Math.floor(random() * 10);
  const teams = [
    [a, b],
    [c, d],
  ];
  return matchOf(`match-${number}`, teams, {
    games: [{ scores: isWon ? [11, points] : [points, 11] }],
  });
}

/** Draws four players of one club. The last one may be a guest from another club. Some members play much more often than others. */
function drawPlayers(random: Random, count: number): number[] {
  const size = Math.min(CLUB_SIZE, count);
  const from = () => size * Math.floor((random() * count) / size);
  const club = from();
  const guests = random() < GUEST_SHARE ? 1 : 0;
  const drawn = new Set<number>();
  const draw = (first: number) => drawn.add((first + Math.floor(random() ** 2 * size)) % count);
  while (drawn.size < 4 - guests) draw(club);
  while (drawn.size < 4) draw(from());
  return [...drawn];
}

async function append(
  database: Database,
  { applicationId, end: now }: LedgerToLoad,
  batch: ReturnType<typeof batchOf>,
): Promise<void> {
  const submitter = { applicationId, trusted: true };
  const { matches, gameErrors } = readSubmission(submitter, batch);
  const references = { applicationId, ...referencesOf(matches) };
  const players = byReference(await findPlayers(database, references));
  const { verdicts, errors } = judgeBatch(matches, {
    now,
    applicationId,
    players,
    mayKnowAge: () => false,
    stored: [],
    fingerprints: fingerprintsOf(matches, players),
    identifiers: new Set(matches.map(({ identifier }) => identifier)),
    reports: [],
    gameErrors,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors[0]));
  const entries = ledgerEntries(verdicts, {
    newMatchId: () => newId('mat'),
    isConfirmed: () => submitter.trusted,
  });
  const memberNumbers = new Map(
    [...players.values()].map(({ id, member_number: number }) => [id, number]),
  );
  const stored = {
    id: newId('bat'),
    applicationId,
    identifier: null,
    createdAt: now,
    memberNumbers,
  };
  await database
    .transaction()
    .execute(async (transaction) => await appendBatch(transaction, stored, entries));
}
