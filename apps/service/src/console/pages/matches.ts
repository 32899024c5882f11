import type { Match, MatchSummary } from '../api/types.gen.ts';
import { partnersOf } from './partners.ts';
import { actsOf, operationForm } from './parts/operation-form.ts';
import { filterValue, listPage } from './parts/operation-list.ts';
import type { PageDefinition } from './parts/page.ts';
import type { BoardView } from './parts/render-board.ts';
import { at, textOf } from './parts/shown.ts';
import { type Cells, factsOf, stateOf, tableOf } from './parts/values.ts';

const MATCHES_PATH = '/operator/matches';

const titles: Partial<Record<string, { title: string; lead: string }>> = {
  disputed: {
    title: 'Disputed matches',
    lead: 'A player says that the result is wrong. If they and the partner do not settle it, decide: uphold or void the match.',
  },
  held: {
    title: 'Held matches',
    lead: 'Each may repeat a match that its partner reported before. It counts after the partner, all its players, or you say that it is another match.',
  },
};

const dateCell = ({ matchDate, matchId }: Pick<Match, 'matchDate' | 'matchId'>) => ({
  text: textOf(at(matchDate)),
  href: `${MATCHES_PATH}/${matchId}`,
});

const cells: Cells<MatchSummary> = {
  matchDate: dateCell,
  teams: ({ teams }) => teams.map((team) => team.join(' and ')).join(' against '),
  games: scoresOf,
  responseReasons: ({ responseReasons }) => responseReasons.join(', '),
};

/** Matches, the most recent first. Those with the status `disputed` wait for a decision. */
export const matchesPage = listPage('matches.list', {
  path: MATCHES_PATH,
  title: 'Matches',
  lead: 'The most recent matches come first.',
  filter: ['status', 'partner', 'memberId'],
  choices: { partner: partnersOf },
  words: { memberId: 'Member number or id' },
  heading: 'Matches',
  columns: ['matchDate', 'teams', 'games', 'sport', 'clientId', 'status', 'responseReasons'],
  cells,
  empty: 'There is no such match.',
  isNewestFirst: true,
  more: async (visit) => titles[filterValue(visit, 'status') ?? ''] ?? {},
});

/** The score of each game, and the outcome of a match that was not played to its end. */
function scoresOf({ games, outcome }: Pick<Match, 'games' | 'outcome'>): string {
  const scores = games.map((game) => game.join('-'));
  return [...scores, ...(outcome === 'completed' ? [] : [outcome])].join(', ');
}

const forms = {
  release: operationForm('matches.release', {
    heading: 'Release',
    hint: 'From now on it counts as another match than the one reported before.',
    submit: 'Count this match',
  }),
  uphold: operationForm('matches.uphold', {
    heading: 'Uphold',
    hint: 'The result stays, and the match is no longer disputed. Ratings do not change.',
    fields: ['reason'],
    words: { reason: { label: 'Reason, for the players', hint: '', maxLength: 500 } },
    submit: 'Uphold this result',
  }),
  void: operationForm('matches.void', {
    heading: 'Void',
    hint: 'The ratings follow without it, and another partner’s report of it counts. This cannot be undone.',
    fields: ['reason'],
    words: { reason: { label: 'Reason, for the partner and the audit', hint: '', maxLength: 500 } },
    submit: 'Void this match',
    isDangerous: true,
  }),
};

/** A match, with its players, its reporter, and the response of each player. */
export const matchPage: PageDefinition = {
  path: `${MATCHES_PATH}/:matchId`,
  current: MATCHES_PATH,
  show: async (visit): Promise<BoardView> => {
    const { area, call, params } = visit;
    const match = await call('matches.get', { matchId: params.matchId });
    const { players, otherReports, status, outcome, ...facts } = match;
    return {
      title: `Match of ${textOf(at(match.matchDate))}`,
      badge: stateOf(status),
      parent: { text: 'All matches', address: MATCHES_PATH },
      sections: [
        factsOf(area, facts, {
          heading: 'Report',
          cells: {
            games: () => scoresOf({ games: facts.games, outcome }) || 'none',
            winner: () => (facts.winner === null ? 'not known' : `Team ${facts.winner + 1}`),
          },
        }),
        tableOf(area, {
          heading: 'Players',
          rows: players,
          columns: ['memberId', 'team', 'rated', 'response', 'responseReason'],
          cells: {
            memberId: ({ name, memberId }) => ({
              text: name,
              href: `/operator/members/${memberId}`,
            }),
            team: ({ team }) => String(team + 1),
            response: ({ response }) => stateOf(response ?? 'none'),
          },
          empty: 'Nobody.',
        }),
        tableOf(area, {
          heading: 'Other reports with the same players and games',
          rows: otherReports,
          columns: ['matchDate', 'clientId', 'identifier', 'event', 'bracket', 'status'],
          cells: { matchDate: dateCell },
          empty: 'None.',
        }),
        ...(status === 'held' ? [forms.release.section(visit, 'release')] : []),
        ...(status === 'disputed' ? [forms.uphold.section(visit, 'uphold')] : []),
        ...(match.voidedAt === null ? [forms.void.section(visit, 'void')] : []),
      ],
    };
  },
  acts: actsOf(forms),
};
