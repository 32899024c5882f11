import type { ErrorItem, Schemas } from '@partner-rating/server';
import type { PlayerRow } from '../../ratings/store/players.ts';
import { type EffectiveMatch, isStopped } from './effective-match.ts';
import { type RulesLevel, type RulesSent, rulesOf } from './game-score.ts';
import { isTimeZone, latestDay, type PlayedDays } from './played-days.ts';

type MatchSent = RulesSent & Pick<Schemas.MatchInput, 'games' | 'outcome'>;

/** Finds errors in the form of a batch or an import that its schema cannot express. */
export function formErrors(batch: RulesSent & { matches: readonly MatchSent[] }): ErrorItem[] {
  const ofBatch = { sent: batch, pointer: '' };
  const errors = bothErrors(ofBatch);
  for (const [position, match] of batch.matches.entries()) {
    const ofMatch = { sent: match, pointer: `/matches/${position}` };
    errors.push(...gamesErrors(match, ofMatch.pointer), ...bothErrors(ofMatch));
    for (const [index, game] of (match.games ?? []).entries()) {
      const ofGame = { sent: game, pointer: `${ofMatch.pointer}/games/${index}` };
      errors.push(...bothErrors(ofGame), ...missingErrors([ofGame, ofMatch, ofBatch]));
    }
  }
  // A value that the batch lacks is one error, however many games need it.
  return [...new Map(errors.map((error) => [`${error.code} ${error.pointer}`, error])).values()];
}

function gamesErrors({ games, outcome = 'completed' }: MatchSent, pointer: string): ErrorItem[] {
  const mayHaveNone = outcome === 'walkover' || isStopped(outcome);
  if (mayHaveNone || (games !== undefined && games.length > 0)) return [];
  const detail =
    'Give the games of the match. A match without games must have the outcome retired, walkover, defaulted, or abandoned.';
  return [
    { pointer: `${pointer}/games`, code: games === undefined ? 'required' : 'minItems', detail },
  ];
}

function bothErrors({ sent, pointer }: RulesLevel): ErrorItem[] {
  const { format, winScore, winBy } = sent;
  if (format === undefined || (winScore ?? winBy) === undefined) return [];
  const detail = 'A format replaces winScore and winBy. Send either format, or winScore and winBy.';
  return [{ pointer: `${pointer}/format`, code: 'not_with_format', detail }];
}

function missingErrors(levels: readonly RulesLevel[]): ErrorItem[] {
  const rules = rulesOf(levels);
  if (rules.kind !== 'missing') return [];
  return rules.missing.map((name) => ({
    pointer: `${rules.in}/${name}`,
    code: 'required',
    detail:
      'Say how a game is won: give both winScore and winBy, or a format, for the batch, the match, ' +
      'or the game.',
  }));
}

/**
 * The maximum number of players in all matches of a request, each counted in every match. Each player is rated in up to
 * eighteen brackets, and every rating is a row and a line of history. A larger request would take tens of seconds and
 * hundreds of megabytes.
 */
export const MAX_PLAYERS = 10_000;

/** The error of a request with too many players. It needs no database. */
export function sizeErrors(matches: readonly { teams: readonly unknown[][] }[]): ErrorItem[] {
  let players = 0;
  let fitting = 0;
  for (const { teams } of matches) {
    for (const team of teams) players += team.length;
    if (players <= MAX_PLAYERS) fitting += 1;
  }
  if (players <= MAX_PLAYERS) return [];
  const detail =
    `The matches have ${players} players, each counted in every match; the maximum is ` +
    `${MAX_PLAYERS}. Send those from /matches/${fitting} on in another request.`;
  return [{ pointer: '/matches', code: 'maxItems', detail }];
}

// Clocks of partners may be fast.
const TOLERANCE_MILLISECONDS = 60_000;

const EARLIEST_DAY = '2000-01-01';

interface DateFacts {
  now: Date;
  players: ReadonlyMap<string, PlayerRow>;
  /** Whether the application may know the player's age. */
  mayKnowAge: (memberId: string) => boolean;
}

/** Returns the errors of the date and time zone of a match. Its days are null if it has no possible date. */
export function dateErrors(
  match: EffectiveMatch,
  played: PlayedDays | null,
  facts: DateFacts,
): ErrorItem[] {
  return [...zoneErrors(match), ...dayErrors(match, played, facts)];
}

function zoneErrors({ timeZone, pointers: { timeZone: pointer } }: EffectiveMatch): ErrorItem[] {
  if (timeZone === null || isTimeZone(timeZone)) return [];
  const detail =
    `The IANA database has no time zone ${timeZone}. Name that of the venue, such as America/Chicago, or leave ` +
    'it out.';
  return [{ pointer, code: 'unknown_time_zone', detail }];
}

function dayErrors(
  match: EffectiveMatch,
  played: PlayedDays | null,
  facts: DateFacts,
): ErrorItem[] {
  const { matchDate } = match;
  const pointer = match.pointers.matchDate;
  if (played === null) {
    const detail = `The date ${matchDate} does not exist in the years 0001 to 9999. Give the date of the match.`;
    return [{ pointer, code: 'format', detail }];
  }
  if (isInFuture(played, match, facts)) {
    const detail = `${matchDate} is in the future. Submit a match after it was played.`;
    return [{ pointer, code: 'date_in_future', detail }];
  }
  if (played.day < EARLIEST_DAY) {
    const detail = `${matchDate} is before 2000. Results from ${EARLIEST_DAY} on are accepted.`;
    return [{ pointer, code: 'date_too_early', detail }];
  }
  return birthErrors(match, played, facts);
}

function isInFuture(
  { moment, firstDay }: PlayedDays,
  { timeZone }: EffectiveMatch,
  { now }: DateFacts,
): boolean {
  const latest = new Date(now.getTime() + TOLERANCE_MILLISECONDS);
  return moment === null ? firstDay > latestDay(timeZone, latest) : moment > latest;
}

// Omits this error for players whose age is hidden, because it would reveal the birth date.
function birthErrors(
  { position, teams }: EffectiveMatch,
  { day }: PlayedDays,
  { players, mayKnowAge }: DateFacts,
): ErrorItem[] {
  return teams.flatMap((team, teamIndex) =>
    team.flatMap((reference, index) => {
      const player = players.get(reference);
      if (player?.birth_date == null || player.birth_date <= day) return [];
      if (!mayKnowAge(player.id)) return [];
      const pointer = `/matches/${position}/teams/${teamIndex}/${index}`;
      const detail = `Member ${reference} was not born on ${day}. Check the player and the date.`;
      return [{ pointer, code: 'date_before_birth', detail }];
    }),
  );
}
