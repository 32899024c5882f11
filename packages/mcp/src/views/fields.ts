import * as z from 'zod';

export const nextCursor = z.exactOptional(z.string());

/** Returns the cursor of the next page, if there is one. */
export function nextPage({ nextCursor }: { nextCursor: string | null }) {
  return definedFields({ nextCursor: nextCursor ?? undefined });
}

/** Rounds a share or probability to three decimals, because more would only cost an agent tokens. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** Returns the fields with a value. Results for an agent contain no others. */
export function definedFields<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}

type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};
