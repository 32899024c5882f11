const time =
  '[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const dayOfEveryMonth = new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])${time}$`);
const dayOfSomeMonths = new RegExp(`^(\\d{4})-(0[1-9]|1[0-2])-(29|30|31)${time}$`);

/**
 * Returns whether a text is a `date-time` of RFC 3339 that a `Date` can represent. A leap second (`:60`) is
 * refused: a `Date` cannot represent it.
 */
export function dateTime(text: string): boolean {
  if (dayOfEveryMonth.test(text)) return true;
  const [, year, month, day] = dayOfSomeMonths.exec(text) ?? [];
  return Number(day) <= daysInMonth(Number(year), Number(month));
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
