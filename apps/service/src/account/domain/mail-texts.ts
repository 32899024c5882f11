import type { MailText } from '../../platform/mail/render-mail.ts';
import { type Language, language, momentText, plural } from '../../platform/pages/domain/locale.ts';

/** The person who has the account. */
export interface MailReader {
  of: 'player' | 'partner' | 'operator';
  /** The address of their first page. */
  home: string;
  /** The address where they ask for a link to choose a new password. */
  forgotten: string;
}

/** Writes paragraphs, one of which may be the link of the mail. It ends with the sender. */
function write({ home }: MailReader, subject: string, paragraphs: readonly string[]): MailText {
  const blocks = paragraphs.map((text) =>
    /^https?:\/\/\S+$/.test(text) ? { link: text, label: subject } : text,
  );
  return { subject, blocks, page: home, stop: null };
}

// No mail greets by name, because another person may have typed the name for an unproven address.

function registrationText(reader: MailReader, link: string): MailText {
  return write(reader, 'Finish your registration', [
    `Somebody, probably you, registered for a ${reader.of} account with this email address. Open this link to confirm the address. It works once, for 24 hours, and asks for the password you chose:`,
    link,
    'If it was not you, do nothing. There is no account until somebody opens the link and enters that password.',
  ]);
}

function accountExistsText(reader: MailReader, link: string): MailText {
  return write(reader, 'You have an account already', [
    `Somebody, probably you, registered for a ${reader.of} account with this email address. There is an account with it already: log in with the password you have.`,
    'If you forgot it, choose a new one here. This link works once, for one hour:',
    link,
    'If it was not you, do nothing. Nothing was changed.',
  ]);
}

function passwordLinkText(reader: MailReader, link: string): MailText {
  return write(reader, 'Choose a new password', [
    `Somebody, probably you, forgot the password of the ${reader.of} account with this email address. Choose a new one here. This link works once, for one hour:`,
    link,
    'If it was not you, do nothing. The password stays as it is.',
  ]);
}

function emailLinkText(reader: MailReader, link: string): MailText {
  return write(reader, 'Confirm your email address', [
    'A player asked to use this email address for their account. If it was you, open this link to confirm the address. It works once, for 24 hours:',
    link,
    'If it was not you, do nothing.',
  ]);
}

const notYou = ({ of, forgotten }: MailReader) =>
  of === 'operator'
    ? 'If it was not you, ask another operator to run `operator account reset` now, which logs everybody out.'
    : `If it was not you, choose a new password now, which logs everybody out: ${forgotten}`;

function passwordChangedText(reader: MailReader): MailText {
  return write(reader, 'Your password was changed', [
    `The password of your ${reader.of} account was changed.`,
    notYou(reader),
  ]);
}

function emailChangedText(reader: MailReader): MailText {
  return write(reader, 'Your email address was changed', [
    `Your ${reader.of} account has another email address now. Mails go there from now on, and you log in with it.`,
    'If it was not you, contact the operator of the service: with this address you can no longer log in.',
  ]);
}

function logInText(reader: MailReader, browser: string, moment: Date): MailText {
  return write(reader, 'New log-in to your account', [
    `Somebody, probably you, logged in to your ${reader.of} account with a browser that was not used for it before: ${browser}, on ${momentText(moment)}.`,
    notYou(reader),
  ]);
}

function logInLinkText(reader: MailReader, link: string): MailText {
  const paragraphs = [
    `Somebody entered many wrong passwords for your ${reader.of} account today. Until tomorrow, only browsers that you logged in with before can log in.`,
    'To log in with another browser, open this link in it. Then log in as usual. The link works once, for 24 hours:',
    link,
    'If it was not you, do nothing. The wrong passwords let nobody in.',
  ];
  return write(reader, 'Log in with a new browser', paragraphs);
}

function logInsFailedText(
  reader: MailReader,
  { count, since }: { count: number; since: Date },
  until: Date,
): MailText {
  const advice = {
    player: [
      `If it was you and you forgot the password, choose a new one: ${reader.forgotten}`,
      'If it was not you, make sure that your password is long and that you use it nowhere else, and turn on two-step verification on your account page.',
    ],
    partner: [
      `If it was you and you forgot the password, choose a new one: ${reader.forgotten}`,
      'If it was not you, make sure that your password is long and that you use it nowhere else.',
    ],
    operator: [
      'If it was you and you forgot the password, ask another operator to run `operator account reset`.',
      'If it was not you, warn the other operators. Let only your own network reach the page, if you can.',
    ],
  };
  const paragraphs = [
    `Somebody failed to log in to your ${reader.of} account ${count} times, from ${momentText(since)} to ${momentText(until)}.`,
    ...advice[reader.of],
    'You get this email at most once a day.',
  ];
  return write(reader, 'Many failed log-ins to your account', paragraphs);
}

function secondFactorEnabledText(reader: MailReader): MailText {
  return write(reader, 'Two-step verification is on', [
    `From now on a log-in to your ${reader.of} account asks for a code of your app after the password. Keep your recovery codes where you find them without your phone.`,
    notYou(reader),
    'A new password does not turn two-step verification off. If somebody else turned it on, ask the operator of the service to turn it off.',
  ]);
}

function secondFactorDisabledText(reader: MailReader): MailText {
  return write(reader, 'Two-step verification is off', [
    `Two-step verification was turned off for your ${reader.of} account. You now log in with only your password.`,
    notYou(reader),
  ]);
}

function secondFactorRemovedText(reader: MailReader): MailText {
  return write(reader, 'Two-step verification was turned off by an operator', [
    `An operator of the service turned off two-step verification for your ${reader.of} account. Operators do this for players who lost both their phone and their recovery codes. You now log in with only your password. You can turn it on again on your account page.`,
    'If you did not ask for it, choose a new password and contact the operator of the service.',
  ]);
}

function secondFactorRefusedText(reader: MailReader, browser: string, moment: Date): MailText {
  return write(reader, 'A wrong code after your password', [
    `Somebody typed the password of your ${reader.of} account, which was right, and then a wrong code: ${browser}, on ${momentText(moment)}. The code logged nobody in.`,
    notYou(reader),
  ]);
}

function recoveryCodeUsedText(reader: MailReader, left: number): MailText {
  return write(reader, 'A recovery code was used', [
    `Somebody, probably you, used a recovery code of your ${reader.of} account instead of a code from your app. It does not work again. ${leftWords(left)}`,
    notYou(reader),
  ]);
}

function recoveryCodesReplacedText(reader: MailReader): MailText {
  return write(reader, 'You have new recovery codes', [
    `New recovery codes were made for your ${reader.of} account. The old codes no longer work.`,
    notYou(reader),
  ]);
}

function accountErasedText(reader: MailReader): MailText {
  return write(reader, 'Your account was erased', [
    `Your ${reader.of} account and your personal data in it were erased. Your matches stay, with the name “Former player”. Nobody can undo this.`,
    'This is the last email. After it is sent, the service no longer stores this address.',
    'If it was not you, contact the operator of the service.',
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
  accountErased: accountErasedText,
};

/** The texts of the mails about accounts. Those of another language have this type. */
export type MailTexts = typeof en;

const catalogues: Record<Language, MailTexts> = { en };

/** Returns the texts in the reader's language. */
export function mailTexts(): MailTexts {
  return catalogues[language()];
}
