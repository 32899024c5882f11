import pg from 'pg';

const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;

/**
 * Parsers that make both drivers return the same values: int8 as a number (no column comes near 2^53),
 * dates as text.
 */
export const valueParsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (value) => value,
};
