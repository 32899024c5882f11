import type { LedgerMatch } from '../store/ledger.ts';

/** Whose ratings may differ from those that stand, as far as the ledger has been gone through. */
export type Reach = Set<string> | 'everyone';

export interface TouchedMatches {
  matches: LedgerMatch[];
  /** Who was reached, and by the match at which place in the ledger. */
  joined: { memberId: string; arrival: number }[];
}

/**
 * The matches that have to be rated again: those of a player who is in the reach, which reaches the
 * other players of the match, and with them the matches they play after it.
 */
export function touchedMatches(page: readonly LedgerMatch[], reach: Reach): TouchedMatches {
  if (reach === 'everyone') return { matches: [...page], joined: [] };
  const joined: TouchedMatches['joined'] = [];
  const matches = page.filter((match) => {
    const players = match.teams.flat();
    if (!players.some((memberId) => reach.has(memberId))) return false;
    for (const memberId of players) {
      if (reach.has(memberId)) continue;
      reach.add(memberId);
      joined.push({ memberId, arrival: match.arrival });
    }
    return true;
  });
  return { matches, joined };
}
