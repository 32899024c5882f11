import { type Kysely, sql } from 'kysely';
import { nameColumns } from './0002-name-columns.ts';

// Strangers search by what the public card shows, and a list is in the order of what it shows: the
// first letter of the last name, and the first name. Sorted by last names, who stands between two known
// ones would be found out letter by letter. What only connected players are searched by needs no index.

const MEMBERS_AT_ONCE = 10_000;
const MAX_ORDER_LENGTH = 60;
const found = 'is_discoverable and merged_into is null';
const common = 'gender, birth_date, is_vairified, name_folded';

const indexes = [
  'drop index member_by_name, member_by_city, member_by_state, member_by_country',
  'drop index member_by_zip, member_in_wheelchair',
  `create index member_by_name on member (name_order, member_number)
    include (${common}, country, state_folded, city_folded) where ${found}`,
  `create index member_by_city on member (city_folded, name_order, member_number)
    include (${common}, country, state_folded) where ${found}`,
  `create index member_by_state on member (state_folded, name_order, member_number)
    include (${common}, country, city_folded) where ${found}`,
  `create index member_by_country on member (country, name_order, member_number)
    include (${common}, state_folded, city_folded) where ${found}`,
  // Words are looked up whole or by their beginning, which their key does.
  'drop index name_word_pieces',
  'drop function name_pieces(text)',
];

interface MemberName {
  id: string;
  member_number: number;
  first_name: string;
  last_name: string;
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table member disable trigger user`.execute(database);
  let last = 0;
  for (;;) {
    const { rows } = await sql<MemberName>`
      select id, member_number, first_name, last_name from member
      where member_number > ${last} order by member_number limit ${MEMBERS_AT_ONCE}
    `.execute(database);
    const end = rows.at(-1);
    if (end === undefined) break;
    await sql`
      update member set name_order = named.name_order
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(nameOrder)}::text[])
        as named (id, name_order)
      where member.id = named.id
    `.execute(database);
    last = Number(end.member_number);
  }
  await sql`alter table member enable trigger user`.execute(database);
  await sql`select rebuild_member_search()`.execute(database);
  for (const statement of indexes) await sql.raw(statement).execute(database);
}

const letters = new Intl.Segmenter();

function nameOrder({ first_name, last_name }: MemberName): string {
  const [initial] = letters.segment(last_name);
  const { name_folded } = nameColumns({
    first_name: initial?.segment ?? '',
    last_name: first_name,
    city: null,
  });
  return Array.from(name_folded).slice(0, MAX_ORDER_LENGTH).join('').trimEnd();
}
