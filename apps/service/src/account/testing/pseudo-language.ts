import { sports } from '@partner-rating/server/catalogue';
import { connectTexts } from '../../connect/domain/texts.ts';
import { dayText, monthText } from '../../platform/pages/domain/locale.ts';
import { pageTexts } from '../../platform/pages/domain/texts.ts';
import { accountTexts } from '../domain/texts.ts';

/** Writes every text of the catalogues as "⟦Text⟧", like another language. The returned function ends it. */
export function speakPseudoLanguage(): () => void {
  const undo = [pageTexts(), connectTexts(), accountTexts()].map(replaceTexts);
  return () => {
    for (const restore of undo) restore();
  };
}

function replaceTexts(texts: object): () => void {
  const before = { ...texts };
  Object.assign(texts, translated(before));
  return () => Object.assign(texts, before);
}

function translated(texts: unknown): unknown {
  if (typeof texts === 'string') return `⟦${texts}⟧`;
  if (typeof texts === 'function') return (...values: unknown[]) => translated(texts(...values));
  if (Array.isArray(texts)) return texts.map(translated);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, translated(text)]));
}

// What a browser says or shows of an element in addition to its content.
const SPOKEN = /\s(?:aria-label|alt|title|data-(?:show|hide|copied|by-keys))="([^"]*)"/g;

const SHOWN_IN_LINKS =
  /<meta (?:name|property)="(?:og:|twitter:)?(?:title|description|image:alt)" content="([^"]*)"/g;

// Names and their first letters, moments, ids, places, and sports are the same in each language, or are written by Intl.
const DATA =
  /<span class="party"[^>]*>[^<]*<\/span>|<(bdi|time|code)\b[^>]*>.*?<\/\1>|<select id="(?:country|state|sport)".*?<\/select>|<(script|style)>.*?<\/\2>/gs;

/** Returns the words of a page that no catalogue contains. */
export function untranslatedOn(html: string): string[] {
  const shown = html.replace(DATA, ' ');
  const attributes = [SPOKEN, SHOWN_IN_LINKS].flatMap((attribute) =>
    [...shown.matchAll(attribute)].map(([, text = '']) => text),
  );
  const texts = shown
    .replace(/<\/?(?:a|strong|em)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n');
  return [...texts, ...attributes]
    .map((text) => withoutKnown(withoutTranslated(text)).trim())
    .filter((text) => /\p{L}/u.test(text));
}

/** Removes translated texts. One text of a catalogue may be part of another. */
function withoutTranslated(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? rest : withoutTranslated(rest);
}

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 28)));

const known = [
  'Partner Rating',
  ...sports.map(({ name }) => name),
  ...months
    .flatMap((day) => [dayText(day), monthText(day)])
    .map((text) => text.replace(/[\d ]/g, '')),
];

function withoutKnown(text: string): string {
  return known.reduce((rest, word) => rest.replaceAll(word, ''), text);
}
