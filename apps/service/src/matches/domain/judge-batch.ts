import type { FaultItem } from '@partner-rating/server';
import { sportFaults } from '../../ratings/domain/sports.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { StoredMatchRow } from '../store/ledger.ts';
import type { StoredReport } from '../store/reports.ts';
import { possibleDuplicateOf } from './count-reports.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { dateFaults } from './form-faults.ts';
import { contentHash, type Identity, identifyMatches } from './identity.ts';
import { type PlayedDays, playedDays } from './played-days.ts';
import { playerFaults } from './players.ts';

/** A match that may be stored and rated. */
export interface ValidMatch {
  effective: EffectiveMatch;
  played: PlayedDays;
  contentHash: Uint8Array;
  /** In hexadecimal; null where no game counts. */
  fingerprint: string | null;
  /** The match of the application that it may be a duplicate of, so that it is held; null where it counts. */
  possibleDuplicateOf: string | null;
  teams: PlayerRow[][];
}

export type Verdict =
  | { status: 'valid'; match: ValidMatch }
  /** Sent before. */
  | { status: 'duplicate'; report: SentBefore }
  /** The same as the valid match at this position. */
  | { status: 'repeated'; position: number }
  | { status: 'rejected' };

/** A match of the application that is stored. */
export interface SentBefore {
  matchId: string;
  /** The match that it may be a duplicate of, where it is held for that. */
  possibleDuplicateOf: string | null;
  /** Whether it is held no longer, because its application says now that it is a match of its own. */
  isReleased: boolean;
}

export interface Judgement {
  /** What becomes of each match, in the order sent. */
  verdicts: Verdict[];
  faults: FaultItem[];
}

/** What has to be known to judge a batch, besides the batch. */
export interface BatchFacts {
  now: Date;
  /** The application that sent the batch. */
  applicationId: string;
  players: ReadonlyMap<string, PlayerRow>;
  /** Whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
  /** Matches of the application that are stored under an identifier of the batch. */
  stored: readonly StoredMatchRow[];
  /** The fingerprint of each match, in hexadecimal; null where no game counts. */
  fingerprints: readonly (string | null)[];
  /** The identifiers of all matches of the request: those that it names are not duplicates of each other. */
  identifiers: ReadonlySet<string>;
  /** The reports that are stored with one of the fingerprints, in the order in which they arrived. */
  reports: readonly StoredReport[];
  /** The faults of each match's teams and games, which are found without these facts. */
  gameFaults: readonly (readonly FaultItem[])[];
}

export function judgeBatch(matches: readonly EffectiveMatch[], facts: BatchFacts): Judgement {
  const hashes = matches.map((match) => contentHash(match, facts.players));
  const identities = identifyMatches(matches, {
    contentHashes: hashes,
    stored: facts.stored,
    isKnown: (reference) => facts.players.has(reference),
  });
  const verdicts: Verdict[] = [];
  const faults = new Map<string, FaultItem>();
  const own = Map.groupBy(
    facts.reports.filter(
      ({ applicationId, identifier }) =>
        applicationId === facts.applicationId && !facts.identifiers.has(identifier),
    ),
    ({ fingerprint }) => fingerprint,
  );
  for (const [index, match] of matches.entries()) {
    const identity = identities[index] ?? { kind: 'new' };
    const known = knownMatch(match, identity, verdicts);
    if (known !== null) {
      verdicts.push(known);
      continue;
    }
    const played = playedDays(match, facts.now);
    const ofMatch = faultsOf(match, { identity, played }, facts);
    // A fault of a default is one fault, however many matches share it.
    for (const fault of ofMatch) faults.set(`${fault.code} ${fault.pointer}`, fault);
    if (ofMatch.length > 0 || played === null) {
      verdicts.push({ status: 'rejected' });
      continue;
    }
    const fingerprint = facts.fingerprints[index] ?? null;
    const earlier = own.get(fingerprint ?? '') ?? [];
    const recognised = { played, contentHash: hashes[index], fingerprint, earlier };
    verdicts.push({ status: 'valid', match: validMatch(match, recognised, facts) });
  }
  return { verdicts, faults: [...faults.values()] };
}

// A match that is stored is not judged again: it was valid then, and a player's consent that has
// gone since must not turn a repeated request into an error.
function knownMatch(
  match: EffectiveMatch,
  identity: Identity,
  verdicts: readonly Verdict[],
): Verdict | null {
  if (identity.kind === 'stored') {
    return { status: 'duplicate', report: sentBefore(match, identity) };
  }
  if (identity.kind !== 'repeated') return null;
  const isValid = verdicts[identity.position]?.status === 'valid';
  return isValid ? { status: 'repeated', position: identity.position } : null;
}

/** What becomes of a match that is stored, and sent again. */
export function sentBefore(
  { isDistinct }: Pick<EffectiveMatch, 'isDistinct'>,
  { id, heldFor }: { id: string; heldFor: string | null },
): SentBefore {
  const isReleased = isDistinct && heldFor !== null;
  return { matchId: id, possibleDuplicateOf: isReleased ? null : heldFor, isReleased };
}

/** The matches of these verdicts that are stored already, each once. */
export function sentBeforeAmong(verdicts: readonly Verdict[]): SentBefore[] {
  const before = verdicts.flatMap((verdict) =>
    verdict.status === 'duplicate' ? verdict.report : [],
  );
  return [...new Map(before.map((report) => [report.matchId, report])).values()];
}

function faultsOf(
  match: EffectiveMatch,
  { identity, played }: { identity: Identity; played: PlayedDays | null },
  facts: BatchFacts,
): FaultItem[] {
  return [
    ...sportFaults(match.sport, match.pointers.sport),
    ...dateFaults(match, played, facts),
    ...(identity.kind === 'taken' ? [identity.fault] : []),
    ...playerFaults(match, facts.players),
    ...(facts.gameFaults[match.position] ?? []),
  ];
}

interface Recognised extends Pick<ValidMatch, 'played' | 'fingerprint'> {
  contentHash: Uint8Array | undefined;
  /** What the application reported before with the same players and games. */
  earlier: readonly StoredReport[];
}

function validMatch(
  effective: EffectiveMatch,
  { played, contentHash: hash, fingerprint, earlier }: Recognised,
  facts: BatchFacts,
): ValidMatch {
  const { event, bracket } = effective.details;
  return {
    effective,
    played,
    contentHash: hash ?? contentHash(effective, facts.players),
    fingerprint,
    possibleDuplicateOf: effective.isDistinct
      ? null
      : possibleDuplicateOf({ ...played, event, bracket }, earlier),
    teams: effective.teams.map((team) =>
      team.flatMap((reference) => facts.players.get(reference) ?? []),
    ),
  };
}
