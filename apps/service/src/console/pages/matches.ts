import {
  listMatches,
  releaseByOperator,
  scoresOf,
  showMatch,
  teamsOf,
  voidByOperator,
  winnerText,
} from '../actions/show-matches.ts';
import type { MatchStatus, OperatorsMatch } from '../store/matches.ts';
import {
  anyOf,
  filterValue,
  filterWord,
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

const titles: Partial<Record<MatchStatus, string>> = {
  disputed: 'Disputed matches',
  held: 'Held matches',
};

const leads: Partial<Record<MatchStatus, string>> = {
  disputed:
    'A player says that the result is wrong. If they and the partner do not settle it, you decide.',
  held: 'Each may be a match that its partner reported before. It counts once the partner, all its players or you say that it is another.',
};

/** Matches, those played last first; with the status `disputed` those that wait for somebody to decide. */
export const matchesPage: OperatorPageDefinition = {
  path: MATCHES_PATH,
  current: MATCHES_PATH,
  show: async (visit) => {
    const status = filterWord(visit, 'status', statuses);
    const partner = filterValue(visit, 'partner');
    const member = filterValue(visit, 'member');
    const options = { status, partner, member, before: filterValue(visit, 'before') };
    const { table, ...fault } = await listPage(visit, {
      path: MATCHES_PATH,
      fetch: async (limit) => await listMatches(visit.dependencies, options, limit),
      cursorOf: ({ matchId }) => matchId,
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

function row(match: OperatorsMatch): Shown[] {
  return [
    { text: textOf(at(match.matchDate)), href: `${MATCHES_PATH}/${match.matchId}` },
    teamsOf(match)
      .map((team) => team.map(({ name }) => name).join(' and '))
      .join(' against '),
    scoresOf(match),
    match.sport,
    { text: match.clientId, href: `/operator/partners/${match.clientId}` },
    matchBadge(match.status),
  ];
}

function matchBadge(status: MatchStatus): Shown {
  const tones = {
    rated: 'good',
    unconfirmed: 'quiet',
    disputed: 'bad',
    held: 'bad',
    duplicate: 'quiet',
    voided: 'quiet',
  } as const;
  return { text: status, tone: tones[status] };
}

/** A match: who played, who reported it, and what each player answered. */
export const matchPage: OperatorPageDefinition = {
  path: `${MATCHES_PATH}/:matchId`,
  current: MATCHES_PATH,
  show: async (visit): Promise<OperatorView> => {
    const match = await showMatch(visit.dependencies, visit.params.matchId ?? '');
    return {
      title: `Match of ${textOf(at(match.matchDate))}`,
      badge: matchBadge(match.status),
      parent: { text: 'All matches', address: MATCHES_PATH },
      sections: [
        facts(match),
        players(match),
        otherReports(match),
        ...(match.status === 'held' ? [releaseForm] : []),
        ...(match.voidedAt === null ? [voidForm(visit)] : []),
      ],
    };
  },
  acts: {
    release: {
      run: async ({ dependencies, params }) => {
        const { isSettled } = await releaseByOperator(dependencies, params.matchId ?? '');
        return { notice: isSettled ? 'released' : 'released-soon' };
      },
    },
    void: {
      run: async ({ dependencies, params }, { field }) => {
        const matchId = params.matchId ?? '';
        const reason = field('reason').trim();
        const { isSettled } = await voidByOperator(dependencies, { matchId, reason });
        return { notice: isSettled ? 'voided' : 'voided-soon' };
      },
    },
  },
};

function facts(match: OperatorsMatch): Section {
  const { matchId, clientId, batchIdentifier, voidedAt, voidReason } = match;
  return {
    kind: 'facts',
    heading: 'What was reported',
    facts: [
      { label: 'Match', values: [{ text: matchId, isCode: true }] },
      { label: 'Games', values: [scoresOf(match) || nothing] },
      { label: 'Winner', values: [winnerText(match)] },
      { label: 'Sport', values: [match.sport] },
      { label: 'Played', values: [at(match.matchDate)] },
      {
        label: 'Submitted by',
        values: [{ text: clientId, href: `/operator/partners/${clientId}` }],
      },
      { label: 'Submitted', values: [at(match.submittedAt)] },
      { label: 'The partner’s name for it', values: [match.identifier] },
      { label: 'Batch', values: [batchIdentifier ?? { text: match.batchId, isCode: true }] },
      { label: 'Ratings follow', values: [match.isSettled ? 'yes' : 'not yet'] },
      ...factAt('Voided', voidedAt),
      ...(voidedAt === null ? [] : [{ label: 'Reason', values: [voidReason ?? nothing] }]),
    ],
  };
}

function players({ players: played }: OperatorsMatch): Section {
  return {
    kind: 'table',
    heading: 'Who played',
    columns: ['Player', 'Team', 'Moved by it', 'Answered last'],
    rows: played.map(({ name, memberId, team, isRated, response }) => [
      { text: name, href: `/operator/members/${memberId}` },
      String(team + 1),
      isRated ? 'yes' : 'no',
      response === null
        ? nothing
        : response === 'disputed'
          ? { text: response, tone: 'bad' }
          : response,
    ]),
    empty: 'Nobody.',
  };
}

function otherReports({ otherReports: others }: OperatorsMatch): Section {
  return {
    kind: 'table',
    heading: 'Other reports with the same players and games',
    columns: ['Played', 'Partner', 'The partner’s name for it', 'Event', 'Bracket', 'Status'],
    rows: others.map(({ matchId, clientId, matchDate, identifier, event, bracket, status }) => [
      { text: textOf(at(new Date(matchDate))), href: `${MATCHES_PATH}/${matchId}` },
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
  hint: 'It counts from then on, as a match that is not the one reported before.',
  form: { act: 'release', fields: [], submit: 'Count this match' },
};

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
