import { partnersOf } from './partners.ts';
import { listPage } from './parts/operation-list.ts';

export const MEMBERS_PATH = '/operator/members';

/** Finds the member that a message is about. */
export const membersPage = listPage('members.find', {
  path: MEMBERS_PATH,
  title: 'Members',
  lead: 'Players with an account, or named by a tournament.',
  filter: ['text'],
  needs: 'text',
  words: { text: 'Part of the name, email address, number or id' },
  submit: 'Find',
  heading: 'Results',
  columns: ['name', 'memberNumber', 'kind', 'email', 'city', 'country'],
  cells: {
    name: ({ firstName, lastName, memberId }) => ({
      text: `${firstName} ${lastName}`,
      href: `${MEMBERS_PATH}/${memberId}`,
    }),
    memberNumber: ({ memberNumber }) => String(memberNumber),
    kind: ({ kind }) => kindWords(kind),
  },
  empty: 'There is no such member.',
});

export function kindWords(kind: string): string {
  return kind.replace('no_', 'without ');
}

/** The audit, the newest entries first. */
export const auditPage = listPage('audit.list', {
  path: '/operator/audit',
  title: 'Audit',
  lead: 'Who did what, the newest first. Nobody can change or delete an entry.',
  filter: ['actor', 'operator', 'action', 'partner', 'memberId'],
  choices: { partner: partnersOf },
  words: { memberId: 'Member number or id', action: 'Action, or its first letters' },
  heading: 'Entries',
  columns: ['occurredAt', 'actor', 'action', 'clientId', 'memberId', 'details'],
  cells: {
    actor: ({ actor, operator, account }) => [actor, operator ?? account].join(' ').trim(),
    action: ({ action }) => ({ text: action, isCode: true }),
  },
  empty: 'There is no such entry.',
  isNewestFirst: true,
});
