import { expect, it } from 'vitest';
import { insertApplication } from './builders.ts';
import { createTestDatabase, databases, openTestDatabase } from './test-database.ts';

it.each(databases)(
  'a database on %s that is closed twice passes to only one test',
  async (kind) => {
    const closed = await openTestDatabase(kind);
    await closed.close();
    await closed.close();
    const [one, other] = [await createTestDatabase(kind), await createTestDatabase(kind)];

    await insertApplication(one);

    expect(await other.selectFrom('application').select('id').execute()).toEqual([]);
  },
);
