import type { Schemas } from '@partner-rating/server';
import type { MemberRow, RatingRow } from '../../database/schema.ts';
import { sportMap } from '../../ratings/domain/sport-map.ts';
import { ageOn } from './age.ts';
import { displayName, fullName } from './names.ts';

export interface ConnectedMember {
  member: MemberRow;
  ratings: readonly RatingRow[];
  /** What this answer is made under: the connection's scopes, or the token's. */
  grantedScopes: string[];
  now: Date;
}

/** A connected player as the caller may see them: each field by the scope that grants it. */
export function toMember({ member, ratings, grantedScopes, now }: ConnectedMember): Schemas.Member {
  const granted = new Set(grantedScopes);
  return {
    id: member.id,
    memberId: member.member_number,
    firstName: member.first_name,
    lastName: member.last_name,
    fullName: fullName(member),
    displayName: displayName(member),
    ...(member.birth_date !== null && { age: ageOn(member.birth_date, now) }),
    ...(member.city !== null && { city: member.city }),
    ...(member.state !== null && { state: member.state }),
    ...(member.zip !== null && { zip: member.zip }),
    ...(member.country !== null && { country: member.country }),
    gender: member.gender,
    status: {
      isVairified: member.is_vairified,
      isWheelchair: member.is_wheelchair,
      isConnected: true,
      isGhost: member.is_ghost,
    },
    ...(granted.has('user:rating:read') && { sport: sportMap(ratings) }),
    ...(granted.has('user:profile:email') && member.email !== null && { email: member.email }),
    // What is stored was checked against the closed set when it was granted.
    grantedScopes: grantedScopes as Schemas.ScopeName[],
  };
}
