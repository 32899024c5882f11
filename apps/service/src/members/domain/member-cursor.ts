/** Where a page of members in the order of their ids ended. Partners pass it back and never look inside. */
export function encodeMemberCursor(lastId: string): string {
  return Buffer.from(JSON.stringify({ after: lastId })).toString('base64url');
}

/** The id of the member a page ended with; null for a text that is not one of our cursors. */
export function decodeMemberCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id] = /mem_[0-7][0-9a-hjkmnp-tv-z]{25}/.exec(text) ?? [];
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return id !== undefined && encodeMemberCursor(id) === cursor ? id : null;
}
