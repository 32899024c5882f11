import { foldText } from '@partner-rating/service/src/members/domain/names.ts';
import { at, madeUp, scatter } from './made-up-names.ts';

// Names and cities of the members. The most common come first, because rows are drawn with a skew
// like a real population's.

const FIRST_NAMES = `
  Michael James Maria David Anna John Jennifer Robert Sarah William Laura Daniel Emily Thomas Jessica
  Christopher Sofia José Elena Matthew Julia Andrew Emma Joshua Lisa Mark Karen Anthony Nicole Paul
  Amanda Steven Priya Kevin Melissa Brian Rachel George Hannah Edward Olivia Ronald Samantha Timothy
  Katherine Jason Christine Jeffrey Deborah Ryan Carolyn Jacob Janet Gary Catherine Nicholas Heather
  Eric Diane Jonathan Ruth Stephen Larry Justin Virginia Scott Brandon Kathleen Benjamin Pamela Samuel
  Martha Gregory Amélie Alexander Debra Patrick Stephanie Frank Raymond Carol Jack Dennis Jerry Tyler
  Aaron Nathan Adam Henry Zachary Peter Kyle Noah Ethan Jeremy Walter Christian Keith Roger Terry Sean
  Gerald Carl Harold Dylan Arthur Lawrence Jordan Jesse Bryan Billy Bruce Gabriel Joe Logan Alan Juan
  Albert Willie Elijah Wayne Randy Vincent Mason Roy Ralph Bobby Russell Bradley Philip Eugene Zoë Łukasz
  Søren Björn Renée Chloé Jürgen Günther Małgorzata Agnieszka Wei Yuki Hiroshi Kenji Aiko Fatima Omar
  Aisha Mohammed Ahmed Ali Ines Beatriz Carlos Luis Miguel Rosa Carmen Lucía Mateo Diego Valentina
  Camila Isabella Giulia Marco Luca Francesca Alessandro Chiara Pierre Jean-Luc Anne-Marie Marie-Claire
  Étienne François Élodie Camille Manon Lars Ingrid Astrid Sven Nils Freya Mikkel Ivan Olga Natalia
  Dmitri Svetlana Nadia Boris Piotr Ewa Zofia Jakub Tomasz Ana João Tiago Ines Rui Duarte Mario Kai
`;

const LAST_NAMES = `
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez
  Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark
  Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams
  Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz
  Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson
  Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray
  Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Müller Schmidt
  Schneider Fischer Weber O’Brien O’Connor O’Neill García-López Fernández Muñoz Núñez Peña Ibáñez
  Hoffmann Brennan Natarajan Okafor Lindqvist Nowak Kowalski Wójcik Sørensen Andersen Jönsson Åberg
  Dubois Lefèvre Rossi Ferrari Esposito Tanaka Suzuki Watanabe Kobayashi Chen Wang Zhang Singh Kumar Khan
`;

const CITIES: readonly (readonly [city: string, state: string, country: string])[] = [
  ['New York', 'NY', 'US'],
  ['Los Angeles', 'CA', 'US'],
  ['Chicago', 'IL', 'US'],
  ['Houston', 'TX', 'US'],
  ['Phoenix', 'AZ', 'US'],
  ['Austin', 'TX', 'US'],
  ['San Antonio', 'TX', 'US'],
  ['Toronto', 'ON', 'CA'],
  ['San Diego', 'CA', 'US'],
  ['London', 'England', 'GB'],
  ['Naples', 'FL', 'US'],
  ['Seattle', 'WA', 'US'],
  ['Madrid', 'Comunidad de Madrid', 'ES'],
  ['Berlin', 'BE', 'DE'],
  ['Zürich', 'ZH', 'CH'],
  ['Montréal', 'QC', 'CA'],
  ['Round Rock', 'TX', 'US'],
  ['São Paulo', 'SP', 'BR'],
  ['Springfield', 'IL', 'US'],
  ['Springfield', 'MO', 'US'],
];

const STATES = 'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ TN MA IN MO MD WI CO MN SC AL LA'.split(
  ' ',
);
const COUNTRIES = 'CA GB ES DE FR IT SE MX AU IN BR PL NL JP AR'.split(' ');
const US_SHARE = 0.7;
const CITY_COUNT = 3_000;
const LAST_NAME_COUNT = 30_000;
const FIRST_NAME_COUNT = 2_000;

export interface PooledText {
  text: string;
  folded: string;
}

export interface PooledCity extends PooledText {
  state: string;
  country: string;
}

export const firstNames: readonly PooledText[] = pool(
  FIRST_NAMES,
  FIRST_NAME_COUNT,
  'a e i o u ia'.split(' '),
);
export const lastNames: readonly PooledText[] = pool(
  LAST_NAMES,
  LAST_NAME_COUNT,
  'son sen mann berg ski ova ez ini ton ley ford wood field er'.split(' '),
);
export const cities: readonly PooledCity[] = Array.from({ length: CITY_COUNT }, (_, index) =>
  cityAt(index),
);

function pool(listed: string, count: number, endings: readonly string[]): PooledText[] {
  const texts = new Set(listed.trim().split(/\s+/));
  for (let index = 0; texts.size < count; index += 1) texts.add(madeUp(index, endings));
  return [...texts].map((text) => ({ text, folded: foldText(text) }));
}

function cityAt(index: number): PooledCity {
  const [city, state, country] = CITIES[index] ?? madeUpCity(index);
  return { text: city, folded: foldText(city), state, country };
}

function madeUpCity(index: number): readonly [string, string, string] {
  const city = madeUp(index, [' Falls', 'ville', ' Springs', 'burg', ' Beach', 'ton', ' City']);
  const share = scatter(index, 7);
  return share < US_SHARE
    ? [city, at(STATES, share / US_SHARE), 'US']
    : [city, `Region ${Math.floor(scatter(index, 8) * 9)}`, at(COUNTRIES, scatter(index, 9))];
}
