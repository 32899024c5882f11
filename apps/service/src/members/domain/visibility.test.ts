import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldNeeds, isFieldShown, isKnown, type MemberField } from './visibility.ts';

const stranger = { granted: null, isDiscoverable: true, isOwnGhost: false };
const fields = Object.keys(fieldNeeds) as MemberField[];

/** The fields that a player shows by each scope, in addition to the profile that every connection shows. */
function granting(...scopes: string[]) {
  return { granted: ['user:profile:read', ...scopes], isDiscoverable: false, isOwnGhost: false };
}

describe('the visible part of a player', () => {
  it('is empty if they are neither connected nor discoverable', () => {
    expect(isKnown({ granted: null, isDiscoverable: false, isOwnGhost: false })).toBe(false);
    expect(isKnown(stranger)).toBe(true);
    expect(isKnown(granting())).toBe(true);
  });

  it('contains a ghost only for the application that created it', () => {
    const ghost = { granted: null, isDiscoverable: false };
    expect(isKnown({ ...ghost, isOwnGhost: true })).toBe(true);
    expect(isKnown({ ...ghost, isOwnGhost: false })).toBe(false);
  });

  it('has no rating if they connected without ratings, not even on the public card', () => {
    expect(isFieldShown('sport', stranger)).toBe(true);
    expect(isFieldShown('sport', { ...granting(), isDiscoverable: true, isOwnGhost: false })).toBe(
      false,
    );
    expect(isFieldShown('sport', granting('user:rating:read'))).toBe(true);
  });

  it('is listed in the guide for partners, field by field', () => {
    const guide = new URL('../../../../docs/guides/trust-and-privacy.md', import.meta.url);
    const rows = readFileSync(guide, 'utf8').matchAll(/^\| `([\w.]+)` \| (yes|no) \| (.+) \|$/gm);
    const described = Object.fromEntries(
      [...rows].map(([, field, card, grant]) => [field, [card, grant]]),
    );
    const expected = fields.map((field) => {
      const scopes = ['user:profile:read', 'user:profile:email', 'user:rating:read'];
      const always = isFieldShown(field, granting()) && isFieldShown(field, stranger);
      const scope = scopes.find((one) => isFieldShown(field, { ...stranger, granted: [one] }));
      return [
        field,
        [isFieldShown(field, stranger) ? 'yes' : 'no', always ? 'yes' : `\`${scope}\``],
      ];
    });
    expect(described).toEqual(Object.fromEntries(expected));
  });
});
