import type { playerScopes } from '@partner-rating/server/catalogue';

type Scope = (typeof playerScopes)[number]['name'];

/**
 * What a field of a member requires: `card` if everybody sees it of a discoverable member, otherwise the scope that the
 * player must have granted to the application. For `sport`, `ratingsAreShown` decides.
 */
export const fieldNeeds = {
  id: 'card',
  memberId: 'card',
  firstName: 'user:profile:read',
  lastName: 'user:profile:read',
  fullName: 'user:profile:read',
  displayName: 'card',
  age: 'user:profile:read',
  city: 'card',
  state: 'card',
  zip: 'user:profile:read',
  country: 'card',
  gender: 'card',
  'status.isVairified': 'card',
  'status.isWheelchair': 'user:profile:read',
  'status.isConnected': 'card',
  'status.isGhost': 'card',
  email: 'user:profile:email',
  grantedScopes: 'user:profile:read',
  sport: 'card',
} as const satisfies Record<string, 'card' | Scope>;

export type MemberField = keyof typeof fieldNeeds;

/** The fields of a player under 16 that no application sees, whatever was granted. Applications know such a player as "Mike B.". */
export const hiddenOfChildren: readonly MemberField[] = ['lastName', 'fullName', 'age', 'email'];

/** Without this scope, the ratings of a connected player are shown nowhere, not even on the card. */
export const RATINGS_SCOPE = 'user:rating:read' satisfies Scope;

/** How an application and a player are related. */
export interface Relation {
  /** The scopes of a live connection, or of the token that the application sent. Null without a connection. */
  granted: readonly string[] | null;
  /** Whether the player chose to be found, and is old enough. */
  isDiscoverable: boolean;
  /** Whether it is a ghost, a member without an account, of this application. Other applications cannot find it. */
  isOwnGhost: boolean;
}

/** Returns whether a player exists for an application. If not, every response is the same as for an unknown id. */
export function isKnown({ granted, isDiscoverable, isOwnGhost }: Relation): boolean {
  return granted !== null || isDiscoverable || isOwnGhost;
}

export function ratingsAreShown({ granted }: Relation): boolean {
  return granted === null || granted.includes(RATINGS_SCOPE);
}

/** Returns whether a field of a known player is shown. */
export function isFieldShown(field: MemberField, relation: Relation): boolean {
  if (field === 'sport') return ratingsAreShown(relation);
  const need = fieldNeeds[field];
  return need === 'card' || (relation.granted?.includes(need) ?? false);
}
