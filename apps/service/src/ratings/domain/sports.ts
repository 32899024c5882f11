import { isSport, sports } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import { sports as catalogued } from '@partner-rating/server/catalogue';

const names: ReadonlyMap<string, string> = new Map(
  catalogued.map(({ code, name }) => [code, name]),
);

/** Returns an error that lists the rated sports, if the code is not one of them. */
export function sportErrors(code: string, pointer: string): ErrorItem[] {
  if (isSport(code)) return [];
  const detail = `There is no sport ${code}. Use one of ${sports.join(', ')}.`;
  return [{ pointer, code: 'unknown_sport', detail }];
}

/** Returns the name of a sport, or its code if the sport is no longer rated. */
export function sportName(code: string): string {
  return names.get(code) ?? code;
}
