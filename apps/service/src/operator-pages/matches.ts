import { scoresOf, teamsOf } from '../admin/match/match-text.ts';
import { listMatches } from '../admin/match/show-matches.ts';
import type { MatchStatus, OperatorsMatch } from '../admin/match/store/matches.ts';
import type { Shown } from '../platform/pages/render-operator.ts';
import { at, textOf } from './domain/shown.ts';
import { anyOf, textField } from './fields.ts';
import { filterValue, filterWord, listPage, partnerField } from './listing.ts';
import type { OperatorPageDefinition } from './operator-page.ts';

export const MATCHES_PATH = '/operator/matches';

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
    const before = filterValue(visit, 'before');
    const options = {
      ...(status !== undefined && { status }),
      ...(partner !== undefined && { partner }),
      ...(member !== undefined && { member }),
      ...(before !== undefined && { before }),
    };
    const listed = await listPage(visit, {
      fetch: async (limit) => await listMatches(visit.dependencies, options, limit),
      cursorOf: ({ matchId }) => matchId,
      path: MATCHES_PATH,
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
      sections: [
        {
          kind: 'table',
          heading: 'Matches',
          columns: ['Played', 'Players', 'Games', 'Sport', 'Partner', 'Status'],
          rows: listed.rows.map(row),
          empty: 'There is no such match.',
          links: listed.links,
        },
      ],
      ...(listed.fault !== undefined && { fault: listed.fault }),
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

export function matchBadge(status: MatchStatus): Shown {
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
