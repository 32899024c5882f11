/** The moment an RFC 3339 date-time names; null for one outside the years 1 to 9999. */
export function parseMatchDate(text: string): Date | null {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : null;
}
