import { lockMember, updateFacts } from '../members/store/members.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { factsOf, type Profile, readPersonalFacts } from './domain/new-account.ts';

const verifiedFacts: readonly string[] = [
  'firstName',
  'lastName',
  'gender',
] satisfies (keyof Profile)[];

/** What became of a profile. */
export interface ChangedProfile {
  /** The names of the facts that changed. */
  changed: string[];
  /** Whether the player was verified and no longer is, because the name or the gender changed. */
  endedVerification: boolean;
}

/**
 * Replaces a player's profile. Who is verified stays so only under the name and gender that somebody verified.
 *
 * @throws InvalidAccountError where a value is refused.
 */
export async function changeProfile(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  memberId: string,
  profile: Profile,
): Promise<ChangedProfile> {
  return await database.transaction().execute(async (transaction) => {
    const before = await lockMember(transaction, memberId);
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
      // The names alone: an entry outlives an erased account.
      details: { changed, endedVerification },
    });
    return { changed, endedVerification };
  });
}
