import { OperatorError } from '../terminal.ts';
import { MEMBERS_PATH } from './lists.ts';
import { nameOf, shownMember } from './member.ts';
import { operationForm } from './parts/operation-form.ts';
import type { PageDefinition } from './parts/page.ts';

const asked = { label: 'Type the member number', isCode: true, maxLength: 20 };

const erase = operationForm('members.erase', {
  heading: 'Confirm',
  hint: 'It is at once.',
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

/** What goes and what stays, before somebody is erased. */
export const eraseMemberPage: PageDefinition = {
  path: `${MEMBERS_PATH}/:memberId/erase`,
  current: MEMBERS_PATH,
  show: async (visit) => {
    const member = await shownMember(visit);
    const address = `${MEMBERS_PATH}/${member.memberId}`;
    return {
      title: `Erase ${nameOf(member)}?`,
      lead: 'This cannot be undone. Be sure who is asking.',
      parent: { text: nameOf(member), address },
      sections: [
        {
          kind: 'facts',
          heading: 'What it does',
          facts: [
            {
              label: 'What goes, at once',
              values: [
                'Name, email address, birth date, gender, location, and everything to log in',
                'What tournaments said under the proven address and the same name; for other names use the command',
              ],
            },
            {
              label: 'What ends',
              values: ['Connections; their applications are notified'],
            },
            {
              label: 'What stays',
              values: ['Matches and ratings, as those of a “Former player”'],
            },
            {
              label: 'What is not reached',
              values: ['Backups of the database, and what applications have read'],
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
