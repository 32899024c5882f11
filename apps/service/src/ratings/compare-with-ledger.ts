import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { Finding } from './domain/finding.ts';
import { comparePositions, FIRST_POSITION } from './domain/ledger-position.ts';
import { ratingDifferences } from './domain/rating-differences.ts';
import type { RatingModel } from './domain/rating-model.ts';
import { reachDue, touchedMatches } from './domain/touched-matches.ts';
import { LedgerFold } from './fold-ledger.ts';
import type { DuePosition, Reason } from './settlement/store/due-positions.ts';
import { findDue } from './settlement/store/due-positions.ts';
import { findReached } from './settlement/store/settlement-players.ts';
import { findStrayStates } from './store/player-states.ts';
import { findRatedMembers, loadRatings } from './store/ratings.ts';

const PLAYERS_PER_CHUNK = 1_000;

/** Some findings, and how many matches were gone through to them. */
export interface ComparedPart {
  matches: number;
  findings: Finding[];
}

export interface Comparison {
  sport: string;
  model: RatingModel;
  /** Whether what is due for settlement is a finding too. */
  withDue?: boolean;
}

/**
 * Folds the whole ledger of a sport and compares every state and every rating with what is stored.
 * What is due for settlement is no finding: of the players something is due of, and whom their later matches
 * reach. It changes nothing; give it a transaction that sees one moment of the
 * database.
 */
export async function* compareWithLedger(
  transaction: DatabaseTransaction,
  { sport, model, withDue = false }: Comparison,
): AsyncGenerator<ComparedPart> {
  const fold = new LedgerFold({
    ...{ sport, model, version: 'published', reach: 'everyone', due: [] },
    ...{ after: FIRST_POSITION, lastArrival: null },
  });
  const due = await openDue(transaction, sport);
  for (let page = await fold.next(transaction); page; page = await fold.next(transaction)) {
    const { matches, differences } = page;
    const ofDue = due.reachedBy(matches);
    yield {
      matches: matches.length,
      findings: differences
        .filter(({ expected }) => withDue || !ofDue(expected))
        .map((difference) => ({ kind: 'state', difference })),
    };
  }
  const strays = await findStrayStates(transaction, sport);
  yield { matches: 0, findings: strays.map((state) => ({ kind: 'stray', state })) };

  const { states } = fold;
  const rated = await findRatedMembers(transaction, sport);
  const memberIds = [...new Set([...states.memberIds(), ...rated])].toSorted();
  for (let start = 0; start < memberIds.length; start += PLAYERS_PER_CHUNK) {
    const some = memberIds.slice(start, start + PLAYERS_PER_CHUNK);
    const standing = await loadRatings(transaction, some, [sport]);
    const expected = some.flatMap((memberId) => states.of(memberId));
    const differences = ratingDifferences(standing, expected, model);
    yield {
      matches: 0,
      findings: differences
        .filter(({ memberId }) => withDue || !due.isReached(memberId))
        .map((difference) => ({ kind: 'rating', difference })),
    };
  }
}

/** The players whom the next settlement will reach, followed along with the fold. */
async function openDue(transaction: DatabaseTransaction, sport: string) {
  const positions = await findDue(transaction, sport);
  const unpublished = await findReached(transaction, sport);
  const isOfEverybody = positions.some(({ memberIds }) => memberIds === null);
  const due: DuePosition[] = positions
    .map((position) => ({ ...position, memberIds: position.memberIds ?? [] }))
    .toSorted(comparePositions);
  const reach = new Map<string, Reason>();
  const waiting = new Set(unpublished.map(({ memberId }) => memberId));
  return {
    reachedBy: (page: FoldedMatches) => {
      touchedMatches(page, reach, due);
      return ({ memberId }: { memberId: string }) => isOfEverybody || reach.has(memberId);
    },
    isReached: (memberId: string) => {
      reachDue(reach, due, null);
      return isOfEverybody || reach.has(memberId) || waiting.has(memberId);
    },
  };
}

type FoldedMatches = Parameters<typeof touchedMatches>[0];
