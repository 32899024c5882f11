/** Below it is what players share. */
export const SHARED_PATH = '/players';

/** Where anybody who has the address reads what a player shares; its last part is the secret. */
export function sharedAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}${SHARED_PATH}/${secret}`;
}
