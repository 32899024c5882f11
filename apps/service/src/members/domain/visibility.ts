import type { playerScopes } from '@partner-rating/server/catalogue';

type Scope = (typeof playerScopes)[number]['name'];

/**
 * What a field of a member needs to be shown: `card` of anybody who is discoverable, otherwise a
 * scope that the player granted to the application that asks. `sport` is the exception, see
 * `ratingsAreShown`.
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

/** What no application sees of a player under 16, whatever was granted: it knows them as "Mike B.". */
export const hiddenOfChildren: readonly MemberField[] = ['lastName', 'fullName', 'age', 'email'];

/** The scope without which a connected player's ratings are shown nowhere, the card included. */
export const RATINGS_SCOPE = 'user:rating:read' satisfies Scope;

/** What an application is to a player. */
export interface Relation {
  /** The scopes of a live connection, or of the token it asks with; null where there is none. */
  granted: readonly string[] | null;
  /** Whether the player is old enough to be found, and chose to be. */
  isDiscoverable: boolean;
  /** Whether it is a ghost of the application's own. No other may find a ghost. */
  isOwnGhost: boolean;
}

/** A player who is not known to an application does not exist for it: every answer is as for nobody. */
export function isKnown({ granted, isDiscoverable, isOwnGhost }: Relation): boolean {
  return granted !== null || isDiscoverable || isOwnGhost;
}

/** Ratings are on the card of everybody who did not connect without them. */
export function ratingsAreShown({ granted }: Relation): boolean {
  return granted === null || granted.includes(RATINGS_SCOPE);
}

/** Whether a field is shown of a player who is known. */
export function isFieldShown(field: MemberField, relation: Relation): boolean {
  if (field === 'sport') return ratingsAreShown(relation);
  const need = fieldNeeds[field];
  return need === 'card' || (relation.granted?.includes(need) ?? false);
}
