/** The texts of registration, of passwords, and of the links in emails. */
export const logInTexts = {
  register: {
    heading: 'Create your account',
    lead: 'One account for your matches and ratings, wherever you play.',
    emailHint: 'We send you a link to confirm it.',
    emailHintByOperator:
      'This service does not send email. Its operator gives you a link to confirm it.',
    birthDateHint:
      'Decides the age groups you are rated in. Others see no more than your age group; an application that you connect sees your age.',
    discoveryHint:
      'If you are shown, applications of clubs, leagues, and tournaments find you by your name. They see your short name, where you live, your gender, whether you have five rated games, and your ratings. Until you are 16 nobody finds you, whatever you choose. You can change this under Settings.',
    submit: 'Create account',
    notRegistered: 'You are not registered yet',
    haveOne: { before: 'Do you have an account already?', text: 'Log in' },
    askForLink: (email: string) => ({
      title: 'One more step',
      paragraphs: [
        `This service does not send email. Ask its operator for the link that confirms ${email}.`,
        'The link works for 24 hours. Until you follow it there is no account, and nobody can find you.',
      ],
    }),
    linkSent: (email: string) => ({
      title: 'Check your inbox',
      paragraphs: [
        `We sent an email to ${email}. Open its link within 24 hours.`,
        'Until you follow its link there is no account, and nobody can find you. If nothing arrives, check your spam folder, or register again.',
      ],
    }),
    again: 'Register again',
    finish: {
      heading: 'Finish your registration',
      lead: (email: string) => `Enter the password you chose. This confirms ${email}.`,
      submit: 'Finish and log in',
      notFinished: 'Your registration is not finished',
      forgotten: { before: 'Forgot it?', text: 'Register again' },
      otherPassword: 'You chose another password when you registered.',
    },
  },
  signUp: {
    heading: 'Sign up',
    lead: 'One account for the applications that you build or run. You add an application in the next step.',
    name: 'Name',
    nameHint: 'Yours, so that your team and the operators know who you are.',
    submit: 'Sign up',
    notSignedUp: 'You are not signed up yet',
    askForLink: (email: string) => ({
      title: 'One more step',
      paragraphs: [
        `This service does not send email. Ask its operator for the link that confirms ${email}.`,
        'The link works for 24 hours. Until you follow it there is no account.',
      ],
    }),
    linkSent: (email: string) => ({
      title: 'Check your inbox',
      paragraphs: [
        `We sent an email to ${email}. Open its link within 24 hours.`,
        'Until you follow its link there is no account. If nothing arrives, check your spam folder, or sign up again.',
      ],
    }),
    again: 'Sign up again',
    forgotten: { before: 'Forgot it?', text: 'Sign up again' },
  },
  erasePerson: {
    heading: 'Erase your account?',
    lead: 'Your name, your email address, and your password are deleted at once, and nobody can undo this. You leave all teams. Applications stay, and their keys keep working. If you are the only owner of one, first make somebody else an owner, or ask the operator of this service to delete it.',
    submit: 'Erase my account',
    notErased: 'Your account is not erased',
  },
  forms: {
    email: 'Email',
    password: 'Password',
    newPasswordHint: (minimum: number) =>
      `At least ${minimum} characters. A few words you can remember beat one word with symbols.`,
    sendLink: 'Send the link',
    noLinkSent: 'No link is sent',
    anotherLink: 'Ask for another link',
    toAccount: 'Go to your account',
    startAtAccount: 'Everything there is to do starts at your account.',
  },
  expiredLink: {
    title: 'This link has expired',
    paragraphs: ['It was used already or is too old. If you finished what it was for, log in.'],
    logIn: 'Log in',
  },
  email: {
    heading: 'Email address',
    lead: 'We send a link to the new address. Once you open the link, you log in with that address.',
    noMail:
      'This service does not send email. Ask its operator for a link that confirms your address, or to change it.',
    confirm: 'Confirm this email address?',
    submit: 'Confirm email',
    notConfirmed: 'Your email address is not confirmed yet',
  },
  forgotten: {
    heading: 'Forgot your password?',
    lead: 'Enter the email address of your account. We send you a link to choose a new password.',
    noMail:
      'This service does not send email. Ask its operator for a link to choose a new password.',
    sent: (email: string) => ({
      title: 'Check your inbox',
      paragraphs: [
        `If there is an account with ${email}, we sent it an email. The link in it works once, for one hour.`,
        'If nothing arrives, check your spam folder, or try your other addresses.',
      ],
    }),
  },
  newPassword: {
    heading: 'Choose a new password',
    lead: 'Every browser is logged out. Connected applications stay connected, and two-step verification stays as it is.',
    leadOfPartner: 'Every browser is logged out. API keys keep working.',
    change: 'Change password',
    changeLead: 'Every other browser is logged out. Connected applications stay connected.',
    current: 'Current password',
    password: 'New password',
    again: 'New password again',
    notChanged: 'Your password is not changed',
  },
  allowBrowser: {
    heading: 'Log in with this browser?',
    lead: 'Many wrong passwords were entered for your account. Allow this browser, and then log in with it as usual.',
    submit: 'Allow this browser',
    notAllowed: 'This browser is not allowed yet',
  },
};
