import { typeid } from 'typeid-js';

/**
 * The prefixes of contract identifiers; `ses_` for sessions, which only their player sees; and those
 * that never leave the service: `con_` for connections, `reg_` for registrations, `mai_` for mails,
 * `acc_` for the accounts of people who are no players, `opr_` for operators; `opt_` for the tokens of operators,
 * `job_` for their jobs; `tea_` for people in a team.
 */
export type IdentifierPrefix =
  | 'mem'
  | 'app'
  | 'key'
  | 'con'
  | 'ses'
  | 'acc'
  | 'reg'
  | 'mai'
  | 'bat'
  | 'mat'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'opr'
  | 'opt'
  | 'tea'
  | 'job';

/** A new TypeID: time-ordered, so that rows made together lie together. */
export function newId<Prefix extends IdentifierPrefix>(prefix: Prefix): `${Prefix}_${string}` {
  return typeid(prefix).toString() as `${Prefix}_${string}`;
}
