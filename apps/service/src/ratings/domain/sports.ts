import { sports as catalogued } from '@partner-rating/server/catalogue';

export type Sport = (typeof catalogued)[number]['code'];

/** The sports the service rates, by their codes on the wire. */
export const sports: readonly Sport[] = catalogued.map(({ code }) => code);

const names: ReadonlyMap<string, string> = new Map(
  catalogued.map(({ code, name }) => [code, name]),
);

export function isSport(code: string): code is Sport {
  return names.has(code);
}

/** The name of a sport; its code where the database knows one that is rated no longer. */
export function sportName(code: string): string {
  return names.get(code) ?? code;
}
