import { OperatorError } from '../terminal.ts';
import { MEMBERS_PATH } from './lists.ts';
import { nameOf, shownMember } from './member.ts';
import { type OperatorPageDefinition, textField, typed } from './operator-page.ts';

/** What goes and what stays, before somebody is erased. */
export const eraseMemberPage: OperatorPageDefinition = {
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
                'Name, e-mail address, birth date, gender, location, and everything to log in',
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
        {
          kind: 'form',
          heading: 'Confirm',
          hint: `The member number of ${nameOf(member)} is ${member.memberNumber}.`,
          form: {
            act: 'erase',
            fields: [
              textField('number', 'Type the member number', typed(visit, 'erase', 'number', ''), {
                isCode: true,
                maxLength: 20,
              }),
            ],
            submit: 'Erase this member',
            isDangerous: true,
            cancel: address,
          },
        },
      ],
    };
  },
  acts: {
    erase: {
      asksAgain: 'erase a member',
      run: async (visit, { field }) => {
        const { memberId, memberNumber } = await shownMember(visit);
        if (field('number').trim() !== String(memberNumber)) {
          throw new OperatorError(
            `That is not the member number. Type ${memberNumber} to erase this member.`,
            { field: 'number' },
          );
        }
        await visit.call('members.erase', { member: memberId });
        return { notice: 'erased', location: MEMBERS_PATH };
      },
    },
  },
};
