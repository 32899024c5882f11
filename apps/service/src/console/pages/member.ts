import type { OperatedMember } from '../api/types.gen.ts';
import { kindWords, livesIn, MEMBERS_PATH } from './lists.ts';
import {
  auditReason,
  choiceField,
  type OperatorPageDefinition,
  textField,
  typed,
  type Visit,
} from './operator-page.ts';
import type { OperatorView, Section } from './render-operator.ts';
import { at, atOr, count, nothing } from './shown.ts';

/** A member: facts, account and ratings, and what may be done about them. */
export const memberPage: OperatorPageDefinition = {
  path: `${MEMBERS_PATH}/:memberId`,
  current: MEMBERS_PATH,
  show: async (visit): Promise<OperatorView> => {
    const member = await shownMember(visit);
    return {
      title: nameOf(member),
      ...(member.lockedAt !== null && { badge: { text: 'locked', tone: 'bad' } }),
      parent: { text: 'All members', address: MEMBERS_PATH },
      sections: [
        facts(member),
        ratings(member),
        editForm(visit, member),
        ...(member.kind === 'account' ? [resetForm(), lockForm(visit, member)] : []),
      ],
    };
  },
  acts: {
    edit: {
      isEdit: true,
      // With another address somebody else can choose a new password.
      asksAgain: async (visit, { field }) => {
        const { kind, email } = await shownMember(visit);
        const isMoved = kind === 'account' && field('email').trim() !== (email ?? '');
        return isMoved ? 'change the e-mail address of an account' : null;
      },
      run: async (visit, { field }) => {
        const { memberId: member, kind } = await shownMember(visit);
        const orNull = (name: string) => field(name).trim() || null;
        await visit.call('members.update', {
          member,
          firstName: field('firstName'),
          lastName: field('lastName'),
          birthDate: orNull('birthDate'),
          gender: field('gender'),
          city: orNull('city'),
          country: orNull('country'),
          ...(kind === 'account' && { email: field('email').trim() }),
        });
        return { notice: 'edited' };
      },
    },
    reset: {
      asksAgain: 'reset an account',
      run: async (visit, { field }) => {
        const member = await shownMember(visit);
        const values = { member: member.memberId, secondFactor: field('factor') === 'yes' };
        const { link } = await visit.call('members.reset', values);
        return { view: linkView(member, link) };
      },
    },
    lock: {
      asksAgain: 'lock an account',
      run: async ({ call, params }, { field }) => {
        const reason = field('reason').trim();
        const values = { member: params.memberId, ...(reason !== '' && { reason }) };
        await call('members.lock', values);
        return { notice: 'locked' };
      },
    },
    unlock: {
      asksAgain: 'unlock an account',
      run: async ({ call, params }) => {
        await call('members.unlock', { member: params.memberId });
        return { notice: 'unlocked' };
      },
    },
  },
};

/** The member whom the address names. */
export async function shownMember({ call, params }: Visit): Promise<OperatedMember> {
  return await call('members.get', { member: params.memberId });
}

export function nameOf({ firstName, lastName }: OperatedMember): string {
  return `${firstName} ${lastName}`;
}

function facts(member: OperatedMember): Section {
  const { memberId, memberNumber, partners } = member;
  return {
    kind: 'facts',
    heading: 'Who it is',
    facts: [
      { label: 'Member number', values: [String(memberNumber)] },
      { label: 'Member', values: [{ text: memberId, isCode: true }] },
      { label: 'Kind', values: [kindWords(member)] },
      { label: 'Since', values: [at(member.createdAt)] },
      { label: 'Born', values: [member.birthDate ?? nothing] },
      { label: 'Gender', values: [member.gender.toLowerCase()] },
      { label: 'Lives in', values: [livesIn(member)] },
      { label: 'Found', values: [member.isDiscoverable ? 'by all' : 'by connected partners'] },
      ...(member.kind === 'account' ? accountFacts(member) : []),
      {
        label: 'Connected partners',
        values:
          partners.length === 0
            ? [nothing]
            : partners.map((one) => ({ text: one, href: `/operator/partners/${one}` })),
      },
    ],
    links: [
      { text: 'Matches', address: `/operator/matches?member=${memberNumber}` },
      { text: 'What was done', address: `/operator/audit?member=${memberNumber}` },
      { text: 'Erase', address: `${MEMBERS_PATH}/${memberId}/erase` },
    ],
  };
}

