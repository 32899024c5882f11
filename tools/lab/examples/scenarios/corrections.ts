import {
  type MatchBatch,
  type MatchId,
  type MatchReplacementInput,
  type MembersListRatingHistoryQuery,
  type PartnerRatingClient,
  SCOPES,
} from '@partner-rating/client';
import { codeFor } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';
import { recordMikesEvent } from './league-night.ts';

const { mike, priya, daniel } = people;

/** Tries a match with a dry run, and corrects matches with wrong results. */
export async function recordCorrections(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-13T08:40:00Z');
  const padel = recorder.request<MatchBatch>('matches.submit-request-dry-run');
  await recorder.record('matches.submit-dry-run', club.matches.submit(padel));
  await recorder.record('matches.submit-dry-run-errors', club.matches.submit(withErrors(padel)));
  await recorder.exchange(club, 'matches.submit', '-round-robin');
  await recorder.exchange(club, 'matches.submit', '-endings');
  await recorder.exchange(club, 'matches.submit', '-formats');

  recorder.advanceTo('2026-09-13T09:12:40Z');
  const wrongCourt = recorder.toService<MatchId>('mat_01k4yh2ca6m8d2s4h0y9w7c5tq');
  await recorder.record(
    'matches.void',
    club.matches.void(wrongCourt, recorder.request('matches.void-request')),
  );
  await recorder.record('matches.get-voided', club.matches.get(wrongCourt));

  recorder.advanceTo('2026-09-13T20:15:00Z');
  const { matches } = await club.matches.submit(tennis);
  recorder.advanceTo('2026-09-13T20:15:01Z');
  await recorder.environment.deliver();
  const replaced = await recordReplacements(recorder, club, matches[0]?.id ?? 'mat_');
  recorder.advanceTo('2026-09-14T08:02:19Z');
  await recorder.record(
    'matches.void-only-match',
    club.matches.void(replaced, recorder.request('matches.void-request-only-match')),
  );
  recorder.advanceTo('2026-09-14T08:02:20Z');
  await recorder.environment.deliver();
  await recordMikesEvent(recorder, 'events.ratingUpdated-removed');
}

/** The score was wrong, and then the opponent. Returns the id of the final match. */
async function recordReplacements(
  recorder: Recorder,
  { matches }: PartnerRatingClient,
  wrong: MatchId,
): Promise<MatchId> {
  recorder.link(wrong, 'mat_01k51kf8d2a5c7e9g1j3m5p7r9');
  recorder.advanceTo('2026-09-13T20:32:00Z');
  const right = recorder.request<MatchReplacementInput>('matches.replace-request');
  const refused = async (name: string, input: MatchReplacementInput) =>
    await recorder.recordRefusal(name, matches.replace(wrong, input));
  const { identifier } = await matches.get(wrong);
  const taken = { ...right, ...(identifier !== undefined && { identifier }) };
  await refused('matches.replace-match-conflict', taken);
  const unfinished = { ...right, games: [{ scores: [6, 4] }, { scores: [3, 3] }] };
  await refused('matches.replace-batch-rejected', unfinished);

  const corrected = await recorder.record('matches.replace', matches.replace(wrong, right));
  await recorder.record('matches.replace-repeated', matches.replace(wrong, right));
  const timed = { ...unfinished, identifier: 'court-2-1000-timed', outcome: 'timed' } as const;
  await refused('error-match_voided', timed);

  recorder.advanceTo('2026-09-13T20:40:00Z');
  const { matches: last } = await recorder.record(
    'matches.replace-player',
    matches.replace(
      corrected.matches[0]?.id ?? 'mat_',
      recorder.request('matches.replace-request-player'),
    ),
  );
  return last[0]?.id ?? 'mat_';
}

const tennis: MatchBatch = {
  sport: 'tennis',
  winScore: 6,
  winBy: 2,
  matches: [
    {
      identifier: 'court-2-1000',
      matchDate: '2026-09-13T15:00:00Z',
      teams: [[mike.id], [daniel.id]],
      games: [{ scores: [6, 4] }, { scores: [6, 3] }],
    },
  ],
};

/** Submits the same match with a missing player and with a game that nobody won. */
function withErrors(batch: MatchBatch): MatchBatch {
  return {
    ...batch,
    matches: batch.matches.map(({ teams, games = [], ...match }) => ({
      ...match,
      teams: teams.map((team, index) => (index === 1 ? team.slice(0, 1) : team)),
      games: games.map((game, index) => (index === 1 ? { ...game, scores: [6, 6] } : game)),
    })),
  };
}

/** Mike and Priya let Courtside Club read how their ratings changed. */
export async function recordHistories(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-14T12:00:00Z');
  await codeFor(recorder, mike, SCOPES);
  const unshared = ['user:profile:email', 'user:webhook:subscribe'];
  await codeFor(
    recorder,
    priya,
    SCOPES.filter((scope) => !unshared.includes(scope)),
  );
  const memberId = mike.id;
  await recorder.record('members.get-every-scope', club.members.get(memberId));

  const recordHistory = async (variant: string, id: string, query: MembersListRatingHistoryQuery) =>
    await recorder.record(
      `members.listRatingHistory${variant}`,
      club.members.listRatingHistory(id, query),
    );
  const primary = { sport: 'pickleball', bracket: 'overall-open' };
  await recordHistory('', memberId, { sport: 'pickleball', limit: 4 });
  await recordHistory('-one-bracket', memberId, { ...primary, limit: 2 });
  await recordHistory('-corrections', priya.id, { ...primary, limit: 5 });
  await recordHistory('-empty', memberId, { sport: 'squash' });
  const padel = club.members.listRatingHistory(memberId, { sport: 'padel', limit: 4 });
  let lastPage = await padel;
  for await (const page of padel.pages()) lastPage = page;
  await recorder.record('members.listRatingHistory-last-page', lastPage);
}
