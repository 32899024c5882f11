import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { arrayLiteral } from './array-literal.ts';

describe.each(databases)('an array literal on %s', (kind) => {
  it('is read as the texts it was made of', async () => {
    const database = await createTestDatabase(kind);
    const anyText = fc.oneof(
      fc.constantFrom('null', 'NULL', '', ' ', ',', '{}', '"', '\\', '35+', 'line\nbreak'),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyText)), async (texts) => {
        const { rows } = await sql<{ texts: (string | null)[] }>`
          select ${arrayLiteral(texts)}::text[] as texts
        `.execute(database);
        expect(rows[0]?.texts).toEqual(texts);
      }),
    );
  });

  it('is read as the very numbers it was made of', async () => {
    const database = await createTestDatabase(kind);
    const anyNumber = fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyNumber)), async (numbers) => {
        const { rows } = await sql<{ numbers: (number | null)[] }>`
          select ${arrayLiteral(numbers)}::double precision[] as numbers
        `.execute(database);
        expect(rows[0]?.numbers).toEqual(numbers);
      }),
    );
  });
});
