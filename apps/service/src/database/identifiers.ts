import { typeid } from 'typeid-js';

/** The prefixes of contract identifiers, and `con_` for connections, which never leave the service. */
export type IdentifierPrefix = 'mem' | 'app' | 'key' | 'con' | 'bat' | 'mat' | 'evt' | 'whd';

/** A new TypeID: time-ordered, so that rows made together lie together. */
export function newId<Prefix extends IdentifierPrefix>(prefix: Prefix): `${Prefix}_${string}` {
  return typeid(prefix).toString() as `${Prefix}_${string}`;
}
