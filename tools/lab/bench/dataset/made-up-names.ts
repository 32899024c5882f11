const ONSETS = 'b br c ch d f fr g gr h j k kr l m n p pr r s sch st t tr v w z'.split(' ');
const VOWELS = 'a e i o u ai ee ou'.split(' ');
const CODAS = 'l n r s t nd rt ck ll m x sh'.split(' ');

/** Returns a name made of syllables. The same number gives the same name. */
export function madeUp(index: number, endings: readonly string[]): string {
  const syllable = (salt: number): string =>
    at(ONSETS, scatter(index, salt)) + at(VOWELS, scatter(index, salt + 1));
  const long = scatter(index, 16) < 0.4 ? syllable(12) : '';
  const name =
    syllable(10) + long + at(CODAS, scatter(index, 14)) + at(endings, scatter(index, 15));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the list's element at this share of its length. */
export function at(list: readonly string[], share: number): string {
  return list[Math.floor(share * list.length)] ?? '';
}

/** Returns a pseudorandom number from 0 to 1. The same arguments give the same number. */
export function scatter(index: number, salt: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
