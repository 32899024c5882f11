import { expect, it } from 'vitest';
import { activityWords, actorWords } from './activity-words.ts';

const by = { actor: 'player', applicationName: null, details: null } as const;

it.each([
  [
    { ...by, action: 'log_in.refused', details: { browser: 'Firefox on Mac' } },
    'Log-in refused: wrong password, with Firefox on Mac',
  ],
  [{ ...by, action: 'log_in.succeeded' }, 'Log-in with a browser'],
  [
    { ...by, action: 'second_factor.refused', details: { browser: 'Firefox on Mac' } },
    'Wrong code after the right password, with Firefox on Mac',
  ],
  [
    { ...by, action: 'connection.created', applicationName: 'Courtside Club' },
    'Courtside Club connected',
  ],
  [
    { ...by, action: 'discovery.changed', details: { isDiscoverable: false } },
    'You are left out of search and leaderboards',
  ],
  [
    { ...by, action: 'sharing.changed', details: { isShared: true } },
    'Your share page was switched on',
  ],
  [{ ...by, action: 'match.unheard_of' }, 'match unheard of'],
])('puts %j in words', (activity, text) => {
  expect(activityWords(activity)).toBe(text);
});

it('says who did it', () => {
  const activity = { ...by, action: 'connection.revoked', applicationName: 'Courtside Club' };
  const actors = ['player', 'partner', 'operator', 'service'] as const;
  expect(actors.map((actor) => actorWords({ ...activity, actor }))).toEqual([
    'By you',
    'By Courtside Club',
    'By those who run the service',
    'By the service itself',
  ]);
  expect(actorWords({ ...by, action: 'log_in.refused' })).toBe('By you or somebody else');
});
