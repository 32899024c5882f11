import { deceptiveCharacterIn } from '@partner-rating/server';
import { redirectUriFault } from '../../oauth/domain/redirect-uri.ts';
import { OperatorError } from '../terminal/operator-error.ts';

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** @throws OperatorError where this cannot be the client_id of a partner. */
export function refuseClientId(clientId: string): void {
  if (SLUG.test(clientId)) return;
  throw new OperatorError(
    `The client_id must be lower-case letters, digits and hyphens, 64 at most: ${clientId}`,
  );
}

/** @throws OperatorError where players must not be shown a partner by this name. */
export function refuseName(name: string): void {
  if (name.trim() === '' || name.length > 100) {
    throw new OperatorError(
      'The name must be 1 to 100 characters: players see it when they connect.',
      { field: 'name' },
    );
  }
  const deceptive = deceptiveCharacterIn(name);
  if (deceptive !== null) {
    throw new OperatorError(
      `The name has an invisible character that changes how it is read (${deceptive}). Remove it.`,
      { field: 'name' },
    );
  }
}

/** @throws OperatorError where these cannot be all redirect addresses of a partner. */
export function refuseRedirects(addresses: readonly string[]): void {
  if (addresses.length === 0) {
    throw new OperatorError('Give at least one redirect address, the partner’s callback.', {
      field: 'redirects',
    });
  }
  for (const address of addresses) {
    const fault = redirectUriFault(address);
    if (fault !== null) {
      throw new OperatorError(`${fault} This is not one: ${address}`, { field: 'redirects' });
    }
  }
}
