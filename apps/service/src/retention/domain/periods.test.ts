import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as periods from './periods.ts';

const DAY = 86_400_000;
const guide = (name: string) =>
  readFileSync(new URL(`../../../../docs/guides/${name}.md`, import.meta.url), 'utf8');

describe('what the guides promise to keep is kept as long as they say', () => {
  const [, deliveries, updates] =
    /\| webhook deliveries; rating updates \| (\d+) days; (\d+) days \|/.exec(guide('limits')) ??
    [];

  it.each([
    ['webhook deliveries', deliveries, periods.DELIVERY_RETENTION],
    ['rating updates', updates, periods.RATING_UPDATE_RETENTION],
  ])('%s', (_, days, retention) => {
    expect(retention / DAY).toBe(Number(days));
  });
});

it('forgets who was named by a tournament and never registered two years after, as players read', () => {
  expect(guide('your-data')).toContain('Two years after the last match that names them');
  const reported = new Date('2026-09-12T12:00:00Z');
  const end = new Date(reported.getTime() + periods.UNCLAIMED_GHOST_RETENTION);
  expect(end.toISOString()).toMatch(/^2028-09-1[12]/);
});

it('still knows a week later a code or token that has expired, and longer than it lived', () => {
  const minutes = Number(
    /`authorization_url`, `request_uri` \| (\d+) minutes/.exec(guide('limits'))?.[1],
  );
  expect(periods.EXPIRED_GRANT_RETENTION).toBeGreaterThan(minutes * 60_000);
  expect(periods.EXPIRED_GRANT_RETENTION / DAY).toBe(7);
});
