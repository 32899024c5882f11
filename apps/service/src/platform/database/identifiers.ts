import { typeid } from 'typeid-js';

/**
 * The prefixes of contract identifiers; `con_` for connections, which never leave the service, and
 * `ses_` for sessions, which only their player sees.
 */
export type IdentifierPrefix =
  | 'mem'
  | 'app'
  | 'key'
  | 'con'
  | 'ses'
  | 'bat'
  | 'mat'
  | 'evt'
  | 'whd';

/** A new TypeID: time-ordered, so that rows made together lie together. */
export function newId<Prefix extends IdentifierPrefix>(prefix: Prefix): `${Prefix}_${string}` {
  return typeid(prefix).toString() as `${Prefix}_${string}`;
}
