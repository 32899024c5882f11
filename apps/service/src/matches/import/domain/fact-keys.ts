// The texts whose hashes the service stores to recognise what was imported before. The facts themselves are not stored, so it
// cannot hash them again. So nothing here may change, also if other rules for comparing names change. A change needs a new key,
// and the key of today becomes an earlier one.

import type { Schemas } from '@partner-rating/server';

/** The facts of a participant as texts. */
export interface FactKeys {
  /** Equal for equal facts. */
  key: string;
  /**
   * What versions before 0.7.0 hashed. Also equal for facts that differ only in marks, such as राम and रमा. Never equal to
   * a `key`.
   */
  earlierKey: string;
}

interface ReadFacts {
  sent: Schemas.Participant;
  emailHash: string | null;
  birthYear: number | null;
  gender: string | null;
}

export function factKeys({ sent, emailHash, birthYear, gender }: ReadFacts): FactKeys {
  const fullName = `${sent.firstName} ${sent.lastName}`;
  const texts = [fullName, sent.city ?? '', sent.state ?? ''].map(fold);
  const listOf = (folded: readonly string[]) => {
    const [name, city, state] = folded.map(cut);
    // A name without letters cannot be compared, but still distinguishes participants.
    const distinctName = name || fullName.normalize('NFC');
    const reference = sent.memberId ?? null;
    return [distinctName, reference, emailHash, birthYear, gender, city || null, state || null];
  };
  return {
    // The number distinguishes it from all earlier keys.
    key: JSON.stringify([...listOf(texts), 2]),
    earlierKey: JSON.stringify(listOf(texts.map(withoutMarks))),
  };
}

/** A name and a place, folded. */
export interface Spelling {
  name: string;
  city: string | null;
  state: string | null;
}

/** Returns whether two people differ in marks of their names or places, which an earlier key does not contain. */
export function differInMarks(one: Spelling, other: Spelling): boolean {
  return (['name', 'city', 'state'] as const).some((fact) => {
    const [text, otherText] = [one[fact] ?? '', other[fact] ?? ''];
    return text !== otherText && withoutMarks(text) === withoutMarks(otherText);
  });
}

const BASE_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i' },
};

const ACCENT =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}]]--[\u3099\u309a]]/gv;

/** Folds a text as `foldText` of version 0.7.0 does. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłħŧı]/gu, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}\p{Z}\s]/gu, ' ')
    .replace(ACCENT, '')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFD');
}

/** Removes what `foldText` of earlier versions removed too. */
function withoutMarks(folded: string): string {
  return folded.replace(/\p{M}/gu, '').replace(/ +/g, ' ').trim();
}

const MAX_LENGTH = 300;

function cut(text: string): string {
  return Array.from(text).slice(0, MAX_LENGTH).join('').trimEnd();
}
