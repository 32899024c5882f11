/** The moment an RFC 3339 date-time names; null for one outside the years 1 to 9999. */
export function parseMatchDate(text: string): Date | null {
  // A leap second is a moment of RFC 3339 that JavaScript does not know: the second before it.
  const moment = new Date(text.replace(/^(.{17})60/, '$159'));
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : null;
}
