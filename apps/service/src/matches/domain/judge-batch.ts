import type { FaultItem } from '@partner-rating/server';
import type { PlayerRow } from '../../players/store/players.ts';
import { isSport, sports } from '../../ratings/domain/sports.ts';
import type { StoredMatchRow } from '../store/ledger.ts';
import { contentHash } from './content-hash.ts';
import { dateFaults, playedAt } from './date-faults.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { type Identity, identifyMatches } from './identity.ts';
import { playerFaults } from './players.ts';

/** A match that may be stored and rated. */
export interface ValidMatch {
  effective: EffectiveMatch;
  playedAt: Date;
  contentHash: Uint8Array;
  teams: PlayerRow[][];
}

export type Verdict =
  | { status: 'valid'; match: ValidMatch }
  /** Stored before. */
  | { status: 'duplicate'; storedId: string }
  /** The same as the valid match at this position. */
  | { status: 'repeated'; position: number }
  | { status: 'rejected' };

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
  /** The faults of each match's teams and games, which are found without these facts. */
  gameFaults: readonly (readonly FaultItem[])[];
}

export function judgeBatch(matches: readonly EffectiveMatch[], facts: BatchFacts): Judgement {
  const hashes = matches.map((match) => contentHash(match, facts.players));
  const identities = identifyMatches(matches, hashes, facts.stored);
  const verdicts: Verdict[] = [];
  const faults = new Map<string, FaultItem>();
  for (const [index, match] of matches.entries()) {
    const identity = identities[index] ?? { kind: 'new' };
    const known = knownMatch(identity, verdicts);
    if (known !== null) {
      verdicts.push(known);
      continue;
    }
    const ofMatch = faultsOf(match, identity, facts);
    // A fault of a default is one fault, however many matches share it.
    for (const fault of ofMatch) faults.set(`${fault.code} ${fault.pointer}`, fault);
    verdicts.push(
      ofMatch.length > 0
        ? { status: 'rejected' }
        : { status: 'valid', match: validMatch(match, hashes[index], facts) },
    );
  }
  return { verdicts, faults: [...faults.values()] };
}

// A match that is stored is not judged again: it was valid then, and a player's consent that has
// gone since must not turn a repeated request into an error.
function knownMatch(identity: Identity, verdicts: readonly Verdict[]): Verdict | null {
  if (identity.kind === 'stored') return { status: 'duplicate', storedId: identity.id };
  if (identity.kind !== 'repeated') return null;
  const isValid = verdicts[identity.position]?.status === 'valid';
  return isValid ? { status: 'repeated', position: identity.position } : null;
}

function faultsOf(match: EffectiveMatch, identity: Identity, facts: BatchFacts): FaultItem[] {
  return [
    ...sportFaults(match),
    ...dateFaults(match, facts),
    ...(identity.kind === 'taken' ? [identity.fault] : []),
    ...playerFaults(match, facts.players),
    ...(facts.gameFaults[match.position] ?? []),
  ];
}

function sportFaults({ sport, pointers }: EffectiveMatch): FaultItem[] {
  if (isSport(sport)) return [];
  const detail = `There is no sport ${sport}. Use one of ${sports.join(', ')}.`;
  return [{ pointer: pointers.sport, code: 'unknown_sport', detail }];
}

function validMatch(
  effective: EffectiveMatch,
  hash: Uint8Array | undefined,
  facts: BatchFacts,
): ValidMatch {
  return {
    effective,
    playedAt: playedAt(effective, facts.now) ?? facts.now,
    contentHash: hash ?? contentHash(effective, facts.players),
    teams: effective.teams.map((team) =>
      team.flatMap((reference) => facts.players.get(reference) ?? []),
    ),
  };
}
