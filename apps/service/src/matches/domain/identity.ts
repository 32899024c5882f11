import type { FaultItem } from '@partner-rating/server';
import type { StoredMatchRow } from '../store/ledger.ts';
import { contentHash, storedContentHash } from './content-hash.ts';
import type { EffectiveMatch } from './effective-match.ts';

/** What a match's identifier says of it: an identifier names one match of an application, for good. */
export type Identity =
  | { kind: 'new' }
  /** Stored with the same content, and perhaps held as a possible duplicate. */
  | { kind: 'stored'; id: string; heldFor: string | null }
  /** Named earlier in the batch with the same content, at this position. */
  | { kind: 'repeated'; position: number }
  /** Named before with other content. */
  | { kind: 'taken'; fault: FaultItem };

export interface IdentityFacts {
  /** What each match is the same by. */
  contentHashes: readonly Uint8Array[];
  stored: readonly StoredMatchRow[];
  /** Whether a player whom the application may know is named by this. */
  isKnown: (reference: string) => boolean;
}

/** The identity of each match, in the order of the batch. */
export function identifyMatches(
  matches: readonly EffectiveMatch[],
  { contentHashes, stored, isKnown }: IdentityFacts,
): Identity[] {
  const storedByIdentifier = new Map(stored.map((row) => [row.identifier, row]));
  const positions = new Map<string, number>();
  return matches.map((match, index) => {
    const row = storedByIdentifier.get(match.identifier);
    const earlier = positions.get(match.identifier);
    if (earlier === undefined) positions.set(match.identifier, index);
    if (row !== undefined) {
      const areKnown = match.teams.flat().every(isKnown);
      return isSameAsStored(row, match, { areKnown, hash: contentHashes[index] })
        ? { kind: 'stored', id: row.id, heldFor: row.held_for }
        : { kind: 'taken', fault: conflict(match, row.created_at) };
    }
    if (earlier === undefined) return { kind: 'new' };
    return isSame(contentHashes[earlier], contentHashes[index])
      ? { kind: 'repeated', position: earlier }
      : { kind: 'taken', fault: repetition(match) };
  });
}

/** Whether a fault is that an identifier is taken, and not that the match itself is wrong. */
export function isConflict({ code }: FaultItem): boolean {
  return code === 'match_conflict' || code === 'repeated_identifier';
}

function conflict({ position, identifier }: EffectiveMatch, storedAt: Date): FaultItem {
  const day = storedAt.toISOString().slice(0, 10);
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'match_conflict',
    detail: `${identifier} was submitted on ${day} with other content. Give a new match a new identifier.`,
  };
}

function repetition({ position, identifier }: EffectiveMatch): FaultItem {
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'repeated_identifier',
    detail: `${identifier} stands in this batch already, with other content. Give each match its own identifier.`,
  };
}

// A match of a ghost who was claimed since is the same whichever of the two it names, as its players are
// compared as they are called today; not where the application may not know one of them, or that would confirm
// a guess at who claimed a ghost. A hash may be from when the order of the teams mattered.
function isSameAsStored(
  row: StoredMatchRow,
  match: EffectiveMatch,
  { areKnown, hash }: { areKnown: boolean; hash: Uint8Array | undefined },
): boolean {
  if (!isSameZone(row.content.timeZone, match.timeZone)) return false;
  if (isSame(row.content_hash, hash)) return true;
  return areKnown ? isSame(storedContentHash(row.content), hash) : isSameAsSent(row, match);
}

// A player who opted out or was erased since is nobody by the number they were sent under: only the
// partner's own words count.
function isSameAsSent({ content, sent_teams: teams }: StoredMatchRow, match: EffectiveMatch) {
  return isSame(storedContentHash({ ...content, teams }), contentHash(match, new Map()));
}

/** Whether a match can be the one stored with this time zone: a report may leave it out, but not name another. */
export function isSameZone(stored: string | null | undefined, sent: string | null): boolean {
  return stored == null || sent === null || stored === sent;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}
