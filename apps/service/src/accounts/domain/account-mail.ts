/** The kinds of mail about accounts. */
export type AccountMail =
  | 'registration'
  | 'password-link'
  | 'email-link'
  | 'password-changed'
  | 'email-changed'
  | 'log-in'
  | 'log-in-link'
  | 'log-ins-failed'
  | 'second-factor-enabled'
  | 'second-factor-disabled'
  | 'second-factor-removed'
  | 'second-factor-refused'
  | 'recovery-code-used'
  | 'recovery-codes-replaced';
