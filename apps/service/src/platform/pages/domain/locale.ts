import { AsyncLocalStorage } from 'node:async_hooks';

/** The language of the texts. The region of the reader decides only how dates and numbers are written. */
export const LANGUAGE = 'en';

const DEFAULT_LOCALE = 'en-GB';

const reader = new AsyncLocalStorage<string>();

/** Writes dates and numbers for this locale in what `run` calls. */
export function withLocale<Result>(locale: string, run: () => Result): Result {
  return reader.run(locale, run);
}

function locale(): string {
  return reader.getStore() ?? DEFAULT_LOCALE;
}

/** Returns the locale of somebody who lives in this country, by its code of ISO 3166. */
export function localeOfCountry(country: string | null): string {
  return country === null ? DEFAULT_LOCALE : inRegion(`und-${country}`);
}

// Browsers send a handful. The rest of a longer header is somebody's attempt.
const MAX_HEADER = 200;

/** Returns the locale of the language that a browser prefers (RFC 9110 section 12.5.4). */
export function localeOfBrowser(acceptLanguage: string | undefined): string {
  const [preferred = ''] = (acceptLanguage ?? '')
    .slice(0, MAX_HEADER)
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([tag]) => tag !== undefined && tag !== '*')
    .toSorted((one, other) => qualityOf(other) - qualityOf(one))
    .map(([tag = '']) => tag);
  return inRegion(preferred);
}

function qualityOf(range: readonly string[]): number {
  const quality = range.find((part) => part.startsWith('q='));
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
}

function inRegion(tag: string): string {
  try {
    const { region } = new Intl.Locale(tag).maximize();
    // The calendar and the digits of other languages would stand in an English sentence.
    return region === undefined ? DEFAULT_LOCALE : new Intl.Locale(LANGUAGE, { region }).toString();
  } catch {
    return DEFAULT_LOCALE;
  }
}

/** Makes a formatter of each locale once. There are no more than regions. */
function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const wanted = locale();
    const known = made.get(wanted);
    if (known !== undefined) return known;
    const formatter = make(wanted);
    made.set(wanted, formatter);
    return formatter;
  };
}

const dates = perLocale(
  (wanted) => new Intl.DateTimeFormat(wanted, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Writes the day of a moment in UTC, such as "12 September 2026". */
export function dateText(moment: Date): string {
  return dates().format(moment);
}

const days = perLocale(
  (wanted) => new Intl.DateTimeFormat(wanted, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Writes the day of a moment in UTC without its year, such as "12 Sept". */
export function dayText(moment: Date): string {
  return days().format(moment);
}

const months = perLocale(
  (wanted) => new Intl.DateTimeFormat(wanted, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** Writes the month of a moment in UTC, such as "Sept 2026". */
export function monthText(moment: Date): string {
  return months().format(moment);
}

const wholes = perLocale((wanted) => new Intl.NumberFormat(wanted, { maximumFractionDigits: 0 }));

const decimals = [2, 3].map((digits) => ({
  digits,
  format: perLocale(
    (wanted) =>
      new Intl.NumberFormat(wanted, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ),
}));

/** Writes a whole number, with separators of thousands. */
export function countText(count: number): string {
  return wholes().format(count);
}

/** Writes a number with two or three decimals, always. */
export function decimalText(value: number, digits: 2 | 3): string {
  const [two, three] = decimals;
  return (digits === 2 ? two : three)?.format().format(value) ?? '';
}

const percents = perLocale(
  (wanted) => new Intl.NumberFormat(wanted, { style: 'percent', maximumFractionDigits: 0 }),
);

/** Writes a share of one in percent. */
export function percentText(share: number): string {
  return percents().format(share);
}

const cardinals = new Intl.PluralRules(LANGUAGE);

/** The forms of a text by the plural rules of its language, each with `{count}` where the number stands. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Chooses the form for a number, and writes the number into it. */
export function plural(count: number, forms: PluralForms): string {
  const form = forms[cardinals.select(count)] ?? forms.other;
  return form.replace('{count}', countText(count));
}

const lists = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/** Splits a list into its values and the words between them: "A, B and C". */
export function listParts(values: readonly string[]): { isValue: boolean; text: string }[] {
  return lists
    .formatToParts(values)
    .map(({ type, value }) => ({ isValue: type === 'element', text: value }));
}
