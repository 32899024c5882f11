import { iso31661, iso31662 } from 'iso-3166';
import { countryName, language, perLanguage } from '../../platform/pages/domain/locale.ts';

/** A country or a part of one, with its code in a form. */
export interface Region {
  code: string;
  name: string;
}

const byName = (one: Region, other: Region) => one.name.localeCompare(other.name, language());

/** Returns all countries of ISO 3166-1, sorted by name. */
export const countries = perLanguage((): readonly Region[] =>
  iso31661.map(({ alpha2 }) => ({ code: alpha2, name: countryName(alpha2) })).toSorted(byName),
);

const countryCodes = new Set(iso31661.map(({ alpha2 }) => alpha2));

export function isCountry(code: string): boolean {
  return countryCodes.has(code);
}

const partsOfCountry = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2));

/** Returns the states, provinces, and regions of a country by ISO 3166-2, without the country's code, sorted by name. */
export function statesOf(country: string): Region[] {
  const parts = partsOfCountry.get(country) ?? [];
  return parts.map(({ code, name }) => ({ code: code.slice(3), name })).toSorted(byName);
}

export function isStateOf(country: string, state: string): boolean {
  return partsOfCountry.get(country)?.some(({ code }) => code === `${country}-${state}`) === true;
}
