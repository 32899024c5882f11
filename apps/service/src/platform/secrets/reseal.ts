import { openOrNull, type SecretSealing } from './sealing.ts';

/** The key of the database until now, null where it is lost, and the one from now on. */
export interface ChangingKeys {
  previous: SecretSealing | null;
  present: SecretSealing;
}

/** What became of the secrets of one kind. */
export interface Resealed {
  /** How many the present key opens now. */
  readable: number;
  /** Whose no key opens. */
  lost: string[];
}

/** A secret sealed with the present key; null where the previous one does not open it. */
export async function reseal(
  { previous, present }: ChangingKeys,
  sealed: Uint8Array,
  context: string,
): Promise<Uint8Array | null> {
  if (previous === null) return null;
  const secret = await openOrNull(previous, sealed, context);
  return secret === null ? null : await present.seal(secret, context);
}
