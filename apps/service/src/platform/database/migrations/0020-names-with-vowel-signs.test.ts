import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { nameColumns } from '../../../members/domain/names.ts';
import { insertMember } from '../../../testing/builders.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { keepVowelSigns } from './0020-names-with-vowel-signs.ts';

const people = [
  { first_name: 'रीमा', last_name: 'शर्मा', city: 'दिल्ली' },
  { first_name: 'がく', last_name: 'かわばた', city: null },
  { first_name: 'Zoë', last_name: 'O’Brien', city: 'São Paulo' },
  { first_name: '민준', last_name: '김', city: null },
];

/** The columns as the service wrote them before, without any mark. */
function withoutMarks(person: (typeof people)[number]) {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
  return nameColumns({
    ...{ first_name: plain(person.first_name), last_name: plain(person.last_name) },
    city: person.city === null ? null : plain(person.city),
  });
}

describe.each(databases)('members on %s', (kind) => {
  it('get the folded columns of their names again, and the words by which a search finds them', async () => {
    const database = await createTestDatabase(kind);
    for (const person of people) {
      const { id } = await insertMember(database, person);
      const { name_folded, name_order, city_folded } = withoutMarks(person);
      await database
        .updateTable('member')
        .set({ name_folded, name_order, city_folded })
        .where('id', '=', id)
        .execute();
    }
    await keepVowelSigns(database as Kysely<unknown>);

    const folded = await database
      .selectFrom('member')
      .select(['first_name', 'last_name', 'city', 'name_folded', 'name_order', 'city_folded'])
      .orderBy('member_number')
      .execute();
    expect(folded).toEqual(
      people.map((person) => {
        const { display_name, ...columns } = nameColumns(person);
        return { ...person, ...columns };
      }),
    );
    const { rows } = await sql<{ word: string }>`
      select word from member_word order by member_number, word
    `.execute(database);
    expect(rows.map(({ word }) => word)).toEqual(
      folded.flatMap(({ name_folded }) => name_folded.split(' ').toSorted()),
    );
  });
});
