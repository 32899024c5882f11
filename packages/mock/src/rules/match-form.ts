import type { ErrorItem, Schemas } from '@partner-rating/server';

type Rules = Pick<Schemas.MatchInput, 'winScore' | 'winBy' | 'format'>;
type Match = Rules & Pick<Schemas.MatchInput, 'games' | 'outcome'>;

/** A place that may say how a game is won: the game itself, its match, or the batch. */
interface Level {
  rules: Rules;
  pointer: string;
}

/** Returns the errors of a batch whose rules for winning games are missing or given twice. */
export function batchErrors(batch: Rules & { matches: readonly Match[] }): ErrorItem[] {
  const ofBatch = { rules: batch, pointer: '' };
  return once([
    ...duplicateRules(ofBatch),
    ...batch.matches.flatMap((match, index) => ofMatch(match, `/matches/${index}`, [ofBatch])),
  ]);
}

/** Returns the same errors of a single match. */
export function matchErrors(match: Match): ErrorItem[] {
  return once(ofMatch(match, '', []));
}

function ofMatch(match: Match, pointer: string, around: readonly Level[]): ErrorItem[] {
  const { games = [], outcome = 'completed' } = match;
  const level = { rules: match, pointer };
  const ofGames = games.flatMap((game, index) => {
    const inner = { rules: game, pointer: `${pointer}/games/${index}` };
    return [...duplicateRules(inner), ...leftOut([inner, level, ...around])];
  });
  const detail =
    'Give the games of the match. Only one that is retired, a walkover, defaulted or abandoned may have none.';
  const code = match.games === undefined ? 'required' : 'minItems';
  const hasNoGames = !mayHaveNoGames.has(outcome) && games.length === 0;
  return [
    ...(hasNoGames ? [{ pointer: `${pointer}/games`, code, detail } as const] : []),
    ...duplicateRules(level),
    ...ofGames,
  ];
}

const mayHaveNoGames = new Set(['retired', 'walkover', 'defaulted', 'abandoned']);

function duplicateRules({ rules: { format, winScore, winBy }, pointer }: Level): ErrorItem[] {
  if (format === undefined || (winScore ?? winBy) === undefined) return [];
  const detail = 'A format replaces winScore and winBy. Send either format, or winScore and winBy.';
  return [{ pointer: `${pointer}/format`, code: 'not_with_format', detail }];
}

/** Returns the rules that are still missing, from the game to the batch. A format gives all of them. */
function leftOut(levels: readonly Level[]): ErrorItem[] {
  let winScore: number | undefined;
  let winBy: number | undefined;
  let closest = '';
  for (const { rules, pointer } of levels) {
    const isGiven = (winScore ?? winBy) !== undefined;
    if (rules.format !== undefined) {
      if (isGiven) break;
      return [];
    }
    if (!isGiven && (rules.winScore ?? rules.winBy) !== undefined) closest = pointer;
    winScore ??= rules.winScore;
    winBy ??= rules.winBy;
  }
  const detail =
    'Say how a game is won: give both winScore and winBy, or a format, for the batch, the match or the game.';
  return Object.entries({ winScore, winBy })
    .filter(([, value]) => value === undefined)
    .map(([name]) => ({ pointer: `${closest}/${name}`, code: 'required' as const, detail }));
}

/** Combines the errors of rules that a batch omits into one error. */
function once(errors: readonly ErrorItem[]): ErrorItem[] {
  return [...new Map(errors.map((error) => [`${error.code} ${error.pointer}`, error])).values()];
}
