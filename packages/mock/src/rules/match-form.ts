import type { ErrorItem, Schemas } from '@partner-rating/server';

type Rules = Pick<Schemas.MatchInput, 'winScore' | 'winBy' | 'format'>;
type Match = Rules & Pick<Schemas.MatchInput, 'games' | 'outcome'>;

/** One of the places where it may be said how a game is won: the game, its match, the batch. */
interface Level {
  rules: Rules;
  pointer: string;
}

/** What a batch of matches leaves out, or says twice, of how their games are won. */
export function batchErrors(batch: Rules & { matches: readonly Match[] }): ErrorItem[] {
  const ofBatch = { rules: batch, pointer: '' };
  return once([
    ...saidTwice(ofBatch),
    ...batch.matches.flatMap((match, index) => ofMatch(match, `/matches/${index}`, [ofBatch])),
  ]);
}

/** The same of a match that stands alone. */
export function matchErrors(match: Match): ErrorItem[] {
  return once(ofMatch(match, '', []));
}

function ofMatch(match: Match, pointer: string, around: readonly Level[]): ErrorItem[] {
  const { games = [], outcome = 'completed' } = match;
  const level = { rules: match, pointer };
  const ofGames = games.flatMap((game, index) => {
    const inner = { rules: game, pointer: `${pointer}/games/${index}` };
    return [...saidTwice(inner), ...leftOut([inner, level, ...around])];
  });
  const detail =
    'Give the games of the match. Only one that is retired, a walkover, defaulted or abandoned may have none.';
  const code = match.games === undefined ? 'required' : 'minItems';
  const hasNoGames = !mayHaveNoGames.has(outcome) && games.length === 0;
  return [
    ...(hasNoGames ? [{ pointer: `${pointer}/games`, code, detail } as const] : []),
    ...saidTwice(level),
    ...ofGames,
  ];
}

const mayHaveNoGames = new Set(['retired', 'walkover', 'defaulted', 'abandoned']);

function saidTwice({ rules: { format, winScore, winBy }, pointer }: Level): ErrorItem[] {
  if (format === undefined || (winScore ?? winBy) === undefined) return [];
  const detail = 'A format replaces winScore and winBy. Send either format, or winScore and winBy.';
  return [{ pointer: `${pointer}/format`, code: 'not_with_format', detail }];
}

/** What nobody says, from the game's own level to the batch's; a format says all of it. */
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

/** What a batch leaves out is one error, however many games need it. */
function once(errors: readonly ErrorItem[]): ErrorItem[] {
  return [...new Map(errors.map((error) => [`${error.code} ${error.pointer}`, error])).values()];
}
