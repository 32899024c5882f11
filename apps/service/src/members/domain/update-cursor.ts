import type { UpdatePlace } from '../store/rating-updates.ts';

/** Where a page of updates ended. Partners pass it back and never look inside. */
export function encodeUpdateCursor({ transactionId, place }: UpdatePlace): string {
  return Buffer.from(JSON.stringify({ after: [transactionId, place] })).toString('base64url');
}

/** The place a cursor stands for; null for a text that is none of ours. */
export function decodeUpdateCursor(cursor: string): UpdatePlace | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, transaction, number] =
    /^\{"after":\[(0|[1-9]\d{0,15}),([1-9]\d{0,15})\]\}$/.exec(text) ?? [];
  const found = { transactionId: Number(transaction), place: Number(number) };
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  const isOurs = Number.isSafeInteger(found.transactionId) && Number.isSafeInteger(found.place);
  return isOurs && encodeUpdateCursor(found) === cursor ? found : null;
}
