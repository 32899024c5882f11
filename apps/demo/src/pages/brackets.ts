import { capitalized } from './format.ts';

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
