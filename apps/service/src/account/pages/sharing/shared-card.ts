import { sharedAddress } from '../../../members/domain/names.ts';
import { identity } from '../../../platform/pages/identity.ts';
import type { RatingChart } from '../../domain/rating-chart.ts';
import { accountTexts } from '../../domain/texts.ts';
import type { SharedPlayer, SharedSport } from './read-shared.ts';

export const PICTURE = { width: 1_200, height: 630 } as const;

/** Returns the address of a share page's picture. */
export function pictureAddress(publicUrl: string, secret: string): string {
  return `${sharedAddress(publicUrl, secret)}/picture.png`;
}

/** The preview of a link on other sites. */
export interface LinkCard {
  title: string;
  description: string;
  address: string;
  picture: { address: string; width: number; height: number };
}

/** Returns the preview of a share page. It says nothing that the page does not say. */
export function sharedCard(player: SharedPlayer, publicUrl: string, secret: string): LinkCard {
  return {
    title: accountTexts().sharedPage.title(player.name),
    description: describeShared(player),
    address: sharedAddress(publicUrl, secret),
    picture: { address: pictureAddress(publicUrl, secret), ...PICTURE },
  };
}

/** Describes what a player shows, with a sentence for each sport. */
export function describeShared({ name, location, sports }: SharedPlayer): string {
  const texts = accountTexts().sharedPage;
  const who = location === null ? name : texts.from(name, location);
  const { serviceName } = identity();
  if (sports.length === 0) return texts.summaryOfNone(who, serviceName);
  const sentences = sports.map((sport) => {
    const rated = sport.rating === null ? [] : [texts.rated(sport.rating.rating)];
    const ranked = sport.ranks
      .map(({ rank, where, isEverywhere }) =>
        isEverywhere ? texts.rankedEverywhere(rank) : texts.rankedIn(rank, where),
      )
      .slice(-1);
    const facts = factsOf(sport).map(({ kind, value }) =>
      kind === 'peak' ? texts.peaked(value) : value,
    );
    return texts.sport(sport.name, [...rated, ...ranked, ...facts].join(', ') || texts.chart);
  });
  return [texts.summary(who, serviceName), ...sentences].join(' ');
}

interface CardFact {
  label: string;
  value: string;
}

/** Returns the facts that fit on a card. */
function cardFacts(sport: SharedSport): CardFact[] {
  const { peak, rankOf } = accountTexts().sharedPage;
  const everywhere = sport.ranks.find(({ isEverywhere }) => isEverywhere);
  return [
    ...(everywhere === undefined
      ? []
      : [{ label: rankOf(everywhere.total), value: everywhere.position }]),
    ...factsOf(sport).map(({ kind, label, value }) => ({
      label: kind === 'peak' ? peak : label,
      value,
    })),
  ];
}

function factsOf({ facts }: SharedSport): SharedSport['facts'] {
  return facts.filter(({ kind }) => kind === 'peak' || kind === 'record');
}

/** A text in a picture, with the size of its letters in pixels. */
interface DrawnText {
  text: string;
  size: number;
}

/** The contents of a share page's picture. */
export interface SharedDrawing {
  /** Null if the fonts lack its letters. */
  service: DrawnText | null;
  name: DrawnText;
  location: DrawnText | null;
  /** The player's most played sport. */
  sport: {
    name: string;
    rating: SharedSport['rating'];
    facts: (CardFact & { x: number })[];
    chart: RatingChart | null;
  } | null;
  others: DrawnText | null;
}

const LINE_WIDTH = 1_040;

const FACT_WIDTH = 230;

const MAX_FACTS = 3;

export function layOutShared({ name, location, sports }: SharedPlayer): SharedDrawing {
  const [sport, ...others] = sports;
  const first = LINE_WIDTH - FACT_WIDTH * MAX_FACTS;
  return {
    service: fitText(identity().serviceName, { size: 28, least: 20 }),
    name: fitText(name, { size: 72, least: 30 }) ?? {
      text: accountTexts().sharedPage.player,
      size: 72,
    },
    location: fitText(location ?? '', { size: 28, least: 20 }),
    sport:
      sport === undefined
        ? null
        : {
            name: sport.name,
            rating: sport.rating,
            facts: cardFacts(sport)
              .slice(0, MAX_FACTS)
              .map((fact, index) => ({
                ...fact,
                x: (sport.rating === null ? 0 : first) + FACT_WIDTH * index,
              })),
            chart: sport.history?.chart ?? null,
          },
    others: fitText(
      others
        .map((other) => [other.name, other.rating?.rating].filter(Boolean).join(' '))
        .join('  ·  '),
      { size: 28, least: 20 },
    ),
  };
}

// The scripts of the fonts (platform/pages/draw-picture.ts). In any other, each letter would be a box.
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u;

const NO_LETTER = /[\p{Cc}\p{Co}]|(?!\d)\p{Emoji_Presentation}/u;

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

// As a multiple of the font size, for the widest common letters.
const widthOf = (letter: string) => (WIDE.test(letter) ? 1 : 0.62);

/** Fits a text on the line, in smaller letters if needed. Null without a text, or without a font for it. */
function fitText(text: string, { size, least }: { size: number; least: number }): DrawnText | null {
  if (!DRAWABLE.test(text) || NO_LETTER.test(text)) return null;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const width = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
  const fitting = Math.min(size, Math.floor(LINE_WIDTH / width));
  if (fitting >= least) return { text: directed(text), size: fitting };
  let room = LINE_WIDTH / least - 1;
  const retained = letters.filter((letter) => {
    room -= widthOf(letter);
    return room >= 0;
  });
  return { text: directed(`${retained.join('').trimEnd()}…`), size: least };
}

/** Isolates parts that run from right to left, because the drawing only knows lines from left to right. */
function directed(text: string): string {
  return text
    .split(', ')
    .map((part) => (RIGHT_TO_LEFT.test(part) ? `\u2067${part}\u2069` : part))
    .join(', ');
}
