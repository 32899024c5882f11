/** Where a page of matches ended. Partners pass it back and never look inside. */
export function encodeMatchCursor(lastId: string): string {
  return Buffer.from(JSON.stringify({ before: lastId })).toString('base64url');
}

/** The id of the match a page ended with; null for a text that is not one of our cursors. */
export function decodeMatchCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id] = /mat_[0-7][0-9a-hjkmnp-tv-z]{25}/.exec(text) ?? [];
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return id !== undefined && encodeMatchCursor(id) === cursor ? id : null;
}
