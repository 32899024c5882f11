import type { FaultItem } from '@partner-rating/server';
import type { RatingLock } from '../matches/batch-transaction.ts';
import type { EffectiveMatch } from '../matches/domain/effective-match.ts';
import { type Judgement, judgeBatch } from '../matches/domain/judge-batch.ts';
import { readFacts, type StoredFacts } from '../matches/read-facts.ts';
import { readReports } from '../matches/read-reports.ts';
import type { StoredReport } from '../matches/store/reports.ts';
import { ContentionError } from '../platform/concurrency/retry-on-contention.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { Decision } from './domain/decide-people.ts';
import { inWordsOfImport } from './domain/repeated-player.ts';
import { type TournamentMatch, withPlayers } from './domain/tournament-matches.ts';
import type { FoundPeople } from './find-people.ts';
import { type Ghost, ghostPlayer } from './ghosts.ts';

export interface ImportToJudge {
  applicationId: string;
  matches: readonly TournamentMatch[];
  people: FoundPeople;
  ghosts: ReadonlyMap<Decision, Ghost>;
  /** The faults of each match's teams and games. */
  gameFaults: readonly (readonly FaultItem[])[];
  now: Date;
  lock: RatingLock;
}

export interface JudgedImport extends Judgement {
  /** The matches that were judged: all but those imported before. */
  judged: EffectiveMatch[];
  facts: StoredFacts;
  /** What is stored with the players and games of one of the matches. */
  reports: readonly StoredReport[];
  /** Reads those once more, after something changed them. */
  readReports: () => Promise<readonly StoredReport[]>;
}

/** Judges an import's matches as those of any batch, with players in place of participants. */
export async function judgeImport(
  transaction: DatabaseTransaction,
  { applicationId, matches, people, ghosts, gameFaults, now, lock }: ImportToJudge,
): Promise<JudgedImport> {
  const judged = matches
    .filter((match) => !people.imported.has(match))
    .map((match) =>
      withPlayers(match, (participant) => {
        const decision = people.decisions.get(participant);
        const ghost = decision === undefined ? undefined : ghosts.get(decision);
        // Someone unknown stays as they were named, so that the fault names them.
        return decision?.member?.id ?? ghost?.id ?? participant.reference ?? participant.key;
      }),
    );
  const known = new Set([...people.decisions.values()].flatMap(({ member }) => member?.id ?? []));
  const facts = await readFacts(transaction, judged, { applicationId, known, lock });
  refuseGone(known, facts);
  const ofGhosts = [...ghosts.values()].map(ghostPlayer);
  const players = new Map([
    ...facts.playersByReference,
    ...ofGhosts.map((one) => [one.id, one] as const),
  ]);
  const read = async () => await readReports(transaction, judged, { applicationId, players, lock });
  const { fingerprints, reports } = await read();
  const judgement = judgeBatch(judged, {
    now,
    applicationId,
    identifiers: new Set(matches.map(({ effective }) => effective.identifier)),
    players,
    fingerprints,
    reports,
    mayKnowAge: (memberId) => facts.hasGranted(memberId, 'user:profile:read'),
    stored: facts.stored,
    gameFaults,
  });
  const faults = judgement.faults.map((fault) => inWordsOfImport(matches, fault));
  const readAgain = async () => (await read()).reports;
  return { ...judgement, faults, judged, facts, reports, readReports: readAgain };
}

// They were found before their rows were locked. Who was erased between the two is nobody the next time, and a ghost
// that was claimed is its claimer.
function refuseGone(known: ReadonlySet<string>, { playersByReference }: StoredFacts): void {
  for (const memberId of known) {
    if (playersByReference.has(memberId)) continue;
    throw new ContentionError(
      `${memberId} is gone or was claimed since the import looked for its participants.`,
    );
  }
}
