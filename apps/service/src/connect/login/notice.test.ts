import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { type Notice, setNotice, takeNotice } from './notice.ts';

const local = { publicUrl: 'http://localhost:3001' };

function roundTrip(notice: Notice) {
  const [cookie] = setNotice(local, notice).split(';');
  return takeNotice(local, cookie).words;
}

describe('a notice', () => {
  testRows<[Notice, string]>([
    [{ kind: 'not-connected' }, 'This application is no longer connected.'],
    [{ kind: 'session-ended' }, 'That browser is logged out.'],
    [{ kind: 'session-gone' }, 'That browser was logged out already.'],
    [{ kind: 'logged-out' }, 'You are logged out.'],
    [{ kind: 'others-ended', about: 0 }, 'You were logged in nowhere else.'],
    [{ kind: 'others-ended', about: 1 }, 'One other browser was logged out.'],
    [
      { kind: 'password-changed', about: 3 },
      'Your password is changed. 3 other browsers were logged out.',
    ],
  ])('has a sentence', (notice, text) => {
    expect(roundTrip(notice)).toEqual({ subject: null, text });
  });

  testRows(['Courtside Club', 'a; b=c, "d"', 'Ünïted 🏓', '100 % fair', 'נבחרת'])(
    'contains any name of an application',
    (about) => {
      expect(roundTrip({ kind: 'disconnected', about })?.subject).toBe(about);
    },
  );

  it('is read once: the page that shows it deletes the cookie', () => {
    const [cookie] = setNotice(local, { kind: 'logged-out' }).split(';');
    expect(takeNotice(local, cookie).cookies).toEqual([
      expect.stringMatching(/^partner-rating-notice=; Max-Age=0;/),
    ]);
    expect(takeNotice(local, undefined)).toEqual({ words: null, cookies: [] });
  });

  it('expires after a minute, and scripts cannot read it', () => {
    expect(setNotice(local, { kind: 'logged-out' })).toMatch(/Max-Age=60;.*HttpOnly/);
  });

  testRows(['', 'nonsense', 'disconnectedX', '%E0%A4%A'])('ignores any other value', (value) => {
    expect(takeNotice(local, `partner-rating-notice=${value}`).words).toBeNull();
  });
});
