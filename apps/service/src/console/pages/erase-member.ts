import { OperatorError } from '../terminal.ts';
import { MEMBERS_PATH } from './lists.ts';
import { nameOf, shownMember } from './member.ts';
import { operationForm } from './parts/operation-form.ts';
import type { PageDefinition } from './parts/page.ts';

const asked = { label: 'Type the member number', isCode: true, maxLength: 20 };

const erase = operationForm('members.erase', {
  heading: 'Confirm',
  hint: 'It happens at once.',
  fields: ['member'],
  asksAgain: 'erase a member',
  check: async (visit, { field }) => {
    const { memberNumber } = await shownMember(visit);
    if (field('member').trim() === String(memberNumber)) return;
    throw new OperatorError(
      `That is not the member number. Type ${memberNumber} to erase this member.`,
      { field: 'member' },
    );
  },
  location: () => MEMBERS_PATH,
  submit: 'Erase this member',
  isDangerous: true,
});

/** Says what is deleted and what stays, and erases a member. */
export const eraseMemberPage: PageDefinition = {
  path: `${MEMBERS_PATH}/:memberId/erase`,
  current: MEMBERS_PATH,
  show: async (visit) => {
    const member = await shownMember(visit);
    const address = `${MEMBERS_PATH}/${member.memberId}`;
    return {
      title: `Erase ${nameOf(member)}?`,
      lead: 'This cannot be undone. Be sure who asks.',
      parent: { text: nameOf(member), address },
      sections: [
        {
          kind: 'facts',
          heading: 'Effects',
          facts: [
            {
              label: 'Deleted at once',
              values: [
                'Name, email address, birth date, gender, location, and everything to log in',
                'Results that tournaments reported under the proven address and the same name; for other names, use the command',
              ],
            },
            {
              label: 'Ended',
              values: ['Connections; their applications are notified'],
            },
            {
              label: 'Kept',
              values: ['Matches and ratings, under the name “Former player”'],
            },
            {
              label: 'Not deleted',
              values: ['Backups of the database, and copies that applications have read'],
            },
          ],
        },
        erase.section(
          visit,
          'erase',
          {},
          { member: { ...asked, hint: `The number is ${member.memberNumber}.` } },
        ),
      ],
    };
  },
  acts: { erase: erase.act },
};
