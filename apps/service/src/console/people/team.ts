import type { TeamMember } from '../api/types.gen.ts';
import { actsOf, choiceOf, operationForm } from '../pages/parts/operation-form.ts';
import type { PageDefinition, Visit } from '../pages/parts/page.ts';
import { tableOf } from '../pages/parts/values.ts';
import { APPLICATIONS_PATH } from './area.ts';

const forms = {
  invite: operationForm('team.add', {
    heading: 'Invite somebody',
    fields: ['email', 'role'],
    words: { email: { label: 'Email', hint: 'They sign up or log in with this address.' } },
    submit: 'Invite',
  }),
  remove: operationForm('team.remove', {
    heading: 'Remove somebody',
    fields: ['teamMemberId'],
    isDangerous: true,
    submit: 'Remove',
  }),
};

/** The people who manage an application. */
export const teamPage: PageDefinition = {
  path: `${APPLICATIONS_PATH}/:clientId/team`,
  current: '/console',
  show: async (visit) => {
    const { area, call, params } = visit;
    const { clientId } = params;
    const { name, pendingSince } = await call('partners.get', { clientId });
    const isPending = pendingSince !== null;
    const { people } = await call('team.list', { clientId, limit: 100 });
    return {
      title: 'Team',
      parent: { text: name, address: `${APPLICATIONS_PATH}/${clientId}` },
      sections: [
        tableOf(area, {
          heading: 'People',
          ...(isPending && {
            hint: 'You can invite people once the operator of this service has approved the application.',
          }),
          rows: people,
          columns: ['email', 'role', 'createdAt', 'joinedAt', 'expiresAt'],
          cells: { role: ({ role }) => role },
          empty: 'Nobody.',
        }),
        ...(isOwner(visit, people)
          ? [
              ...(isPending ? [] : [forms.invite.section(visit, 'invite', { role: 'developer' })]),
              forms.remove.section(
                visit,
                'remove',
                {},
                {
                  teamMemberId: choiceOf(
                    'Person',
                    people.map((one) => [one.teamMemberId, one.email] as const),
                  ),
                },
              ),
            ]
          : []),
      ],
    };
  },
  acts: actsOf(forms),
};

// The operations refuse everybody else as well.
function isOwner({ visitor }: Visit, people: readonly TeamMember[]): boolean {
  const email = visitor.email?.toLowerCase();
  return people.some(
    (one) => one.role === 'owner' && one.joinedAt !== null && one.email.toLowerCase() === email,
  );
}
