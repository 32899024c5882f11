import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import type { StoredLink } from './store/operator-accounts.ts';

export const SET_UP_PATH = '/operator/set-up';

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** A new link by which an operator sets the account up, once, and what is stored of it. */
export function newSetUpLink({ clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>): {
  address: string;
  link: StoredLink;
} {
  const token = newSecret('');
  return {
    address: `${publicUrl}${SET_UP_PATH}?token=${token}`,
    link: {
      hash: hashSecret(token),
      expiresAt: new Date(clock().getTime() + LIFETIME_MILLISECONDS),
    },
  };
}
