import { PROFILE_SCOPE, type Scope } from './scopes.ts';

/** A scope as the consent page puts it to the player. */
export interface ConsentWords {
  name: Scope;
  title: string;
  detail: string;
  fixed: boolean;
}

const words: Readonly<Record<Scope, { title: string; detail: string }>> = {
  'user:profile:read': {
    title: 'See your profile',
    detail: 'Your name, age, gender, where you play, and whether you are verified.',
  },
  'user:profile:email': {
    title: 'See your e-mail address',
    detail: 'The address you log in with.',
  },
  'user:rating:read': {
    title: 'See your ratings',
    detail: 'Your current rating in each sport, with its splits.',
  },
  'user:rating:history': {
    title: 'See your rating history',
    detail: 'Every change since your first match.',
  },
  'user:match:submit': {
    title: 'Submit match results for you',
    detail: 'Results it sends in count towards your ratings.',
  },
  'user:webhook:subscribe': {
    title: 'Be notified when your rating changes',
    detail: 'It gets a notification after each change.',
  },
};

export function consentWords(name: Scope): ConsentWords {
  return { name, ...words[name], fixed: name === PROFILE_SCOPE };
}
