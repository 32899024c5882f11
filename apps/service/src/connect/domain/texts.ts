import { type Language, language, plural } from '../../platform/pages/domain/locale.ts';

const othersLoggedOut = (count: number) =>
  count === 0
    ? 'You were logged in nowhere else.'
    : plural(count, {
        one: 'One other browser was logged out.',
        other: '{count} other browsers were logged out.',
      });

const en = {
  logIn: {
    heading: 'Log in',
    toAccount: 'to your player account',
    toConsole: 'to the console for partners',
    toApplication: 'to connect your player account with *{application}*',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    notLoggedIn: 'You are not logged in',
    noAccount: 'No account yet? [Create one].',
    noAccountYouReturn: 'No account yet? [Create one], and you come back here.',
    forgotten: '[Forgot your password?]',
    passwordStays:
      'Your password stays here: {application} never sees it. What you share you decide in the next step.',
  },
  code: {
    label: 'Code',
    hint: 'The six digits that your app shows, or one of your recovery codes.',
    heading: 'Enter your code',
    lead: 'Two-step verification is on. Enter a code from the app on your phone.',
    submit: 'Log in',
    notYou: { before: 'Not you?', text: 'Log in as somebody else' },
    noCode: { before: 'Neither the app nor a recovery code?', text: 'What you can do' },
  },
  consent: {
    title: (application: string) => `Connect ${application}`,
    heading: 'Connect {application}?',
    lead: '*{application}* asks for access to the player account of *{player}*.',
    leadWithEmail: '*{application}* asks for access to the player account of *{player}* ({email}).',
    scopes: 'It would like to',
    fixed: 'Always included',
    seenAnyway:
      'Whatever you choose here, applications that you have not connected can see your short name, city, state, country, gender, age group, and ratings, unless you are under 16 or have switched that off under _Who can find you_ on your account page.',
    returnsTo: 'After your choice you return to *{destination}*',
    thisDevice: (host: string) => `${host} (this device)`,
    app: (name: string) => `the app ${name}`,
    allow: 'Allow',
    refuse: 'Refuse',
    notYou: 'Not you?',
    logOut: 'Log out',
  },
  scopes: {
    'user:profile:read': {
      title: 'See your profile',
      detail:
        'Your full name, age, gender, where you live with your postal code, whether you have five rated games, and whether you play in a wheelchair.',
    },
    'user:profile:email': {
      title: 'See your email address',
      detail: 'The address you log in with.',
    },
    'user:rating:read': {
      title: 'See your ratings',
      detail:
        'Your current ratings in each sport, also those for singles, doubles, and your age group. Without this it sees none of your ratings, not even on leaderboards.',
    },
    'user:rating:history': {
      title: 'See your rating history and matches',
      detail: 'Every change since your first match, and your results with their players.',
    },
    'user:match:submit': {
      title: 'Submit match results for you',
      detail: 'Results it sends in count towards your ratings.',
    },
    'user:webhook:subscribe': {
      title: 'Be notified when your rating changes',
      detail: 'It gets a notification after each change.',
    },
  },
  messages: {
    undecided: {
      title: 'Nothing was decided',
      paragraphs: ['Go back and choose Allow or Refuse.'],
    },
    startAgain: 'Go back to the site you came from and start again.',
    unknownApplication: {
      title: 'This link does not work',
      paragraphs: [
        'It does not name an application that may connect to player accounts.',
        'Go back to the site you came from. If it happens again, report to its makers that the client_id is missing or unknown.',
      ],
    },
    suspended: (application: string) => ({
      title: 'This application cannot be connected at the moment',
      paragraphs: [
        `We have suspended ${application}. Nothing of your account is shared with it.`,
        'Connect it again later, or ask its makers what happened.',
      ],
    }),
    wrongRedirect: (application: string) => ({
      title: 'This link does not work',
      paragraphs: [
        `${application} asked to send you back to an address that it has not registered. To keep your account safe, we stop here.`,
        'Go back to the site you came from. If it happens again, report to its makers that the redirect_uri is missing or not registered.',
      ],
    }),
    wrongReference: (application: string) => ({
      title: 'This link does not work',
      paragraphs: [
        `It is incomplete, or it was not made by ${application}.`,
        `Go back to ${application} and connect again.`,
      ],
    }),
    expired: (application: string) => ({
      title: 'This link has expired',
      paragraphs: [
        'It was used already or is too old.',
        `Go back to ${application} and connect again.`,
      ],
    }),
  },
  errors: {
    outdatedForm:
      'This page was open for too long, or your browser sends no cookies. Send it again.',
    noEmail: 'Enter your email address.',
    noName: 'Enter your name.',
    noOneTimeCode: 'Enter the six digits that your app shows.',
    noPassword: 'Enter your password.',
    mismatch:
      'The email address or the password is wrong. If you have just registered, first open the link that confirms your address.',
    mismatchWithCode:
      'The name, the password or the code is wrong. A code works once: if yours did already, wait for the next. After many wrong codes none is taken for a while.',
    wrongPassword: 'The password is wrong.',
    locked: 'This account is locked. Ask the operator of the service why.',
    tooManyAttempts: (wait: string) => `There were too many attempts. Wait ${wait}.`,
    tooManyMails: (wait: string) =>
      `Too many emails were requested within an hour. Check the inbox and the spam folder of this address, or wait ${wait}.`,
    tooManyToday: (wait: string, howToLogIn: string) =>
      `There were too many wrong passwords for this account today. A browser that never logged in to it has to wait ${wait}. ${howToLogIn} A browser that you logged in with before does not have to wait.`,
    useMailedLink:
      'If this is your account, use the link that we sent you by email: it lets you log in with this browser now.',
    askForLink:
      'If this is your account, ask the operator of the service for a link that lets you log in with this browser now.',
    askOperatorForLink:
      'If this is your account, use the link in your email, or have `operator account link` print one: it lets you log in with this browser now.',
    seconds: (count: number) => plural(count, { one: '{count} second', other: '{count} seconds' }),
    minutes: (count: number) => plural(count, { one: '{count} minute', other: '{count} minutes' }),
    hours: (count: number) => plural(count, { one: '{count} hour', other: '{count} hours' }),
    noCode: 'Enter the six digits that your app shows, or a recovery code.',
    wrongCode: 'This code is wrong, or was used before. Wait until your app shows another one.',
    usedCode: 'This code was used already. Wait until your app shows the next one.',
    unreadableCode:
      'The codes of your app can no longer be checked. Enter a recovery code, or ask the operator of the service to turn off two-step verification.',
    notOfKey:
      'This code does not belong to the key. Type the code that your app shows now, and check the clock of your phone.',
    recoveryCodesHaveOwnLimit:
      'Or enter a recovery code. Recovery codes have a limit of their own.',
    shortPassword: (minimum: number) => `A password has at least ${minimum} characters.`,
    longPassword: (maximum: number) => `A password has at most ${maximum} characters.`,
    commonPassword:
      'This is one of the most common passwords, which attackers try first. Choose another, for example a few words.',
    noOldPassword: 'Enter your current password.',
    noNewPassword: 'Enter a new password.',
    samePassword: 'Choose a password that differs from the current one.',
    otherPasswordAgain: 'Type the new password the same way twice.',
  },
  browser: {
    unknown: 'Unknown browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  /** The result of a form, on the page after it. */
  notices: {
    'not-connected': 'This application is no longer connected.',
    'session-ended': 'That browser is logged out.',
    'session-gone': 'That browser was logged out already.',
    'logged-out': 'You are logged out.',
    'result-confirmed': 'The result is confirmed and counts for your rating.',
    'result-denied': 'The result does not count for your rating.',
    'result-disputed': 'We recorded that this result is wrong. It counts until it is voided.',
    'result-distinct':
      'It is recorded that this was another match. It counts once all its players say so.',
    'result-moved-on': 'This result changed while you were answering. Check it again.',
    shown: 'You are shown in search and on leaderboards.',
    hidden: 'Only applications that you connected can find you.',
    'mail-on': 'You get these emails from now on.',
    'mail-off': 'You get no more of these emails.',
    shared: 'Your share page is ready. Send its address to anybody you like.',
    'sharing-saved':
      'Your share page is saved. Sites that showed its picture may keep the earlier one.',
    'sharing-moved': 'Your share page has a new address. The earlier address no longer works.',
    'not-shared': 'Your share page is gone.',
    erased: 'Your account is erased. Goodbye, and thank you for playing.',
    'person-erased': 'Your account is erased.',
    registered: 'Your account is ready. For ratings in mixed matches and local ranks:',
    'profile-saved': 'Your profile is saved.',
    'profile-unverified':
      'Your profile is saved. Your name or gender changed, so others do not see that you have five rated games until your next rated match.',
    'password-reset': 'Your password is changed. Log in with the new one.',
    'browser-allowed':
      'Log in within an hour. After that, this browser does not need a link again.',
    'email-proven': 'Your email address is confirmed.',
    'factor-on': 'Two-step verification is on. If you have not seen your recovery codes:',
    'factor-not-new':
      'Two-step verification was on already. The key that you have just put into your app does not work: delete it there. Your previous key still works, and so do its recovery codes. If you do not have them:',
    'factor-off': 'Two-step verification is off.',
    outdated:
      'That page was out of date: it was open for too long, or you logged in or out in another tab. Nothing was changed. Go on here.',
  },
  /** The same, with the name of an application or an address. */
  noticesAbout: {
    disconnected: '*{subject}* is disconnected. Its access ended at once.',
    'email-asked': 'We sent a link to *{subject}*. Open it to confirm the address.',
  },
  /** The same, with a number. */
  noticesOfCount: {
    'others-ended': othersLoggedOut,
    'password-changed': (count: number) => `Your password is changed. ${othersLoggedOut(count)}`,
    'results-claimed': (count: number) =>
      count === 0
        ? 'None of them is yours. You are not asked about them again.'
        : plural(count, {
            one: 'One result is yours now and counts for your rating.',
            other: '{count} results are yours now and count for your rating.',
          }),
  },
  noticeLinks: { completeProfile: 'Complete your profile', newCodes: 'Make new recovery codes' },
};

/** The texts of the connect flow, of log-ins, and of notices. Those of another language have this type. */
export type ConnectTexts = typeof en;

const catalogues: Record<Language, ConnectTexts> = { en };

/** Returns the texts in the reader's language. */
export function connectTexts(): ConnectTexts {
  return catalogues[language()];
}
