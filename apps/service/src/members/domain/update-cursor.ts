import type { UpdatePosition } from '../store/rating-updates.ts';

/** Where a page of updates ended. Partners pass it back and never look inside. */
export function encodeUpdateCursor({ transactionId, position }: UpdatePosition): string {
  return Buffer.from(JSON.stringify({ after: [transactionId, position] })).toString('base64url');
}

/** The position that a cursor encodes; null for a text that is not one of our cursors. */
export function decodeUpdateCursor(cursor: string): UpdatePosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, transaction, number] = /(\d+),([1-9]\d*)/.exec(text) ?? [];
  const found = { transactionId: Number(transaction), position: Number(number) };
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  const isOurs = Number.isSafeInteger(found.transactionId) && Number.isSafeInteger(found.position);
  return isOurs && encodeUpdateCursor(found) === cursor ? found : null;
}
