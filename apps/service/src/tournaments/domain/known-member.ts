import { foldShort } from '../../members/domain/name-columns.ts';
import type { MemberFactsRow } from '../store/candidates.ts';
import type { Facts } from './facts.ts';

/** A member, who may be a ghost, as participants are compared with them. */
export interface KnownMember extends Facts {
  id: string;
  memberNumber: number;
  displayName: string;
  isGhost: boolean;
  isDiscoverable: boolean;
}

export function knownMember(row: MemberFactsRow): KnownMember {
  return {
    id: row.id,
    memberNumber: row.member_number,
    displayName: row.display_name,
    isGhost: row.is_ghost,
    isDiscoverable: row.is_discoverable,
    email: row.email,
    birthYear: row.birth_year,
    gender: row.gender === 'UNKNOWN' ? null : row.gender,
    city: row.city_folded,
    state: row.state === null ? null : foldShort(row.state),
  };
}
