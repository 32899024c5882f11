import type { FaultItem, Schemas } from '@partner-rating/server';
import type { BatchSettlement } from '../matches/domain/batch-settlement.ts';
import type { LedgerEntry } from '../matches/domain/ledger-entries.ts';
import type { Due } from '../ratings/settlement/settle-now.ts';
import type { Decision } from './domain/decide-people.ts';
import { importResult } from './domain/import-result.ts';
import { matchResults } from './domain/match-results.ts';
import { makeRoster, participantMatches } from './domain/roster.ts';
import type { TournamentMatch } from './domain/tournament-matches.ts';
import type { FoundPeople } from './find-people.ts';
import type { Ghost } from './ghosts.ts';
import { runImportWork } from './import-work.ts';
import type { JudgedImport } from './judge-import.ts';

/** What was stored of an import. */
export interface StoredImport {
  /** The matches, by position. */
  entries: ReadonlyMap<number, LedgerEntry>;
  settlement: BatchSettlement;
  /** The member numbers of the ghosts, by id. */
  memberNumbers: ReadonlyMap<string, number>;
  /** What is left to be settled of other matches. */
  due: readonly Due[];
}

export interface ImportToAnswer {
  body: Schemas.TournamentImport;
  matches: readonly TournamentMatch[];
  people: FoundPeople;
  ghosts: ReadonlyMap<Decision, Ghost>;
  judged: JudgedImport;
  faults: readonly FaultItem[];
  stored: StoredImport;
}

/** The answer to an import that was handled: what became of its matches, and who is who. */
export async function answerImport({
  body,
  matches,
  people,
  ghosts,
  judged,
  faults,
  stored,
}: ImportToAnswer): Promise<Schemas.TournamentImportResult> {
  const roster = await runImportWork(makeRoster({ matches, ...people }));
  const ghostOf = (decision: Decision) => {
    const id = ghosts.get(decision)?.id;
    const memberNumber = id === undefined ? undefined : stored.memberNumbers.get(id);
    return id === undefined || memberNumber === undefined ? null : { id, memberNumber };
  };
  const dryRun = body.dryRun === true;
  const { judged: open, verdicts } = judged;
  return importResult({
    dryRun,
    matches: matchResults({
      matches,
      imported: people.imported,
      judged: open,
      verdicts,
      entries: stored.entries,
      settlement: stored.settlement,
      dryRun,
    }),
    participants: await runImportWork(participantMatches(roster, { ghostOf })),
    gamesRecorded: [...stored.entries.values()].flatMap(({ uncounted, games }) =>
      uncounted === null ? games : [],
    ).length,
    faults,
  });
}
