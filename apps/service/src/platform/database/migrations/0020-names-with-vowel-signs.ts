import { type Kysely, sql } from 'kysely';

interface MemberRow {
  member_number: string;
  first_name: string;
  last_name: string;
  city: string | null;
  name_folded: string;
  name_order: string;
  city_folded: string | null;
}

// What follows is members/domain/names.ts and ratings/domain/player.ts of this version.

const BASE_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i' },
};

const ACCENT =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}]]--[\u3099\u309a]]/gv;

function fold(text: string, maxLength: number): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧı]/gu, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}\p{Z}\s]/gu, ' ')
    .replace(ACCENT, '')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFD');
  return Array.from(folded).slice(0, maxLength).join('').trimEnd();
}

const letters = new Intl.Segmenter();

function initialOf(name: string): string {
  const [initial] = letters.segment(name);
  return [...(initial?.segment ?? '')].slice(0, 20).join('');
}

// Text with a letter of a script whose marks are kept, and some other texts.
const MAY_HAVE_MARKS = String.raw`[\u0700-\uffff\U00010000-\U0010ffff]`;

const CHUNK = 1_000;

/** Folds names and cities again that have vowel signs or marks of kana, which were removed before. */
export async function keepVowelSigns(database: Kysely<unknown>): Promise<void> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<MemberRow>`
      select member_number, first_name, last_name, city, name_folded, name_order, city_folded
      from member
      where member_number > ${after}
        and first_name || last_name || coalesce(city, '') ~ ${MAY_HAVE_MARKS}
      order by member_number
      limit ${CHUNK}
    `.execute(database);
    for (const row of rows) await foldAgain(database, row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.member_number;
  }
}

async function foldAgain(database: Kysely<unknown>, row: MemberRow): Promise<void> {
  const { member_number, first_name, last_name, city } = row;
  const name = fold(`${first_name} ${last_name}`, 300);
  const order = fold(`${initialOf(last_name)} ${first_name}`, 60);
  const foldedCity = city === null ? null : fold(city, 300);
  if (name === row.name_folded && order === row.name_order && foldedCity === row.city_folded)
    return;
  await sql`
    update member set name_folded = ${name}, name_order = ${order}, city_folded = ${foldedCity}
    where member_number = ${member_number}
  `.execute(database);
}
