import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { type MailText, renderMail } from '../../platform/mail/render-mail.ts';
import { mailTexts } from './mail-texts.ts';

const texts = mailTexts();
const site = 'https://rating.example';
const link = `${site}/account/link#secret`;
const browser = 'Firefox on Mac';
const moment = new Date('2026-09-12T12:00:00Z');

const player = {
  of: 'player',
  home: `${site}/account`,
  forgotten: `${site}/account/password/forgotten`,
} as const;
const failed = { count: 20, since: new Date('2026-09-12T03:00:00Z') };

const rendered = <Name extends string>(mails: Record<Name, MailText>) =>
  Object.fromEntries(
    Object.entries<MailText>(mails).map(([name, mail]) => [name, renderMail(mail)]),
  );

const withLink = rendered({
  registration: texts.registration(player, link),
  'account exists': texts.accountExists(player, link),
  'forgotten password': texts.passwordLink(player, link),
  'email address': texts.emailLink(player, link),
  'new browser': texts.logInLink(player, link),
});
const ofBrowser = rendered({
  'log-in': texts.logIn(player, browser, moment),
  'refused code': texts.secondFactorRefused(player, browser, moment),
});
const withAdvice = {
  ...ofBrowser,
  ...rendered({
    'changed password': texts.passwordChanged(player),
    'two-step verification on': texts.secondFactorEnabled(player),
    'two-step verification off': texts.secondFactorDisabled(player),
    'recovery code': texts.recoveryCodeUsed(player, 9),
    'new recovery codes': texts.recoveryCodesReplaced(player),
  }),
};
const all = {
  ...withLink,
  ...withAdvice,
  ...rendered({
    'changed address': texts.emailChanged(player),
    'two-step verification removed': texts.secondFactorRemoved(player),
    'erased account': texts.accountErased(player),
    'failed log-ins': texts.logInsFailed(player, failed, moment),
  }),
};

describe.each(Object.entries(all))('the mail about a %s', (_, { subject, text }) => {
  const paragraphs = text.trimEnd().split('\n\n');

  it('has a subject, and no empty paragraph', () => {
    expect(subject).toMatch(/^[A-Z][a-z-]* [a-z][A-Za-z -]+$/);
    expect(paragraphs.length).toBeGreaterThanOrEqual(3);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^\S.{10,}/);
  });

  it('ends with its sender', () => {
    expect(text.endsWith(`\n\nPartner Rating\n${site}/account\n`)).toBe(true);
  });

  it('says what to do if it was somebody else', () => {
    expect(text).toMatch(/If (it was not you|you did not ask for it|somebody else)/);
  });
});

testRows(Object.entries(withLink))('a mail has its link on a separate line', (_, mail) => {
  expect(mail.text.split('\n')).toContain(link);
  expect(mail.text).toMatch(/works once, for (24 hours|one hour)/);
});

testRows(Object.entries(withAdvice))(
  'a mail about a change links to a new password, which logs everybody out',
  (_, { text }) => {
    expect(text).toContain(`logs everybody out: ${site}/account/password/forgotten`);
  },
);

testRows(Object.entries(ofBrowser))('a mail about a browser names it and the time', (_, mail) => {
  expect(mail.text).toContain(`${browser}, on 12 September 2026, 12:00 UTC.`);
});

testRows([
  [2, '2 are left.'],
  [1, 'One is left: make new ones soon.'],
  [0, 'It was the last one: make new ones on your account page.'],
])('a mail says how many recovery codes are left', (left, words) => {
  expect(renderMail(texts.recoveryCodeUsed(player, left)).text).toContain(` ${words}\n`);
});

it('the mail about failed log-ins names their number and the time', () => {
  const { text } = renderMail(texts.logInsFailed(player, failed, moment));
  expect(text).toContain(
    '20 times, from 12 September 2026, 03:00 UTC to 12 September 2026, 12:00 UTC.',
  );
});

it('a mail to an operator links to the page of operators, not to pages of players', () => {
  const home = `${site}/operator`;
  const operator = { of: 'operator', home, forgotten: home } as const;
  for (const { text } of [
    renderMail(texts.logInLink(operator, link)),
    renderMail(texts.logInsFailed(operator, failed, moment)),
  ]) {
    expect(text.endsWith(`\n\nPartner Rating\n${site}/operator\n`)).toBe(true);
    expect(text).not.toContain('/account/password');
    expect(text).toContain('your operator account');
  }
});
