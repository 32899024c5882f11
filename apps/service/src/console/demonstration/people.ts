import { pick, type Random } from '../../platform/random.ts';
import { namedMembers, type Person } from './named-members.ts';

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

/** So many people who are none of the named members; each has a name and an address of their own. */
export function makePeople(random: Random, count: number): Person[] {
  const known = new Set(Object.values(namedMembers).map(({ email }) => email));
  const people = new Map<string, Person>();
  while (people.size < count) {
    const person = makePerson(random);
    if (!known.has(person.email)) people.set(person.email, person);
  }
  return [...people.values()];
}

function makePerson(random: Random): Person {
  const gender = random() < 0.5 ? 'FEMALE' : 'MALE';
  const firstName = pick(random, gender === 'FEMALE' ? women : men);
  const lastName = pick(random, lastNames);
  const year = 1950 + Math.floor(random() * 62);
  const day = 1 + Math.floor(random() * 28);
  const month = 1 + Math.floor(random() * 12);
  const letters = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return {
    firstName,
    lastName,
    email: `${letters.toLowerCase()}@example.com`,
    gender,
    birthDate: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    ...pick(random, locations),
    isWheelchair: random() < 0.03,
    sports:
      random() < 0.7 ? ['pickleball', ...(random() < 0.3 ? ['padel'] : [])] : ['padel', 'tennis'],
    isRegular: false,
    strength: random() + random() + random() - 1.5,
  };
}
