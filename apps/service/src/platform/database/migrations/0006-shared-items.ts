import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table shared_page
    add column items text[] not null default '{}',
    add column is_listed boolean not null default false`,
  `comment on column shared_page.items is 'What the page shows next to the short name (account/domain/shared-items.ts).'`,
  `comment on column shared_page.is_listed is 'Whether search engines may list the page.'`,
  // What players agreed to show before they could choose.
  `update shared_page set items = '{rating,chart}'`,
];

/** Lets players choose what their share page shows, and whether search engines list it. */
export async function addSharedItems(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
