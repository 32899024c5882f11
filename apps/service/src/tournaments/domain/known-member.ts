import type { KeyedHash } from '../../players/domain/keyed-hash.ts';
import { foldShort } from '../../players/domain/name-columns.ts';
import type { MemberFactsRow } from '../store/candidates.ts';
import type { Facts } from './facts.ts';

/** A member, who may be a ghost, as participants are compared with them. */
export interface KnownMember extends Facts {
  id: string;
  memberNumber: number;
  displayName: string;
  /** First and last name, folded. */
  name: string;
  isGhost: boolean;
  /** Whether it is a ghost that the application itself made. */
  isOwnGhost: boolean;
  /**
   * Whether the application may know of them: they can be found, or are connected to it. Facts
   * of others have no part in what is decided or returned; they are identified by what names them.
   */
  mayBeKnown: boolean;
}

export function knownMember(row: MemberFactsRow, hash: KeyedHash): KnownMember {
  return {
    id: row.id,
    memberNumber: row.member_number,
    displayName: row.display_name,
    name: row.name_folded,
    isGhost: row.is_ghost,
    isOwnGhost: row.is_own_ghost,
    mayBeKnown: row.may_be_known,
    emailHash: row.email === null ? row.email_hash : hash(row.email),
    birthYear: row.birth_year,
    gender: row.gender === 'UNKNOWN' ? null : row.gender,
    city: row.city_folded,
    state: row.state === null ? null : foldShort(row.state),
  };
}
