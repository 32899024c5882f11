import { PRIMARY_BRACKET, ratedGames } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { winnerOf } from '../../matches/domain/effective-match.ts';
import { playedDays } from '../../matches/domain/played-days.ts';
import { explainParts } from '../../members/lists.ts';
import type { Database } from '../../platform/database/schema.ts';
import { percentText } from '../../platform/pages/domain/locale.ts';
import { lineParts } from '../../platform/pages/domain/naming-line.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import { agoWords, dateWords, dayWords } from '../domain/page-words.ts';
import { changeText, ratingText, reasonWords } from '../domain/rating-words.ts';
import { accountTexts } from '../domain/texts.ts';
import { listResultsIn, type PlayerResult } from '../store/account-page.ts';

/** Describes a result for the account pages, the player's own team first, with the possible answers. */
export function shownResult(result: PlayerResult, now: Date) {
  const { matchId, sport, playedAt, reportedAt, reportedBy, event, location } = result;
  const day = playedDays(result, reportedAt)?.day ?? toDay(playedAt);
  const [own = [], ...others] = teamsOf(result);
  const namesIn = (team: PlayerResult['players']) => team.map(({ name }) => name);
  const partners = own.filter(({ isYou }) => !isYou);
  return {
    matchId,
    sport: sportName(sport),
    played: dayWords(day),
    record: recordWords(result),
    teams: lineParts({
      pattern: accountTexts().result.teams,
      names: { own: namesIn(own), others: others.flatMap(namesIn) },
    }),
    partners: namesIn(partners),
    opponents: others.flatMap(namesIn),
    scores: scoreWords(result),
    reportedBy,
    reported: agoWords(reportedAt, now),
    occasion: [event, location].filter((words) => words !== null).join(', ') || null,
    effect: null,
    reason: null,
    shares: [],
    decision: result.isVoided ? null : result.decision,
    voided: voidedWords(result),
    ...stateOf(result),
  };
}

/** Does the same, with the effect on the player's rating, and why. */
export function shownExplainedResult(result: ExplainedResult, now: Date) {
  const shown = shownResult(result, now);
  const { explanation } = result;
  if (explanation === null) return shown;
  return {
    ...shown,
    effect: effectOf(explanation),
    reason: reasonWords(explanation, result),
    shares: sharesOf(explanation),
  };
}

/** Says who voided a result, and when. The reason is only for its reporter and the operator. */
function voidedWords({ voided, reportedBy }: PlayerResult) {
  if (voided === null) return null;
  const { voidedBy, voidedByOperator, voidedBySomebody } = accountTexts().result;
  const byReporter = voided.isByOperator === null ? voidedBySomebody : voidedBy;
  return lineParts({
    pattern: voided.isByOperator ? voidedByOperator : byReporter,
    names: { application: [reportedBy], date: dateWords(new Date(voided.at)) },
  });
}

/** Returns the teams, the player's own first. */
function teamsOf({ players }: PlayerResult): PlayerResult['players'][] {
  const teams = [...Map.groupBy(players, ({ team }) => team).values()];
  const isOwn = (team: PlayerResult['players']) => team.some(({ isYou }) => isYou);
  return [...teams.filter(isOwn), ...teams.filter((team) => !isOwn(team))];
}

function ownTeam({ players }: PlayerResult): number {
  return players.find(({ isYou }) => isYou)?.team ?? 0;
}

function scoreWords(result: PlayerResult): string[] {
  const own = ownTeam(result);
  const { games, outcome } = result;
  const scores = games.map(({ scores: points }) =>
    [points[own], ...points.toSpliced(own, 1)].join('–'),
  );
  const endings: Readonly<Record<string, string>> = accountTexts().result.endings;
  const ending = outcome === null ? '' : (endings[outcome] ?? outcome);
  return [...scores, ending].filter((words) => words !== '');
}

function recordWords(result: PlayerResult): string {
  const texts = accountTexts().result;
  const winner = winnerOf(result);
  if (winner !== null) return winner === ownTeam(result) ? texts.won : texts.lost;
  if (ratedGames(result.games).length === 0) return texts.notRated;
  if (result.outcome === 'timed') return texts.level;
  if (result.outcome === 'drawn') return texts.drawn;
  // Early reports of stopped matches did not name a winner.
  return result.outcome === 'abandoned' ? texts.noWinner : texts.unknownWinner;
}

/** Returns null if the result does not move the player's rating. */
function effectOf({ ratingBefore, ratingAfter, contributions }: Schemas.RatingExplanation) {
  if (ratingBefore === null || ratingAfter === null || contributions.length === 0) return null;
  return {
    before: ratingText(ratingBefore),
    after: ratingText(ratingAfter),
    change: changeText(ratingAfter - ratingBefore),
    isRise: ratingAfter > ratingBefore,
    isFall: ratingAfter < ratingBefore,
  };
}

function sharesOf({
  gamesWon,
  gamesPlayed,
  expectedGameShare,
  pointShare,
  expectedPointShare,
}: Schemas.RatingExplanation): string[] {
  if (pointShare === null) return [];
  const { result: texts, rating } = accountTexts();
  const withExpected = (words: string, expected: number | null) =>
    expected === null ? words : texts.withExpected(words, percentText(expected));
  return [
    withExpected(texts.gamesWon(gamesWon, rating.games(gamesPlayed)), expectedGameShare),
    withExpected(texts.pointsScored(percentText(pointShare)), expectedPointShare),
  ];
}

/** Returns the badge of a result that does not simply count, and the possible answers. */
function stateOf(result: PlayerResult) {
  const { isRated, isDenied, isDisputed, isDistinct, isVoided, isHeld, decision } = result;
  const { states, answers } = accountTexts().result;
  const confirm = { answer: 'confirm', label: answers.confirm };
  const dispute = { answer: 'dispute', label: answers.dispute, isQuiet: true };
  if (isVoided) return { state: states.voided, choices: [] };
  if (isDisputed) {
    return { state: decision === null ? states.disputed : states.upheld, choices: [] };
  }
  if (isHeld) {
    if (isDistinct) return { state: states.distinct, choices: [] };
    const distinct = { answer: 'distinct', label: answers.distinct };
    return { state: states.held, choices: [distinct, dispute] };
  }
  if (isRated) return { state: null, choices: [dispute] };
  if (isDenied) return { state: states.denied, choices: [confirm] };
  const deny = { answer: 'deny', label: answers.deny };
  return { state: states.unconfirmed, choices: [confirm, deny] };
}

interface ExplainedResult extends PlayerResult {
  /** The effect on the player's primary rating, as their results stand today. */
  explanation: Schemas.RatingExplanation | null;
}

/** Returns a player's results in these matches, named by their arrivals, in the same order, with their effects. */
export async function readResults(
  database: Database,
  memberId: string,
  arrivals: readonly number[],
): Promise<ExplainedResult[]> {
  const results = await listResultsIn(database, memberId, arrivals);
  const partOf = ({ matchId }: PlayerResult) => ({ matchId, bracket: PRIMARY_BRACKET });
  const viewer = { memberId, applicationId: null };
  const explanationOf = await explainParts(database, results.map(partOf), viewer);
  return results.map((result) => ({
    ...result,
    explanation: explanationOf(partOf(result)) ?? null,
  }));
}
