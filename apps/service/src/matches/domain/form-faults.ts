import type { FaultItem, Schemas } from '@partner-rating/server';
import { type RulesLevel, type RulesSent, rulesOf } from './game-rules.ts';
import { isStopped } from './winner.ts';

type MatchSent = RulesSent & Pick<Schemas.MatchInput, 'games' | 'outcome'>;

/** What is wrong with the form of a batch or an import that its schema cannot say. */
export function formFaults(batch: RulesSent & { matches: readonly MatchSent[] }): FaultItem[] {
  const ofBatch = { sent: batch, pointer: '' };
  const faults = bothFaults(ofBatch);
  for (const [position, match] of batch.matches.entries()) {
    const ofMatch = { sent: match, pointer: `/matches/${position}` };
    faults.push(...gamesFaults(match, ofMatch.pointer), ...bothFaults(ofMatch));
    for (const [index, game] of (match.games ?? []).entries()) {
      const ofGame = { sent: game, pointer: `${ofMatch.pointer}/games/${index}` };
      faults.push(...bothFaults(ofGame), ...missingFaults([ofGame, ofMatch, ofBatch]));
    }
  }
  // What the batch leaves out is one fault, however many games need it.
  return [...new Map(faults.map((fault) => [`${fault.code} ${fault.pointer}`, fault])).values()];
}

function gamesFaults({ games, outcome = 'completed' }: MatchSent, pointer: string): FaultItem[] {
  const mayHaveNone = outcome === 'walkover' || isStopped(outcome);
  if (mayHaveNone || (games !== undefined && games.length > 0)) return [];
  const detail =
    'Give the games of the match. Only one that is retired, a walkover, defaulted or abandoned may have none.';
  return [
    { pointer: `${pointer}/games`, code: games === undefined ? 'required' : 'minItems', detail },
  ];
}

function bothFaults({ sent, pointer }: RulesLevel): FaultItem[] {
  const { format, winScore, winBy } = sent;
  if (format === undefined || (winScore ?? winBy) === undefined) return [];
  const detail = 'A format stands in place of winScore and winBy. Leave either it or them out.';
  return [{ pointer: `${pointer}/format`, code: 'not_with_format', detail }];
}

function missingFaults(levels: readonly RulesLevel[]): FaultItem[] {
  const rules = rulesOf(levels);
  if (rules.kind !== 'missing') return [];
  return rules.missing.map((name) => ({
    pointer: `${rules.in}/${name}`,
    code: 'required',
    detail:
      'Say how a game is won: give both winScore and winBy, or a format, for the batch, the match ' +
      'or the game.',
  }));
}
