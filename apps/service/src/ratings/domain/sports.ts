import { isSport, sports } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import { sports as catalogued } from '@partner-rating/server/catalogue';

const names: ReadonlyMap<string, string> = new Map(
  catalogued.map(({ code, name }) => [code, name]),
);

/** Names the sports where a request has one that is not rated, which is a misspelling more often than not. */
export function sportErrors(code: string, pointer: string): ErrorItem[] {
  if (isSport(code)) return [];
  const detail = `There is no sport ${code}. Use one of ${sports.join(', ')}.`;
  return [{ pointer, code: 'unknown_sport', detail }];
}

/** The name of a sport; its code where the database knows one that is rated no longer. */
export function sportName(code: string): string {
  return names.get(code) ?? code;
}
