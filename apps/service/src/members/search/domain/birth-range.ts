import type { Range } from '../store/search-filter.ts';

/** The birth dates (`YYYY-MM-DD`) of an age: later than the one, not later than the other. */
export interface BirthRange {
  after: string | null;
  upTo: string | null;
}

/** The birth dates of members who have these ages on this day, as `ageOn` counts them. */
export function birthRange({ from, to }: Range, day: string): BirthRange {
  return {
    after: to === null ? null : yearsBefore(day, to + 1),
    upTo: from === null ? null : yearsBefore(day, from),
  };
}

function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  const date = `${String(year).padStart(4, '0')}${day.slice(4)}`;
  // On 29 February, someone born on the 28th is as old as someone born on the 29th would be.
  return date.endsWith('-02-29') && !isLeapYear(year) ? date.replace('-29', '-28') : date;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
