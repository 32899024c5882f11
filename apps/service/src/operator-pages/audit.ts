import { listEntries } from '../admin/audit/list-entries.ts';
import type { ListedEntry } from '../platform/audit/store/list-audit.ts';
import type { Shown } from '../platform/pages/render-operator.ts';
import { at, nothing } from './domain/shown.ts';
import { anyOf, textField } from './fields.ts';
import { filterValue, filterWord, listPage, partnerField } from './listing.ts';
import type { OperatorPageDefinition } from './operator-page.ts';

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
    const before = filterValue(visit, 'before');
    const options = {
      ...(actor !== undefined && { actor }),
      ...(action !== undefined && { action }),
      ...(operator !== undefined && { operator }),
      ...(partner !== undefined && { partner }),
      ...(member !== undefined && { member }),
      ...(before !== undefined && /^\d{1,15}$/.test(before) && { before: Number(before) }),
    };
    const listed = await listPage(visit, {
      fetch: async (limit) => await listEntries(visit.dependencies, options, limit),
      cursorOf: ({ number }) => String(number),
      path: AUDIT_PATH,
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
      sections: [
        {
          kind: 'table',
          heading: 'Entries',
          columns: ['When', 'Who', 'What', 'Partner', 'Member', 'Details'],
          rows: listed.rows.map(row),
          empty: 'There is no such entry.',
          links: listed.links,
        },
      ],
      ...(listed.fault !== undefined && { fault: listed.fault }),
    };
  },
};

function row(entry: ListedEntry): Shown[] {
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
