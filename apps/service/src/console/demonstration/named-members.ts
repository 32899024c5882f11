import { nameColumns } from '../../members/domain/names.ts';
import type { Gender } from '../../platform/database/schema.ts';

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
  /** How strong the person really is, which the ratings are to find out; 0 is the average. */
  strength: number;
}

const inTexas = { country: 'US', state: 'TX', isWheelchair: false, isRegular: true };

/** The members of Courtside Club in both the demonstration and the examples of the contract. */
export const namedMembers = {
  mike: {
    ...inTexas,
    firstName: 'Mike',
    lastName: 'Brennan',
    email: 'mike.brennan@example.com',
    birthDate: '1986-03-04',
    gender: 'MALE',
    city: 'Austin',
    zip: '78704',
    sports: ['pickleball', 'padel'],
    strength: 0.6,
  },
  priya: {
    ...inTexas,
    firstName: 'Priya',
    lastName: 'Natarajan',
    email: 'priya.natarajan@example.com',
    birthDate: '1990-02-20',
    gender: 'FEMALE',
    city: 'Austin',
    zip: '78702',
    sports: ['pickleball'],
    strength: 0.3,
  },
  daniel: {
    ...inTexas,
    firstName: 'Daniel',
    lastName: 'Okafor',
    email: 'daniel.okafor@example.com',
    birthDate: '1972-06-15',
    gender: 'MALE',
    city: 'Round Rock',
    zip: '78664',
    sports: ['pickleball', 'tennis'],
    strength: 0.1,
  },
  sofia: {
    ...inTexas,
    firstName: 'Sofia',
    lastName: 'Lindqvist',
    email: 'sofia.lindqvist@example.com',
    birthDate: '1994-01-09',
    gender: 'FEMALE',
    city: 'San Antonio',
    zip: '78205',
    sports: ['pickleball'],
    strength: 0.4,
  },
  carmen: {
    ...inTexas,
    firstName: 'Carmen',
    lastName: 'Ortiz',
    email: 'carmen.ortiz@example.com',
    birthDate: '1998-04-11',
    gender: 'FEMALE',
    city: 'San Marcos',
    zip: '78666',
    sports: ['pickleball'],
    strength: -0.2,
    isRegular: false,
  },
} satisfies Record<string, Person>;

/** The columns of a person's member. */
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
