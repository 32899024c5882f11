import type { Match, MatchSummary } from '../api/types.gen.ts';
import {
  anyOf,
  filterValue,
  filterWord,
  given,
  listPage,
  type OperatorPageDefinition,
  partnerField,
  textField,
  typed,
  type Visit,
} from './operator-page.ts';
import type { OperatorView, Section, Shown } from './render-operator.ts';
import { at, factAt, nothing, textOf } from './shown.ts';

const MATCHES_PATH = '/operator/matches';

const statuses = ['rated', 'unconfirmed', 'disputed', 'held', 'duplicate', 'voided'] as const;

const titles: Partial<Record<string, string>> = {
  disputed: 'Disputed matches',
  held: 'Held matches',
};

const leads: Partial<Record<string, string>> = {
  disputed:
    'A player says that the result is wrong. If they and the partner do not settle it, decide: uphold or void the match.',
  held: 'Each may repeat a match that its partner reported before. It counts once the partner, all its players, or you say that it is another match.',
};

/** Matches, those played last first; with the status `disputed` those that wait for somebody to decide. */
export const matchesPage: OperatorPageDefinition = {
  path: MATCHES_PATH,
  current: MATCHES_PATH,
  show: async (visit) => {
    const status = filterWord(visit, 'status', statuses);
    const partner = filterValue(visit, 'partner');
    const member = filterValue(visit, 'member');
    const filter = given({ status, partner, memberId: member });
    const { table, ...fault } = await listPage(visit, {
      path: MATCHES_PATH,
      fetch: async (part) => {
        const { matches, nextCursor } = await visit.call('matches.list', { ...filter, ...part });
        return { rows: matches, nextCursor };
      },
      heading: 'Matches',
      columns: ['Played', 'Players', 'Games', 'Sport', 'Partner', 'Status'],
      row,
      empty: 'There is no such match.',
    });
    return {
      title: status === undefined ? 'Matches' : (titles[status] ?? 'Matches'),
      lead: (status && leads[status]) ?? 'Those played last come first.',
      filter: {
        fields: [
          anyOf('status', 'Status', status ?? '', statuses),
          await partnerField(visit),
          textField('member', 'Member number or id', member ?? '', { isOptional: true }),
        ],
        submit: 'Show',
      },
      sections: [table],
      ...fault,
    };
  },
};

function row(match: MatchSummary): Shown[] {
  return [
    { text: textOf(at(match.matchDate)), href: `${MATCHES_PATH}/${match.matchId}` },
    match.teams.map((team) => team.join(' and ')).join(' against '),
    scoresOf(match),
    match.sport,
    { text: match.clientId, href: `/operator/partners/${match.clientId}` },
    matchBadge(match.status),
  ];
}

/** The score of each game, and how a match ended that was not played to its end. */
function scoresOf({ games, outcome }: Pick<Match, 'games' | 'outcome'>): string {
  const scores = games.map((game) => game.join('-'));
  return [...scores, ...(outcome === 'completed' ? [] : [outcome])].join(', ');
}

function matchBadge(status: string): Shown {
  const tones: Partial<Record<string, 'good' | 'bad'>> = {
    rated: 'good',
    disputed: 'bad',
    held: 'bad',
  };
  return { text: status, tone: tones[status] ?? 'quiet' };
}

/** A match: who played, who reported it, and what each player answered. */
export const matchPage: OperatorPageDefinition = {
  path: `${MATCHES_PATH}/:matchId`,
  current: MATCHES_PATH,
  show: async (visit): Promise<OperatorView> => {
    const match = await visit.call('matches.get', { matchId: visit.params.matchId });
    return {
      title: `Match of ${textOf(at(match.matchDate))}`,
      badge: matchBadge(match.status),
      parent: { text: 'All matches', address: MATCHES_PATH },
      sections: [
        facts(match),
        players(match),
        otherReports(match),
        ...(match.status === 'held' ? [releaseForm] : []),
        ...(match.status === 'disputed' ? [upholdForm(visit)] : []),
        ...(match.voidedAt === null ? [voidForm(visit)] : []),
      ],
    };
  },
  acts: {
    release: {
      run: async ({ call, params }) => {
        const { settled } = await call('matches.release', { matchId: params.matchId });
        return { notice: settled ? 'released' : 'released-soon' };
      },
    },
    uphold: {
      run: async ({ call, params }, { field }) => {
        const reason = field('uphold-reason').trim();
        await call('matches.uphold', { matchId: params.matchId, reason });
        return { notice: 'upheld' };
      },
    },
    void: {
      run: async ({ call, params }, { field }) => {
        const reason = field('reason').trim();
        const { settled } = await call('matches.void', { matchId: params.matchId, reason });
        return { notice: settled ? 'voided' : 'voided-soon' };
      },
    },
  },
};

