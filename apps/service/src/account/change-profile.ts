import { lockMember, updateFacts } from '../members/store/members.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { factsOf, type Profile, readPersonalFacts } from './domain/new-account.ts';

const verifiedFacts: readonly string[] = [
  'firstName',
  'lastName',
  'gender',
] satisfies (keyof Profile)[];

export interface ChangedProfile {
  /** The names of the fields that changed. */
  changed: string[];
  /** Whether the mark for five rated games was removed, because the name or the gender changed. */
  endedVerification: boolean;
}

/**
 * Replaces a player's profile. A change of the name or the gender removes the mark for five rated games, because they
 * were played under the old ones. Returns null if the player was erased.
 *
 * @throws InvalidAccountError if a value is invalid.
 */
export async function changeProfile(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  memberId: string,
  profile: Profile,
): Promise<ChangedProfile | null> {
  return await database.transaction().execute(async (transaction) => {
    const before = await lockMember(transaction, memberId);
    if (before === undefined) return null;
    const facts = factsOf(before);
    const names = Object.keys(profile) as (keyof Profile)[];
    const changed = names.filter((name) => (facts[name] ?? '') !== profile[name]);
    if (changed.length === 0) return { changed, endedVerification: false };
    const endedVerification =
      before.is_vairified && changed.some((name) => verifiedFacts.includes(name));
    const isVairified = before.is_vairified && !endedVerification;
    const after = readPersonalFacts({ ...facts, ...profile, isVairified });
    await updateFacts(transaction, memberId, after);
    await recordAudit(transaction, {
      ...{ occurredAt: clock(), actor: 'player', applicationId: null, memberId },
      action: 'member.edited',
      // Only the names, because an entry outlives an erased account.
      details: { changed, endedVerification },
    });
    return { changed, endedVerification };
  });
}
