import { type VoidRequest, voidMatch } from '../void-match.ts';
import { batchOf, type matchOf } from './batches.ts';
import type { Club } from './club.ts';
import { handle } from './story.ts';

export const voidedAt = new Date('2026-09-13T09:12:40Z');
export const reason = 'The score was entered for the wrong court.';

/** Voids a match that the club has submitted. */
export async function voidPlayed(club: Club, matchId: string, rest: Partial<VoidRequest> = {}) {
  const { applicationId } = club.submitter;
  const request = { applicationId, matchId, reason, ...rest };
  const answer = await voidMatch({ ...club.dependencies, clock: () => voidedAt }, request);
  if (answer === null) throw new Error('The match does not exist.');
  return answer;
}

/** Submits matches one by one. Returns their ids by identifier. */
export async function play(club: Club, ...matches: ReturnType<typeof matchOf>[]) {
  const ids: Record<string, string> = {};
  for (const match of matches) {
    const { matches: results } = await handle(club, batchOf([match]));
    for (const { identifier, id } of results) ids[identifier] = id ?? '';
  }
  return (identifier: string) => ids[identifier] ?? '';
}
