import type { PlayerRow } from '../../players/store/players.ts';
import { matchFingerprint } from '../../ratings/domain/fingerprint.ts';
import { playedAt } from './date-faults.ts';
import type { EffectiveMatch } from './effective-match.ts';

/**
 * What each match has in common with every other report of it, in hexadecimal, in the order of the
 * batch. That of a match with a fault says nothing.
 */
export function fingerprintsOf(
  matches: readonly EffectiveMatch[],
  { players, now }: { players: ReadonlyMap<string, PlayerRow>; now: Date },
): string[] {
  return matches.map((match) => {
    const teams = match.teams.map((team) =>
      team.map((reference) => players.get(reference)?.id ?? reference),
    );
    const played = { ...match, teams, playedAt: playedAt(match, now) ?? now };
    return Buffer.from(matchFingerprint(played)).toString('hex');
  });
}
