/** Where a page ended, in a list whose latest row stands first. Partners pass it back and never look inside. */
export function encodeCursor(lastOrder: number): string {
  return Buffer.from(JSON.stringify({ before: lastOrder })).toString('base64url');
}

/** The position a cursor stands for; null for a text that is none of ours. */
export function decodeCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const order = Number(/[1-9]\d*/.exec(text)?.[0]);
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return Number.isSafeInteger(order) && encodeCursor(order) === cursor ? order : null;
}
