import { AsyncLocalStorage } from 'node:async_hooks';

// The languages that have texts. Readers of other languages get the first.
const languages = ['en'] as const;

export type Language = (typeof languages)[number];

const DEFAULT_LOCALE = 'en-GB';

const reader = new AsyncLocalStorage<string>();

/** Writes texts, dates, and numbers for this locale while `run` runs. */
export function withLocale<Result>(locale: string, run: () => Result): Result {
  return reader.run(locale, run);
}

function locale(): string {
  return reader.getStore() ?? DEFAULT_LOCALE;
}

/** Returns the language of the texts for the reader. */
export function language(): Language {
  return knownLanguage(new Intl.Locale(locale()).language);
}

function knownLanguage(wanted: string): Language {
  return languages.find((one) => one === wanted) ?? languages[0];
}

/** Returns the locale of somebody who lives in this country, by its ISO 3166 code. */
export function localeOfCountry(country: string | null): string {
  return country === null ? DEFAULT_LOCALE : inRegion(`und-${country}`);
}

// Browsers send less. The rest of a longer header is ignored.
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
    const wanted = new Intl.Locale(tag).maximize();
    const { region } = wanted;
    if (region === undefined) return DEFAULT_LOCALE;
    // The calendar and the digits of another language would not fit into a sentence of this one.
    return new Intl.Locale(knownLanguage(wanted.language), { region }).toString();
  } catch {
    return DEFAULT_LOCALE;
  }
}

/** Creates a formatter once for each locale. There are only as many as regions. */
function perLocale<Formatter>(
  make: (locale: string) => Formatter,
  wantedLocale: () => string = locale,
): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const wanted = wantedLocale();
    const known = made.get(wanted);
    if (known !== undefined) return known;
    const formatter = make(wanted);
    made.set(wanted, formatter);
    return formatter;
  };
}

/** Creates a value once for each language of the texts. */
export function perLanguage<Made>(make: (language: string) => Made): () => Made {
  return perLocale(make, language);
}

const dates = perLocale(
  (wanted) => new Intl.DateTimeFormat(wanted, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Writes the day of a moment in UTC, such as "12 September 2026". */
export function dateText(moment: Date): string {
  return dates().format(moment);
}

const times = perLocale(
  (wanted) => new Intl.DateTimeFormat(wanted, { timeStyle: 'short', timeZone: 'UTC' }),
);

/** Writes a moment in UTC to the minute, such as "12 September 2026, 13:05 UTC". */
export function momentText(moment: Date): string {
  return `${dateText(moment)}, ${times().format(moment)} UTC`;
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

/** Writes a number, always with this many decimals. */
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

const cardinals = perLanguage((wanted) => new Intl.PluralRules(wanted));

const ordinals = perLanguage((wanted) => new Intl.PluralRules(wanted, { type: 'ordinal' }));

/** The forms of a text by the plural rules of its language, with `{count}` as the place of the number. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Selects the form for a number, and inserts the number. */
export function plural(count: number, forms: PluralForms): string {
  return inForm(cardinals().select(count), count, forms);
}

/** Selects the form for a position in an order, and inserts the number. */
export function ordinal(position: number, forms: PluralForms): string {
  return inForm(ordinals().select(position), position, forms);
}

function inForm(rule: Intl.LDMLPluralRule, count: number, forms: PluralForms): string {
  return (forms[rule] ?? forms.other).replace('{count}', countText(count));
}

const distances = perLanguage(
  (wanted) => new Intl.RelativeTimeFormat(wanted, { numeric: 'always' }),
);

/** Writes how far away a moment is, such as "3 hours ago". */
export function distanceText(length: number, unit: Intl.RelativeTimeFormatUnit): string {
  return distances().format(length, unit);
}

const regions = perLanguage((wanted) => new Intl.DisplayNames(wanted, { type: 'region' }));

/** Returns the name of a country by its ISO 3166-1 code. */
export function countryName(code: string): string {
  return regions().of(code) ?? code;
}

const lists = perLanguage((wanted) => new Intl.ListFormat(wanted, { type: 'conjunction' }));

/** Splits a list into its values and the words between them: "A, B and C". */
export function listParts(values: readonly string[]): { isValue: boolean; text: string }[] {
  return lists()
    .formatToParts(values)
    .map(({ type, value }) => ({ isValue: type === 'element', text: value }));
}
