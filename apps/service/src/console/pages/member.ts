import type { PostedForm } from '../../connect/login/posted-form.ts';
import type { OperatedMember } from '../api/types.gen.ts';
import { kindWords, MEMBERS_PATH } from './lists.ts';
import { actsOf, operationForm } from './parts/operation-form.ts';
import type { PageDefinition, Visit } from './parts/page.ts';
import type { BoardView } from './parts/render-board.ts';
import { count } from './parts/shown.ts';
import { factsOf, tableOf } from './parts/values.ts';

const given = ({ params }: Visit) => ({ member: params.memberId });

const facts = ['firstName', 'lastName', 'birthDate', 'gender', 'city', 'country'];

/** The form that corrects a member. Only members with an account have an email address. */
const editForm = (fields: string[], asksAgain: typeof asksIfMoved | null) =>
  operationForm('members.update', {
    heading: 'Correct the facts',
    hint: 'Matches keep the brackets in which they were rated. A new address is not confirmed yet, and the old one gets a mail.',
    fields,
    words: Object.fromEntries(
      ['firstName', 'lastName', 'gender', 'email', 'city'].map((name) => [
        name,
        { isOptional: name === 'city', hint: '' },
      ]),
    ),
    given,
    isEdit: true,
    asksAgain,
    submit: 'Correct',
  });

// Anyone who has the address of an account can choose a new password.
async function asksIfMoved(visit: Visit, { field }: PostedForm): Promise<string | null> {
  const { email } = await shownMember(visit);
  const isMoved = field('email').trim() !== (email ?? '');
  return isMoved ? 'change the email address of an account' : null;
}

const forms = {
  edit: editForm([...facts, 'email'], asksIfMoved),
  'edit-ghost': editForm(facts, null),
  reset: operationForm('members.reset', {
    heading: 'Log everybody out of the account',
    hint: 'For an account that somebody else may be in: every browser is logged out, tokens end, and the password no longer works. You are shown a link to a new one. Be sure who asks.',
    fields: ['secondFactor'],
    words: { secondFactor: { label: 'Turn two-step verification off too' } },
    given,
    asksAgain: 'reset an account',
    shows: async ({ link }, visit) => linkView(await shownMember(visit), String(link)),
    submit: 'Reset the account',
    isDangerous: true,
  }),
  lock: operationForm('members.lock', {
    heading: 'Lock',
    hint: 'Nobody can log in until it is unlocked. Sessions, tokens and links end; matches and ratings stay.',
    fields: ['reason'],
    given,
    asksAgain: 'lock an account',
    submit: 'Lock the account',
    isDangerous: true,
  }),
  unlock: operationForm('members.unlock', {
    heading: 'Unlock',
    hint: 'The player logs in again, with the same password.',
    given,
    asksAgain: 'unlock an account',
    submit: 'Unlock the account',
  }),
};

/** A member, with facts, account, ratings, and forms. */
export const memberPage: PageDefinition = {
  path: `${MEMBERS_PATH}/:memberId`,
  current: MEMBERS_PATH,
  show: async (visit): Promise<BoardView> => {
    const member = await shownMember(visit);
    const { ratings, matches, memberId, memberNumber, partners, ...shown } = member;
    const hasAccount = member.kind === 'account';
    const edit = hasAccount ? 'edit' : 'edit-ghost';
    return {
      title: nameOf(member),
      ...(member.lockedAt !== null && { badge: { text: 'locked', tone: 'bad' } }),
      parent: { text: 'All members', address: MEMBERS_PATH },
      sections: [
        factsOf(
          visit.area,
          { memberNumber, memberId, ...shown, clientId: partners },
          {
            heading: 'Details',
            cells: {
              memberNumber: () => String(memberNumber),
              memberId: () => ({ text: memberId, isCode: true }),
              kind: () => kindWords(member.kind),
              gender: () => member.gender.toLowerCase(),
            },
            links: [
              { text: 'Matches', address: `/operator/matches?memberId=${memberNumber}` },
              { text: 'Audit', address: `/operator/audit?memberId=${memberNumber}` },
              { text: 'Erase', address: `${MEMBERS_PATH}/${memberId}/erase` },
            ],
          },
        ),
        tableOf(visit.area, {
          heading: 'Ratings',
          hint: `${count(matches)} ${matches === 1 ? 'match' : 'matches'}, without voided ones.`,
          rows: ratings,
          columns: ['sport', 'bracket', 'rating', 'games'],
          cells: { rating: ({ rating }) => rating.toFixed(3) },
          empty: 'There is none yet.',
        }),
        forms[edit].section(visit, edit, member),
        ...(hasAccount
          ? [
              forms.reset.section(visit, 'reset'),
              member.lockedAt === null
                ? forms.lock.section(visit, 'lock')
                : forms.unlock.section(visit, 'unlock'),
            ]
          : []),
      ],
    };
  },
  acts: actsOf(forms),
};

/** The member in the address of the page. */
export async function shownMember({ call, params }: Visit): Promise<OperatedMember> {
  return await call('members.get', { member: params.memberId });
}

export function nameOf({ firstName, lastName }: OperatedMember): string {
  return `${firstName} ${lastName}`;
}

function linkView(member: OperatedMember, link: string): BoardView {
  const address = `${MEMBERS_PATH}/${member.memberId}`;
  return {
    title: `A new password for ${nameOf(member)}`,
    parent: { text: nameOf(member), address },
    sections: [
      {
        kind: 'text',
        heading: 'The link',
        hint: 'It works once, for one hour, and is not shown again. Give it only to the player.',
        text: link,
      },
    ],
  };
}
