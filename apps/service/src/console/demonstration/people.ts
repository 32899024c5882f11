// The people of the demonstration: those who are named in guides and examples, those who can log in, and made-up others.
import { nameColumns } from '../../members/domain/names.ts';
import type { Gender } from '../../platform/database/schema.ts';
import { pick, type Random } from '../../platform/random.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  gender: Gender;
  birthDate: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  isWheelchair: boolean;
  sports: string[];
  /** Whether they play in each club night of their sports. */
  isRegular: boolean;
  /** The true strength, which the ratings estimate; 0 is the average. */
  strength: number;
}

type Traits = Omit<Person, 'firstName' | 'lastName' | 'email' | 'gender' | 'birthDate'>;

/** A person, whose address follows from the name. */
function person(name: string, gender: Gender, birthDate: string, traits: Traits): Person {
  const [firstName = '', lastName = ''] = name.split(' ');
  const letters = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  const email = `${letters.toLowerCase()}@example.com`;
  return { firstName, lastName, email, gender, birthDate, ...traits };
}

/** The traits of somebody in Texas who plays these sports every week. */
function weekly(city: string, zip: string, strength: number, ...sports: string[]): Traits {
  const inTexas = { city, zip, state: 'TX', country: 'US' };
  return { ...inTexas, sports, strength, isRegular: true, isWheelchair: false };
}

/** The traits of somebody who plays them now and then. */
function occasional(city: string, zip: string, strength: number, ...sports: string[]): Traits {
  return { ...weekly(city, zip, strength, ...sports), isRegular: false };
}

const mike = weekly('Austin', '78704', 0.6, 'pickleball', 'padel');
const priya = weekly('Austin', '78702', 0.3, 'pickleball');
const daniel = weekly('Round Rock', '78664', 0.1, 'pickleball', 'tennis');
const sofia = weekly('San Antonio', '78205', 0.4, 'pickleball');
const carmen = occasional('San Marcos', '78666', -0.2, 'pickleball');

/** The members of Courtside Club in both the demonstration and the examples of the contract. */
export const namedMembers = {
  mike: person('Mike Brennan', 'MALE', '1986-03-04', mike),
  priya: person('Priya Natarajan', 'FEMALE', '1990-02-20', priya),
  daniel: person('Daniel Okafor', 'MALE', '1972-06-15', daniel),
  sofia: person('Sofia Lindqvist', 'FEMALE', '1994-01-09', sofia),
  carmen: person('Carmen Ortiz', 'FEMALE', '1998-04-11', carmen),
};

/** A player whose password the demonstration prints. */
export interface LogIn extends Person {
  /** What the start prints about this player. */
  about: string;
  hasSharedPage: boolean;
}

/** The player who is not connected yet. The guides and the demonstration partner connect him. */
export const demoPlayer: LogIn = {
  ...namedMembers.mike,
  about: 'pickleball and padel every week',
  hasSharedPage: false,
};

const greta = weekly('Austin', '78704', 0.9, 'padel', 'tennis');
const samuel = occasional('Austin', '78704', -0.4, 'pickleball');
const carmenInWheelchair = { ...occasional('Austin', '78704', 0.2, 'padel'), isWheelchair: true };
const akira = occasional('Austin', '78704', 0.5, 'tennis');
const nora = occasional('Austin', '78704', 0);

// No last name is one of the named members or of the made-up people, so that no other person has the address.
export const otherLogIns: readonly LogIn[] = [
  {
    ...person('Greta Winther', 'FEMALE', '1991-09-14', greta),
    about: 'padel and tennis every week, with a share page',
    hasSharedPage: true,
  },
  {
    ...person('Samuel Adeyemi', 'MALE', '1964-02-03', samuel),
    about: 'pickleball now and then',
    hasSharedPage: false,
  },
  {
    ...person('Carmen Ibáñez', 'FEMALE', '1979-11-27', carmenInWheelchair),
    about: 'padel now and then, in a wheelchair',
    hasSharedPage: false,
  },
  {
    ...person('Akira Sato', 'OTHER', '2001-06-18', akira),
    about: 'tennis now and then',
    hasSharedPage: false,
  },
  {
    ...person('Nora Lund', 'FEMALE', '1998-07-22', nora),
    about: 'has not played yet',
    hasSharedPage: false,
  },
];

const women = [
  'Amara',
  'Beatriz',
  'Chloe',
  'Daniela',
  'Emma',
  'Fatima',
  'Grace',
  'Hanna',
  'Ines',
  'Julia',
  'Keiko',
  'Leila',
  'Maya',
  'Nadia',
  'Olivia',
  'Priya',
  'Rosa',
  'Sofia',
  'Tessa',
  'Zoë',
];
const men = [
  'Adam',
  'Bruno',
  'Carlos',
  'Daniel',
  'Elias',
  'Felix',
  'George',
  'Hugo',
  'Ivan',
  'Jamal',
  'Kenji',
  'Liam',
  'Mateo',
  'Noah',
  'Omar',
  'Pedro',
  'Rafael',
  'Sven',
  'Tomás',
  'Wei',
];
const lastNames = [
  'Abbott',
  'Becker',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fischer',
  'García',
  'Haddad',
  'Ito',
  'Johnson',
  'Kowalski',
  'Lindqvist',
  'Mbeki',
  'Natarajan',
  "O'Brien",
  'Okafor',
  'Petrov',
  'Quispe',
  'Romano',
  'Schäfer',
  'Takahashi',
  'Ueda',
  'Vargas',
  'Walsh',
  'Yilmaz',
  'Zhang',
];
const locations = [
  { city: 'Austin', state: 'TX', zip: '78704', country: 'US' },
  { city: 'Round Rock', state: 'TX', zip: '78664', country: 'US' },
  { city: 'San Antonio', state: 'TX', zip: '78205', country: 'US' },
  { city: 'Denver', state: 'CO', zip: '80205', country: 'US' },
  { city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' },
  { city: 'Málaga', state: 'AN', zip: '29016', country: 'ES' },
];

/** Makes people with different names and addresses, none of which is a named member's. */
export function makePeople(random: Random, count: number): Person[] {
  const known = new Set(Object.values(namedMembers).map(({ email }) => email));
  const people = new Map<string, Person>();
  while (people.size < count) {
    const made = makePerson(random);
    if (!known.has(made.email)) people.set(made.email, made);
  }
  return [...people.values()];
}

function makePerson(random: Random): Person {
  const gender = random() < 0.5 ? 'FEMALE' : 'MALE';
  const firstName = pick(random, gender === 'FEMALE' ? women : men);
  const lastName = pick(random, lastNames);
  const year = 1950 + Math.floor(random() * 62);
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
  return person(`${firstName} ${lastName}`, gender, `${year}-${month}-${day}`, {
    ...pick(random, locations),
    isWheelchair: random() < 0.03,
    sports:
      random() < 0.7 ? ['pickleball', ...(random() < 0.3 ? ['padel'] : [])] : ['padel', 'tennis'],
    isRegular: false,
    strength: random() + random() + random() - 1.5,
  });
}

/** The columns of a member. */
export function memberColumns(person: Person) {
  const name = { first_name: person.firstName, last_name: person.lastName, city: person.city };
  return {
    ...name,
    ...nameColumns(name),
    email: person.email,
    birth_date: person.birthDate,
    gender: person.gender,
    state: person.state,
    zip: person.zip,
    country: person.country,
    is_wheelchair: person.isWheelchair,
  };
}
