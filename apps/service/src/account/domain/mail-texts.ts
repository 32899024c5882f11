import type { MailText } from '../../platform/mail/render-mail.ts';
import { type Language, language, plural } from '../../platform/pages/domain/locale.ts';

/** Writes paragraphs, one of which may be the link that the mail is about. It ends with where it comes from. */
function write(
  publicUrl: string,
  subject: string,
  paragraphs: readonly string[],
  page = '/account',
): MailText {
  const blocks = paragraphs.map((text) =>
    /^https?:\/\/\S+$/.test(text) ? { link: text, label: subject } : text,
  );
  return { subject, blocks, page: `${publicUrl}${page}`, stop: null };
}

// No mail greets by name: to an address that is not proven, somebody else may have typed the name.

function registrationText(publicUrl: string, link: string): MailText {
  return write(publicUrl, 'Finish your registration', [
    'Somebody, probably you, registered for a player account with this e-mail address. This link proves that it is yours. It works once, for 24 hours, and asks for the password you chose:',
    link,
    'If it was not you, do nothing. There is no account until somebody with this mailbox and that password follows the link.',
  ]);
}

function accountExistsText(publicUrl: string, link: string): MailText {
  return write(publicUrl, 'You have an account already', [
    'Somebody, probably you, registered for a player account with this e-mail address. There is an account with it already: log in with the password you have.',
    'If you forgot it, choose a new one here. This link works once, for one hour:',
    link,
    'If it was not you, do nothing. Nothing was changed.',
  ]);
}

function passwordLinkText(publicUrl: string, link: string): MailText {
  return write(publicUrl, 'Choose a new password', [
    'Somebody, probably you, forgot the password of the player account with this e-mail address. Choose a new one here. This link works once, for one hour:',
    link,
    'If it was not you, do nothing. The password stays as it is.',
  ]);
}

function emailLinkText(publicUrl: string, link: string): MailText {
  return write(publicUrl, 'Prove your e-mail address', [
    'A player asked to use this e-mail address for their account. If it was you, this link proves that it is yours. It works once, for 24 hours:',
    link,
    'If it was not you, do nothing.',
  ]);
}

const notYou = (publicUrl: string) =>
  `If it was not you, choose a new password now, which logs everybody out: ${publicUrl}/account/password/forgotten`;

function passwordChangedText(publicUrl: string): MailText {
  return write(publicUrl, 'Your password was changed', [
    'The password of your player account was changed.',
    notYou(publicUrl),
  ]);
}

function emailChangedText(publicUrl: string): MailText {
  return write(publicUrl, 'Your e-mail address was changed', [
    'Your player account has another e-mail address now. Mails go there from now on, and you log in with it.',
    'If it was not you, write to those who run the service: with this address you can no longer log in.',
  ]);
}

function logInText(publicUrl: string, browser: string, moment: Date): MailText {
  return write(publicUrl, 'New log-in to your account', [
    `Somebody, probably you, logged in to your player account with a browser that was not used for it before: ${browser}, on ${moment.toUTCString()}.`,
    notYou(publicUrl),
  ]);
}

/** Who has the account that a mail is about. */
export interface MailReader {
  of: 'player' | 'operator';
  publicUrl: string;
}

function logInLinkText({ of, publicUrl }: MailReader, link: string): MailText {
  const paragraphs = [
    `Somebody entered many wrong passwords for your ${of} account today. Until tomorrow, only browsers that you logged in with before can log in.`,
    'To log in with another browser, open this link in it. Then log in as usual. The link works once, for 24 hours:',
    link,
    'If it was not you, do nothing. The wrong passwords let nobody in.',
  ];
  return write(publicUrl, 'Log in with a new browser', paragraphs, pageOf[of]);
}

function logInsFailedText(
  { of, publicUrl }: MailReader,
  { count, since }: { count: number; since: Date },
  until: Date,
): MailText {
  const advice = {
    player: [
      `If it was you and you forgot the password, choose a new one: ${publicUrl}/account/password/forgotten`,
      'If it was not you, make sure that your password is long and that you use it nowhere else, and turn on the second factor on your account page.',
    ],
    operator: [
      'If it was you and you forgot the password, ask another operator to run `operator account reset`.',
      'If it was not you, warn the other operators. Let only your own network reach the page, if you can.',
    ],
  };
  const paragraphs = [
    `Somebody failed to log in to your ${of} account ${count} times, from ${since.toUTCString()} to ${until.toUTCString()}.`,
    ...advice[of],
    'You get this e-mail at most once a day.',
  ];
  return write(publicUrl, 'Many failed log-ins to your account', paragraphs, pageOf[of]);
}

const pageOf = { player: '/account', operator: '/operator' } as const;

function secondFactorEnabledText(publicUrl: string): MailText {
  return write(publicUrl, 'Your second factor is on', [
    'From now on a log-in to your player account asks for a code of your app after the password. Keep your recovery codes where you find them without your phone.',
    notYou(publicUrl),
    'A new password does not turn the second factor off. If somebody else turned it on, ask those who run the service to remove it.',
  ]);
}

function secondFactorDisabledText(publicUrl: string): MailText {
  return write(publicUrl, 'Your second factor is off', [
    'The second factor of your player account was turned off: a log-in asks only for the password.',
    notYou(publicUrl),
  ]);
}

function secondFactorRemovedText(publicUrl: string): MailText {
  return write(publicUrl, 'Your second factor was removed', [
    'Those who run the service removed the second factor of your player account, as they do for players who lost both their phone and their recovery codes. A log-in asks only for the password. You can turn it on again on your account page.',
    'If you did not ask for it, choose a new password and write to those who run the service.',
  ]);
}

function secondFactorRefusedText(publicUrl: string, browser: string, moment: Date): MailText {
  return write(publicUrl, 'A wrong code after your password', [
    `Somebody typed the password of your player account, which was right, and then a wrong code: ${browser}, on ${moment.toUTCString()}. The code logged nobody in.`,
    notYou(publicUrl),
  ]);
}

function recoveryCodeUsedText(publicUrl: string, left: number): MailText {
  return write(publicUrl, 'A recovery code was used', [
    `Somebody, probably you, used a recovery code of your player account instead of a code from your app. It does not work again. ${leftWords(left)}`,
    notYou(publicUrl),
  ]);
}

function recoveryCodesReplacedText(publicUrl: string): MailText {
  return write(publicUrl, 'You have new recovery codes', [
    'New recovery codes were made for your player account. Those you had before no longer work.',
    notYou(publicUrl),
  ]);
}

function leftWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones on your account page.';
  return plural(left, { one: 'One is left: make new ones soon.', other: '{count} are left.' });
}

const en = {
  registration: registrationText,
  accountExists: accountExistsText,
  passwordLink: passwordLinkText,
  emailLink: emailLinkText,
  passwordChanged: passwordChangedText,
  emailChanged: emailChangedText,
  logIn: logInText,
  logInLink: logInLinkText,
  logInsFailed: logInsFailedText,
  secondFactorEnabled: secondFactorEnabledText,
  secondFactorDisabled: secondFactorDisabledText,
  secondFactorRemoved: secondFactorRemovedText,
  secondFactorRefused: secondFactorRefusedText,
  recoveryCodeUsed: recoveryCodeUsedText,
  recoveryCodesReplaced: recoveryCodesReplacedText,
};

/** The texts of the mails about accounts. Those of another language have this type. */
export type MailTexts = typeof en;

const catalogues: Record<Language, MailTexts> = { en };

/** Returns the texts in the reader's language. */
export function mailTexts(): MailTexts {
  return catalogues[language()];
}
