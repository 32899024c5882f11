import { expect, it } from 'vitest';
import { formerPlayer } from './former-player.ts';

it('says nothing of who a former player was', () => {
  const { gender, is_wheelchair, is_discoverable, ...named } = formerPlayer;
  expect({ gender, is_wheelchair, is_discoverable }).toEqual({
    ...{ gender: 'UNKNOWN', is_wheelchair: false, is_discoverable: false },
  });
  const texts = Object.values(named).filter((value) => value !== null);
  for (const text of texts) expect('Former player').toMatch(new RegExp(`${text.trim()}$`, 'i'));
  expect(formerPlayer.display_name).toBe('Former player');
});
