import { setTimeout as sleep } from 'node:timers/promises';
import type { RatingModel } from '@partner-rating/ratings';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/prepared-statement.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type Finding, ratingDifferences } from './domain/rating-differences.ts';
import {
  comparePositions,
  FIRST_POSITION,
  reachDue,
  touchedMatches,
} from './domain/touched-matches.ts';
import { LedgerFold } from './fold-ledger.ts';
import { findModel } from './model-in-use.ts';
import {
  countDue,
  type DuePosition,
  findDue,
  type Reason,
} from './settlement/store/due-positions.ts';
import { findReached } from './settlement/store/settlement-players.ts';
import { countLedger } from './store/ledger.ts';
import { findStrayStates } from './store/player-states.ts';
import { findRatedMembers, loadRatings } from './store/ratings.ts';

/** How many matches of a sport have been read. */
export interface LedgerProgress {
  sport: string;
  done: number;
  total: number;
}

interface AuditOptions {
  onFinding?: (finding: Finding) => void;
  /** Stores findings, in portions, in the transaction that found them. */
  storeFindings?: (transaction: DatabaseTransaction, findings: readonly Finding[]) => Promise<void>;
  onProgress?: (progress: LedgerProgress) => void;
  /** By default, the model in use. */
  model?: RatingModel;
  /** Whether this process also answers requests while it works. */
  isBesideRequests?: boolean;
}

export interface AuditedLedger {
  matches: number;
  findings: number;
  /** How many late results and corrections wait to be settled. A difference that they explain is not a finding. */
  due: number;
}

/** Computes all ratings again from the ledger, in one snapshot, and reports every difference. */
export async function auditRatings(
  { database }: Pick<Dependencies, 'database'>,
  { onFinding, storeFindings, onProgress, ...options }: AuditOptions,
): Promise<AuditedLedger> {
  const audit = async (transaction: DatabaseTransaction) => {
    const { isBesideRequests = false } = options;
    const model = options.model ?? (await findModel(transaction));
    const summary = { matches: 0, findings: 0, due: (await countDue(transaction)).positions };
    for (const [sport, total] of await countLedger(transaction)) {
      let done = 0;
      for await (const part of compareWithLedger(transaction, { sport, model, isBesideRequests })) {
        done += part.matches;
        for (const finding of part.findings) onFinding?.(finding);
        if (part.findings.length > 0) await storeFindings?.(transaction, part.findings);
        summary.findings += part.findings.length;
        if (part.matches > 0) onProgress?.({ sport, done, total });
      }
      summary.matches += done;
    }
    return summary;
  };
  return await readSnapshot(database, audit, { isWritten: storeFindings !== undefined });
}

/** How much the audit reads at once, and how long it pauses afterwards. */
interface WalkSizes {
  matchesPerPage: number;
  playersPerChunk: number;
  /** As a share of the time that the work took. */
  restShare: number;
}

const alone: WalkSizes = { matchesPerPage: 1_000, playersPerChunk: 1_000, restShare: 0 };

// A page takes some tens of milliseconds. Requests get as much time as the audit.
const besideRequests: WalkSizes = { matchesPerPage: 50, playersPerChunk: 50, restShare: 1 };

const MAX_REST_MILLISECONDS = 1_000;

/** Some findings, and the number of matches read for them. */
interface ComparedPart {
  matches: number;
  findings: Finding[];
}

interface Comparison {
  sport: string;
  model: RatingModel;
  /** Whether a difference that is due for settlement is a finding too. */
  withDue?: boolean;
  /** Whether this process also answers requests while it works. */
  isBesideRequests?: boolean;
}

/**
 * Folds the whole ledger of a sport, which means to rate all its matches again in the order of play, and compares every
 * state and rating with the stored one. Omits players whose ratings a waiting settlement can change, unless `withDue`. Changes nothing. The
 * transaction must read one snapshot.
 */
export async function* compareWithLedger(
  transaction: DatabaseTransaction,
  { sport, model, withDue = false, isBesideRequests = false }: Comparison,
): AsyncGenerator<ComparedPart> {
  const { matchesPerPage, playersPerChunk, restShare } = isBesideRequests ? besideRequests : alone;
  const rest = restAfterWork(restShare);
  const fold = new LedgerFold({
    ...{ sport, model, version: 'published', reach: 'everyone', due: [] },
    ...{ after: FIRST_POSITION, lastArrival: null },
  });
  const due = await trackPlayersDue(transaction, sport);
  const next = async () => {
    await rest();
    return await fold.next(transaction, matchesPerPage);
  };
  for (let page = await next(); page; page = await next()) {
    const { matches, differences } = page;
    const isDue = due.reachedBy(matches);
    yield {
      matches: matches.length,
      findings: differences
        .filter(({ expected }) => withDue || !isDue(expected))
        .map((difference) => ({ kind: 'state', difference })),
    };
  }
  const strays = await findStrayStates(transaction, sport);
  yield { matches: 0, findings: strays.map((state) => ({ kind: 'stray', state })) };

  const { states } = fold;
  const rated = await findRatedMembers(transaction, sport);
  const memberIds = [...new Set([...states.memberIds(), ...rated])].toSorted();
  for (let start = 0; start < memberIds.length; start += playersPerChunk) {
    await rest();
    const some = memberIds.slice(start, start + playersPerChunk);
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

/** Returns a function that rests for this share of the time since its last call. */
function restAfterWork(share: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const milliseconds = (performance.now() - since) * share;
    if (share > 0) await sleep(Math.min(milliseconds, MAX_REST_MILLISECONDS));
    since = performance.now();
  };
}

/** Finds the players whose ratings the next settlement can change. `reachedBy` takes each page of the fold, and the set grows. */
async function trackPlayersDue(transaction: DatabaseTransaction, sport: string) {
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
