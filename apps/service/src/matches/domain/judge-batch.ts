// Decides for each match of a batch whether it is valid, a duplicate, or held as a possible duplicate.

import type { ErrorItem } from '@partner-rating/server';
import { sportErrors } from '../../ratings/domain/sports.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { StoredMatchRow } from '../store/ledger.ts';
import type { StoredReport } from '../store/reports.ts';
import { possibleDuplicateOf } from './count-reports.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { dateErrors } from './form-errors.ts';
import { contentHash, type Identity, identifyMatches } from './identity.ts';
import { type PlayedDays, playedDays } from './played-days.ts';
import { playerErrors } from './players.ts';

/** A match that may be stored and rated. */
export interface ValidMatch {
  effective: EffectiveMatch;
  played: PlayedDays;
  contentHash: Uint8Array;
  /** In hexadecimal. Null if no game counts. */
  fingerprint: string | null;
  /** The match of the application that it may be a duplicate of, so that it is held. Null if it counts. */
  possibleDuplicateOf: string | null;
  teams: PlayerRow[][];
}

export type Verdict =
  | { status: 'valid'; match: ValidMatch }
  /** Sent before. */
  | { status: 'duplicate'; report: SentBefore }
  /** The same as the valid match at this index. */
  | { status: 'repeated'; position: number }
  | { status: 'rejected' };

/** A stored match of the application. */
export interface SentBefore {
  matchId: string;
  /** The match that it may be a duplicate of, if it is held. */
  possibleDuplicateOf: string | null;
  /** Whether its application now says that it is a separate match, so that it is no longer held. */
  isReleased: boolean;
}

export interface Judgement {
  /** The verdict on each match, in the order sent. */
  verdicts: Verdict[];
  errors: ErrorItem[];
}

/** The data with which a batch is judged. */
export interface BatchFacts {
  now: Date;
  /** The application that sent the batch. */
  applicationId: string;
  players: ReadonlyMap<string, PlayerRow>;
  /** Returns whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
  /** Matches of the application that are stored under an identifier of the batch. */
  stored: readonly StoredMatchRow[];
  /** The fingerprint of each match, in hexadecimal; null if no game counts. */
  fingerprints: readonly (string | null)[];
  /** The identifiers of all matches of the request. They are not duplicates of each other. */
  identifiers: ReadonlySet<string>;
  /** The reports that are stored with one of the fingerprints, in the order of arrival. */
  reports: readonly StoredReport[];
  /** The errors of each match's teams and games, which do not need this data. */
  gameErrors: readonly (readonly ErrorItem[])[];
}

export function judgeBatch(matches: readonly EffectiveMatch[], facts: BatchFacts): Judgement {
  const hashes = matches.map((match) => contentHash(match, facts.players));
  const identities = identifyMatches(matches, {
    contentHashes: hashes,
    stored: facts.stored,
    isKnown: (reference) => facts.players.has(reference),
  });
  const verdicts: Verdict[] = [];
  const errors = new Map<string, ErrorItem>();
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
    const ofMatch = errorsOf(match, { identity, played }, facts);
    // An error of a default is one error, however many matches share it.
    for (const error of ofMatch) errors.set(`${error.code} ${error.pointer}`, error);
    if (ofMatch.length > 0 || played === null) {
      verdicts.push({ status: 'rejected' });
      continue;
    }
    const fingerprint = facts.fingerprints[index] ?? null;
    const earlier = own.get(fingerprint ?? '') ?? [];
    const recognised = { played, contentHash: hashes[index], fingerprint, earlier };
    verdicts.push({ status: 'valid', match: validMatch(match, recognised, facts) });
  }
  return { verdicts, errors: [...errors.values()] };
}

// A stored match was valid when it was stored. It is not judged again, so that a repeated request does not fail because a
// player has withdrawn consent.
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

/** Returns the report of a stored match that is sent again. */
export function sentBefore(
  { isDistinct }: Pick<EffectiveMatch, 'isDistinct'>,
  { id, heldFor }: { id: string; heldFor: string | null },
): SentBefore {
  const isReleased = isDistinct && heldFor !== null;
  return { matchId: id, possibleDuplicateOf: isReleased ? null : heldFor, isReleased };
}

/** Returns the stored matches among these verdicts, each once. */
export function sentBeforeAmong(verdicts: readonly Verdict[]): SentBefore[] {
  const before = verdicts.flatMap((verdict) =>
    verdict.status === 'duplicate' ? verdict.report : [],
  );
  return [...new Map(before.map((report) => [report.matchId, report])).values()];
}

function errorsOf(
  match: EffectiveMatch,
  { identity, played }: { identity: Identity; played: PlayedDays | null },
  facts: BatchFacts,
): ErrorItem[] {
  return [
    ...sportErrors(match.sport, match.pointers.sport),
    ...dateErrors(match, played, facts),
    ...(identity.kind === 'taken' ? [identity.error] : []),
    ...playerErrors(match, facts.players),
    ...(facts.gameErrors[match.position] ?? []),
  ];
}

interface Recognised extends Pick<ValidMatch, 'played' | 'fingerprint'> {
  contentHash: Uint8Array | undefined;
  /** Earlier reports of the application with the same players and games. */
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
