/** The kinds of mail about accounts. */
export type AccountMail =
  | 'registration'
  | 'password-link'
  | 'email-link'
  | 'password-changed'
  | 'email-changed'
  | 'log-in';
