import { scoresOf, winnerText } from '../admin/match/match-text.ts';
import { showMatch } from '../admin/match/show-matches.ts';
import type { OperatorsMatch } from '../admin/match/store/matches.ts';
import { releaseByOperator, voidByOperator } from '../admin/match/void-by-operator.ts';
import type { OperatorView, Section } from '../platform/pages/render-operator.ts';
import { at, nothing, textOf } from './domain/shown.ts';
import { textField } from './fields.ts';
import { MATCHES_PATH, matchBadge } from './matches.ts';
import { type OperatorPageDefinition, typed, type Visit } from './operator-page.ts';

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
      ...(voidedAt === null
        ? []
        : [
            { label: 'Voided', values: [at(voidedAt)] },
            { label: 'Reason', values: [voidReason ?? nothing] },
          ]),
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
  return {
    kind: 'form',
    heading: 'Void',
    hint: 'The ratings become what they would be without it, and another partner’s report of it counts. This cannot be undone.',
    form: {
      act: 'void',
      fields: [
        textField(
          'reason',
          'Reason, for the partner and the audit',
          typed(visit, 'void', 'reason', ''),
          {
            maxLength: 500,
          },
        ),
      ],
      submit: 'Void this match',
      isDangerous: true,
    },
  };
}
