import { isKnown } from '../players/domain/visibility.ts';
import type { LiveConnection, PlayerRow } from '../players/store/players.ts';

/** Who reports matches. */
export interface Submitter {
  applicationId: string;
  /** Whether results move players who have not granted `user:match:submit`. */
  trusted: boolean;
}

/** What players let an application do and know. */
export interface Consent {
  hasGranted: (memberId: string, scope: string) => boolean;
  mayKnow: (player: Pick<PlayerRow, 'id' | 'is_discoverable' | 'is_own_ghost'>) => boolean;
}

/** By the players' connections, to whatever applications. */
export function consentTo(applicationId: string, connections: readonly LiveConnection[]): Consent {
  const granted = new Map(
    connections
      .filter((connection) => connection.application_id === applicationId)
      .map((connection) => [connection.member_id, connection.scopes]),
  );
  return {
    hasGranted: (memberId, scope) => granted.get(memberId)?.includes(scope) === true,
    mayKnow: ({ id, is_discoverable: isDiscoverable, is_own_ghost: isOwnGhost }) =>
      isKnown({ granted: granted.get(id) ?? null, isDiscoverable, isOwnGhost }),
  };
}

/** The players whose ratings the submitter's results move: those who agreed, or everybody where it is trusted. */
export function confirmedBy(
  { trusted }: Submitter,
  { hasGranted }: Pick<Consent, 'hasGranted'>,
): (memberId: string) => boolean {
  return (memberId) => trusted || hasGranted(memberId, 'user:match:submit');
}
