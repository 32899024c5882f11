import { typeid } from 'typeid-js';

/**
 * The prefixes of ids. Some are in the contract. The others are `ses_` for sessions, `con_` for connections, `reg_` for
 * registrations, `mai_` for mails, `acc_` for the accounts of people who are not players, `opr_` for operators, `opt_` for
 * their tokens, `job_` for their jobs, and `tea_` for people in a team.
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

/** Returns a new TypeID. It is ordered by time, so rows that are created together are stored together. */
export function newId<Prefix extends IdentifierPrefix>(prefix: Prefix): `${Prefix}_${string}` {
  return typeid(prefix).toString() as `${Prefix}_${string}`;
}
