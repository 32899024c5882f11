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
    detail:
      'Your full name, age, gender, where you live with your postal code, whether you are verified, and whether you play in a wheelchair.',
  },
  'user:profile:email': {
    title: 'See your e-mail address',
    detail: 'The address you log in with.',
  },
  'user:rating:read': {
    title: 'See your ratings',
    detail:
      'Your current rating in each sport, with its splits. Without this it sees none of your ratings, not even on leaderboards.',
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