function facts(match: Match): Section {
  const { matchId, clientId, batchIdentifier, voidedAt, voidReason, winner } = match;
  return {
    kind: 'facts',
    heading: 'What was reported',
    facts: [
      { label: 'Match', values: [{ text: matchId, isCode: true }] },
      { label: 'Games', values: [scoresOf(match) || nothing] },
      {
        label: 'Winner',
        values: [winner === null ? 'nobody, or not known' : `Team ${winner + 1}`],
      },
      { label: 'Sport', values: [match.sport] },
      { label: 'Played', values: [at(match.matchDate)] },
      {
        label: 'Submitted by',
        values: [{ text: clientId, href: `/operator/partners/${clientId}` }],
      },
      { label: 'Submitted', values: [at(match.submittedAt)] },
      { label: 'The partner’s name', values: [match.identifier] },
      { label: 'Batch', values: [batchIdentifier ?? { text: match.batchId, isCode: true }] },
      { label: 'Ratings follow', values: [match.settled ? 'yes' : 'not yet'] },
      ...factAt('Upheld', match.upheldAt),
      ...(match.upholdingReason === null
        ? []
        : [{ label: 'Why it stands', values: [match.upholdingReason] }]),
      ...factAt('Voided', voidedAt),
      ...(voidedAt === null ? [] : [{ label: 'Reason', values: [voidReason ?? nothing] }]),
    ],
  };
}

function players({ players: played }: Match): Section {
  return {
    kind: 'table',
    heading: 'Who played',
    columns: ['Player', 'Team', 'Moved by it', 'Answered last'],
    rows: played.map(({ name, memberId, team, rated, response }) => [
      { text: name, href: `/operator/members/${memberId}` },
      String(team + 1),
      rated ? 'yes' : 'no',
      response === null
        ? nothing
        : response === 'disputed'
          ? { text: response, tone: 'bad' }
          : response,
    ]),
    empty: 'Nobody.',
  };
}

function otherReports({ otherReports: others }: Match): Section {
  return {
    kind: 'table',
    heading: 'Other reports with the same players and games',
    columns: ['Played', 'Partner', 'The partner’s name', 'Event', 'Bracket', 'Status'],
    rows: others.map(({ matchId, clientId, matchDate, identifier, event, bracket, status }) => [
      { text: textOf(at(matchDate)), href: `${MATCHES_PATH}/${matchId}` },
      { text: clientId, href: `/operator/partners/${clientId}` },
      identifier,
      event ?? nothing,
      bracket ?? nothing,
      matchBadge(status),
    ]),
    empty: 'None.',
  };
}

const releaseForm: Section = {
  kind: 'form',
  heading: 'Release',
  hint: 'It counts from now on, as another match than the one reported before.',
  form: { act: 'release', fields: [], submit: 'Count this match' },
};

function upholdForm(visit: Visit): Section {
  const reason = typed(visit, 'uphold', 'uphold-reason', '');
  return {
    kind: 'form',
    heading: 'Uphold',
    hint: 'The result stands, and the match is not disputed any more. Ratings do not change.',
    form: {
      act: 'uphold',
      fields: [textField('uphold-reason', 'Reason, for the players', reason, { maxLength: 500 })],
      submit: 'Uphold this result',
    },
  };
}

function voidForm(visit: Visit): Section {
  const reason = typed(visit, 'void', 'reason', '');
  return {
    kind: 'form',
    heading: 'Void',
    hint: 'The ratings become what they would be without it, and another partner’s report of it counts. This cannot be undone.',
    form: {
      act: 'void',
      fields: [
        textField('reason', 'Reason, for the partner and the audit', reason, { maxLength: 500 }),
      ],
      submit: 'Void this match',
      isDangerous: true,
    },
  };
}