function accountFacts(member: OperatedMember) {
  const { email, emailProvenAt, passwordChangedAt, hasSecondFactor, lockedAt } = member;
  return [
    { label: 'E-mail', values: [email ?? nothing] },
    { label: 'E-mail proven', values: [atOr(emailProvenAt, 'not yet')] },
    { label: 'Password of', values: [atOr(passwordChangedAt, 'not known')] },
    { label: 'Second factor', values: [hasSecondFactor ? 'on' : 'off'] },
    { label: 'Log-in locked', values: [atOr(lockedAt, 'no')] },
  ];
}

function ratings({ ratings: rated, matches }: OperatedMember): Section {
  return {
    kind: 'table',
    heading: 'Ratings',
    hint: `${count(matches)} ${matches === 1 ? 'match' : 'matches'}, those that were voided left out.`,
    columns: ['Sport', 'Bracket', 'Rating', 'Games'],
    rows: rated.map(({ sport, bracket, rating, games }) => [
      sport,
      bracket,
      rating.toFixed(3),
      count(games),
    ]),
    empty: 'There is none yet.',
  };
}

const genders = [
  ['UNKNOWN', 'not known'],
  ['FEMALE', 'female'],
  ['MALE', 'male'],
  ['OTHER', 'other'],
] as const;

function editForm(visit: Visit, member: OperatedMember): Section {
  const text = (name: string, label: string, value: string | null, hint?: string) =>
    textField(name, label, typed(visit, 'edit', name, value ?? ''), {
      isOptional: !['firstName', 'lastName', 'email'].includes(name),
      ...(hint !== undefined && { hint }),
    });
  return {
    kind: 'form',
    heading: 'Correct the facts',
    hint: 'Matches that were played keep the brackets they were rated in. A new address is not proven yet, and a mail goes to the old one.',
    form: {
      act: 'edit',
      fields: [
        text('firstName', 'First name', member.firstName),
        text('lastName', 'Last name', member.lastName),
        text('birthDate', 'Birth date', member.birthDate, 'As YYYY-MM-DD.'),
        choiceField('gender', 'Gender', typed(visit, 'edit', 'gender', member.gender), genders),
        text('city', 'City', member.city),
        text('country', 'Country', member.country, 'Two capital letters, such as US.'),
        ...(member.kind === 'account' ? [text('email', 'E-mail', member.email)] : []),
      ],
      submit: 'Correct',
    },
  };
}

function resetForm(): Section {
  return {
    kind: 'form',
    heading: 'Log everybody out of the account',
    hint: 'For an account that somebody else may be in: every browser is logged out, tokens end, and the password no longer works. You are shown a link to a new one. Be sure who is asking.',
    form: {
      act: 'reset',
      fields: [
        { name: 'factor', label: 'Turn the second factor off too', kind: 'switch', value: '' },
      ],
      submit: 'Reset the account',
      isDangerous: true,
    },
  };
}

function lockForm(visit: Visit, { lockedAt }: OperatedMember): Section {
  if (lockedAt !== null) {
    return {
      kind: 'form',
      heading: 'Unlock',
      hint: 'The player logs in again, with the same password.',
      form: { act: 'unlock', fields: [], submit: 'Unlock the account' },
    };
  }
  return {
    kind: 'form',
    heading: 'Lock',
    hint: 'Nobody can log in until it is unlocked. Sessions, tokens and links end; matches and ratings stay.',
    form: {
      act: 'lock',
      fields: [auditReason(visit, 'lock', 'The player is not shown it.')],
      submit: 'Lock the account',
      isDangerous: true,
    },
  };
}

function linkView(member: OperatedMember, link: string): OperatorView {
  const address = `${MEMBERS_PATH}/${member.memberId}`;
  return {
    title: `A new password for ${nameOf(member)}`,
    parent: { text: nameOf(member), address },
    sections: [
      {
        kind: 'text',
        heading: 'The link',
        hint: 'It works once, for one hour, and is not shown again. Give it to nobody but the player.',
        text: link,
      },
    ],
  };
}
