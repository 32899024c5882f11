import { namedMembers, type Person } from './named-members.ts';

/** A player whose log-in the demonstration gives away. */
export interface LogIn extends Person {
  /** What there is to see of this player, as the start prints it. */
  about: string;
  hasSharedPage: boolean;
}

const austin = { city: 'Austin', state: 'TX', zip: '78704', country: 'US' };
const occasional = { ...austin, isWheelchair: false, isRegular: false, hasSharedPage: false };
const regular = { ...occasional, isRegular: true };

/** The player whom nobody has connected yet: the guides and the demonstration partner do. */
export const demoPlayer: LogIn = {
  ...namedMembers.mike,
  about: 'pickleball and padel every week',
  hasSharedPage: false,
};

// No last name is one of `named-members.ts` or `people.ts`, so that no other person has the name or the address.
export const otherLogIns: readonly LogIn[] = [
  {
    ...regular,
    firstName: 'Greta',
    lastName: 'Winther',
    email: 'greta.winther@example.com',
    gender: 'FEMALE',
    birthDate: '1991-09-14',
    sports: ['padel', 'tennis'],
    strength: 0.9,
    about: 'padel and tennis every week, with a share page',
    hasSharedPage: true,
  },
  {
    ...occasional,
    firstName: 'Samuel',
    lastName: 'Adeyemi',
    email: 'samuel.adeyemi@example.com',
    gender: 'MALE',
    birthDate: '1964-02-03',
    sports: ['pickleball'],
    strength: -0.4,
    about: 'pickleball now and then',
  },
  {
    ...occasional,
    firstName: 'Carmen',
    lastName: 'Ibáñez',
    email: 'carmen.ibanez@example.com',
    gender: 'FEMALE',
    birthDate: '1979-11-27',
    isWheelchair: true,
    sports: ['padel'],
    strength: 0.2,
    about: 'padel now and then, in a wheelchair',
  },
  {
    ...occasional,
    firstName: 'Akira',
    lastName: 'Sato',
    email: 'akira.sato@example.com',
    gender: 'OTHER',
    birthDate: '2001-06-18',
    sports: ['tennis'],
    strength: 0.5,
    about: 'tennis now and then',
  },
  {
    ...occasional,
    firstName: 'Nora',
    lastName: 'Lund',
    email: 'nora.lund@example.com',
    gender: 'FEMALE',
    birthDate: '1998-07-22',
    sports: [],
    strength: 0,
    about: 'has not played yet',
  },
];
