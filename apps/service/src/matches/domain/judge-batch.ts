import type { FaultItem } from '@partner-rating/server';
import type { PlayerRow } from '../../players/store/players.ts';
import { sportFaults } from '../../ratings/domain/sports.ts';
import type { StoredMatchRow } from '../store/ledger.ts';
import { contentHash } from './content-hash.ts';
import { dateFaults } from './date-faults.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { type Identity, identifyMatches } from './identity.ts';
import { type PlayedDays, playedDays } from './played-days.ts';
import { playerFaults } from './players.ts';

/** A match that may be stored and rated. */
export interface ValidMatch {
  effective: EffectiveMatch;
  played: PlayedDays;
  contentHash: Uint8Array;
  /** In hexadecimal; null where no game counts. */
  fingerprint: string | null;
  teams: PlayerRow[][];
}

export type Verdict =
  | { status: 'valid'; match: ValidMatch }
  /** Reported before, and counted. */
  | { status: 'duplicate'; report: Report }
  /** The same as the valid match at this position. */
  | { status: 'repeated'; position: number }
  | { status: 'rejected' };

/** A report that is stored. */
export interface Report {
  matchId: string;
  /** Whether the application itself reported it, and not another one. */
  isOwn: boolean;
}

export interface Judgement {
  /** What becomes of each match, in the order sent. */
  verdicts: Verdict[];
  faults: FaultItem[];
}

/** What has to be known to judge a batch, besides the batch. */
export interface BatchFacts {
  now: Date;
  players: ReadonlyMap<string, PlayerRow>;
  /** Whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
  /** Matches of the application that are stored under an identifier of the batch. */
  stored: readonly StoredMatchRow[];
  /** The fingerprint of each match, in hexadecimal; null where no game counts. */
  fingerprints: readonly (string | null)[];
  /** The matches that are counted already, by their fingerprints. */
  reported: ReadonlyMap<string, Report>;
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
  const counted = new Map<string, Verdict>(
    [...facts.reported].map(([fingerprint, report]) => [
      fingerprint,
      { status: 'duplicate', report },
    ]),
  );
  for (const [index, match] of matches.entries()) {
    const identity = identities[index] ?? { kind: 'new' };
    const known = knownMatch(identity, verdicts);
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
    const before = fingerprint === null ? undefined : counted.get(fingerprint);
    if (fingerprint !== null && before === undefined) {
      counted.set(fingerprint, { status: 'repeated', position: index });
    }
    verdicts.push(
      before ?? {
        status: 'valid',
        match: validMatch(match, { contentHash: hashes[index], fingerprint, played }, facts),
      },
    );
  }
  return { verdicts, faults: [...faults.values()] };
}

// A match that is stored is not judged again: it was valid then, and a player's consent that has
// gone since must not turn a repeated request into an error.
function knownMatch(identity: Identity, verdicts: readonly Verdict[]): Verdict | null {
  if (identity.kind === 'stored') {
    return { status: 'duplicate', report: { matchId: identity.id, isOwn: true } };
  }
  if (identity.kind !== 'repeated') return null;
  const isValid = verdicts[identity.position]?.status === 'valid';
  return isValid ? { status: 'repeated', position: identity.position } : null;
}

/** The matches of these verdicts that are stored already, each once. */
export function repeatedMatchIds(verdicts: readonly Verdict[]): string[] {
  const ids = verdicts.flatMap((verdict) =>
    verdict.status === 'duplicate' ? verdict.report.matchId : [],
  );
  return [...new Set(ids)];
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

function validMatch(
  effective: EffectiveMatch,
  {
    contentHash: hash,
    fingerprint,
    played,
  }: { contentHash: Uint8Array | undefined; fingerprint: string | null; played: PlayedDays },
  facts: BatchFacts,
): ValidMatch {
  return {
    effective,
    played,
    contentHash: hash ?? contentHash(effective, facts.players),
    fingerprint,
    teams: effective.teams.map((team) =>
      team.flatMap((reference) => facts.players.get(reference) ?? []),
    ),
  };
}
