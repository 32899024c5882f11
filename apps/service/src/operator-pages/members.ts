import { findMembers } from '../admin/member/find-members.ts';
import type { FoundMember } from '../admin/member/store/member-summaries.ts';
import type { Section, Shown } from '../platform/pages/render-operator.ts';
import { nothing } from './domain/shown.ts';
import { textField } from './fields.ts';
import { filterValue, listPage } from './listing.ts';
import type { OperatorPageDefinition } from './operator-page.ts';

export const MEMBERS_PATH = '/operator/members';

/** Who is meant, from what somebody writes to the operator. */
export const membersPage: OperatorPageDefinition = {
  path: MEMBERS_PATH,
  current: MEMBERS_PATH,
  show: async (visit) => {
    const text = filterValue(visit, 'text');
    const { database } = visit.dependencies;
    const listed = await listPage(visit, {
      fetch: async (limit) => (text === undefined ? [] : await findMembers(database, text, limit)),
      cursorOf: () => '',
      path: MEMBERS_PATH,
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
      sections: text === undefined ? [] : [found(listed.rows, listed.links.length > 0)],
      ...(listed.fault !== undefined && { fault: listed.fault }),
    };
  },
};

function found(members: readonly FoundMember[], isCut: boolean): Section {
  return {
    kind: 'table',
    heading: 'Who was found',
    ...(isCut && { hint: 'There are more: give more of the name.' }),
    columns: ['Name', 'Number', 'Kind', 'E-mail', 'Lives in'],
    rows: members.map((member) => [
      {
        text: `${member.firstName} ${member.lastName}`,
        href: `${MEMBERS_PATH}/${member.memberId}`,
      },
      String(member.memberNumber),
      member.kind,
      member.email ?? nothing,
      livesIn(member),
    ]),
    empty: 'There is no such member.',
  };
}

export function livesIn({ city, country }: Pick<FoundMember, 'city' | 'country'>): Shown {
  return [city, country].filter((one) => one !== null).join(', ') || nothing;
}
