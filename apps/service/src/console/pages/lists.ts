import type { AuditEntry, FoundMember } from '../api/types.gen.ts';
import {
  anyOf,
  filterValue,
  filterWord,
  given,
  listPage,
  type OperatorPageDefinition,
  partnerField,
  textField,
} from './operator-page.ts';
import type { Shown } from './render-operator.ts';
import { at, nothing } from './shown.ts';

export const MEMBERS_PATH = '/operator/members';

/** Who is meant, from what somebody writes to the operator. */
export const membersPage: OperatorPageDefinition = {
  path: MEMBERS_PATH,
  current: MEMBERS_PATH,
  show: async (visit) => {
    const text = filterValue(visit, 'text');
    const { table, ...fault } = await listPage(visit, {
      path: MEMBERS_PATH,
      fetch: async (part) => {
        if (text === undefined) return { rows: [], nextCursor: null };
        const { members, nextCursor } = await visit.call('members.find', { text, ...part });
        return { rows: members, nextCursor };
      },
      heading: 'Who was found',
      columns: ['Name', 'Number', 'Kind', 'E-mail', 'Lives in'],
      row: (member) => [
        {
          text: `${member.firstName} ${member.lastName}`,
          href: `${MEMBERS_PATH}/${member.memberId}`,
        },
        String(member.memberNumber),
        kindWords(member),
        member.email ?? nothing,
        livesIn(member),
      ],
      empty: 'There is no such member.',
      words: { next: 'Show more', first: 'Back to the first' },
    });
    return {
      title: 'Members',
      lead: 'Players, with an account or named by a tournament.',
      filter: {
        fields: [
          textField('text', 'Part of the name, e-mail address, number or id', text ?? '', {
            hint: 'Case and accents do not count; an address or an id must be whole.',
          }),
        ],
        submit: 'Find',
      },
      sections: text === undefined ? [] : [table],
      ...fault,
    };
  },
};

export function kindWords({ kind }: Pick<FoundMember, 'kind'>): string {
  return kind.replace('no_', 'without ');
}

export function livesIn({ city, country }: Pick<FoundMember, 'city' | 'country'>): Shown {
  return [city, country].filter((one) => one !== null).join(', ') || nothing;
}

const AUDIT_PATH = '/operator/audit';

const actors = ['player', 'partner', 'operator', 'service'] as const;

/** Who did what, the newest first. */
export const auditPage: OperatorPageDefinition = {
  path: AUDIT_PATH,
  current: AUDIT_PATH,
  show: async (visit) => {
    const actor = filterWord(visit, 'actor', actors);
    const action = filterValue(visit, 'action');
    const operator = filterValue(visit, 'operator');
    const partner = filterValue(visit, 'partner');
    const member = filterValue(visit, 'member');
    const filter = given({ actor, action, operator, partner, memberId: member });
    const { table, ...fault } = await listPage(visit, {
      path: AUDIT_PATH,
      fetch: async (part) => {
        const { entries, nextCursor } = await visit.call('audit.list', { ...filter, ...part });
        return { rows: entries, nextCursor };
      },
      heading: 'Entries',
      columns: ['When', 'Who', 'What', 'Partner', 'Member', 'Details'],
      row,
      empty: 'There is no such entry.',
    });
    return {
      title: 'Audit',
      lead: 'Who did what, the newest first. Nobody can change or delete an entry.',
      filter: {
        fields: [
          anyOf('actor', 'Who', actor ?? '', actors),
          textField('operator', 'Operator', operator ?? '', { isOptional: true }),
          textField('action', 'What, or how it begins', action ?? '', { isOptional: true }),
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

function row(entry: AuditEntry): Shown[] {
  const { occurredAt, actor, operator, action, clientId, memberId, details } = entry;
  return [
    at(occurredAt),
    operator === null ? actor : `${actor} ${operator}`,
    { text: action, isCode: true },
    clientId === null ? nothing : { text: clientId, href: `/operator/partners/${clientId}` },
    memberId === null ? nothing : { text: memberId, href: `/operator/members/${memberId}` },
    details === null ? nothing : { text: JSON.stringify(details), isCode: true },
  ];
}
