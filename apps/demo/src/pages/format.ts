import { ratingDifference } from '@partner-rating/client';

// Formats numbers and codes of the service for people.

/** Makes a sport's name from its code: `table-tennis` becomes "Table tennis". */
export function sportName(code: string): string {
  return capitalized(code.replaceAll('-', ' '));
}

/** Returns a rating with three decimals, or a dash if there is none. */
export function formatRating(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export interface Difference {
  text: string;
  direction: 'up' | 'down' | 'same' | 'new';
}

export function difference(before: number | null, after: number | null): Difference {
  if (after === null) return { text: 'removed', direction: 'down' };
  const change = ratingDifference({ previousRating: before, newRating: after });
  if (change === null) return { text: 'new', direction: 'new' };
  if (change === 0) return { text: '±0.000', direction: 'same' };
  const text = Math.abs(change).toFixed(3);
  return change > 0
    ? { text: `+${text}`, direction: 'up' }
    : { text: `−${text}`, direction: 'down' };
}

/** The time of day in the time zone of this application. */
export function formatTime(date: Date): string {
  return date.toLocaleTimeString('en-GB');
}

/** Returns a day, such as "3 Sept 2026", in UTC, like the service. */
export function formatDate(date: Date): string {
  return date.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A list of names: "A and B", "A, B and C". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const categoryNames: Record<string, string> = {
  overall: 'All matches',
  singles: 'Singles',
  doubles: 'Doubles',
  gender: 'Same gender',
  mixed: 'Mixed',
};

/** A bracket key as a name, such as "Singles, 35+". */
export function bracketName(bracket: string): string {
  // A key is `<category>-<division>`, and a division may contain a hyphen.
  const [category = '', ...rest] = bracket.split('-');
  const division = rest.join('-');
  return `${categoryName(category)}, ${division === 'open' ? 'open' : divisionName(division)}`;
}

export function categoryName(category: string): string {
  return categoryNames[category] ?? capitalized(category);
}

export function divisionName(division: string): string {
  return division === 'open' ? 'Open' : division.replace('-', '–');
}

/** Known categories in their usual order, then the others. */
export function compareCategories(one: string, other: string): number {
  return orderOf(one) - orderOf(other);
}

function orderOf(category: string): number {
  const known = Object.keys(categoryNames);
  const position = known.indexOf(category);
  return position === -1 ? known.length : position;
}

/** `open` first, then by name. */
export function compareDivisions(one: string, other: string): number {
  if (one === 'open' || other === 'open') return one === other ? 0 : one === 'open' ? -1 : 1;
  return one < other ? -1 : 1;
}
