import type { Schemas } from '@partner-rating/server';
import { createAccount } from '../../../account/register.ts';
import { openKeyedHash } from '../../../members/keyed-hash.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { Database, NewMemberRow } from '../../../platform/database/schema.ts';
import { insertMember } from '../../../testing/builders.ts';
import {
  bring,
  called,
  finalOf,
  importOf,
  openTournamentIn,
} from '../../import/testing/tournament.ts';
import { onDay } from '../../testing/batches.ts';
import { answerOffer } from '../answer-offer.ts';
import { findOffered } from '../find-offered.ts';

export const email = 'lena.hoffmann@example.com';

/** Creates Lena, who played in tournaments of a trusted or an untrusted application before she registered. */
export async function openOffered(database: Database, { trusted = true } = {}) {
  const { club: trustedClub, priya, carmen } = await openTournamentIn(database);
  const club = { ...trustedClub, submitter: { ...trustedClub.submitter, trusted } };
  const { dependencies } = club;
  const played = new Set<string>();
  const play = async (
    identifier: string,
    participant: Schemas.Participant,
    rest: Partial<Schemas.TournamentMatchInput> = {},
  ) => {
    const partner = called('Priya Natarajan', { memberId: priya.id });
    const day = onDay(100 - [...played.add(identifier)].indexOf(identifier));
    const final = finalOf(identifier, [[participant], [partner]], { ...day, ...rest });
    const result = await bring(club, importOf([final]));
    return {
      matchId: result.matches[0]?.id ?? '',
      ghostId: result.participants[0]?.id ?? '',
      participation: `${result.matches[0]?.id} ${result.participants[0]?.id}`,
    };
  };
  const register = async ({ isProven = true } = {}) => {
    const { memberId } = await createAccount(dependencies, {
      email,
      password: 'a long walk to the net',
      firstName: 'Magdalena',
      lastName: 'Hoffmann-Weiß',
      birthDate: '1987-05-02',
      isDiscoverable: true,
    });
    if (isProven) await proveEmail(database, memberId);
    return memberId;
  };
  const offered = async (memberId: string) =>
    (await findOffered(dependencies, memberId)).map(({ participation }) => participation);
  /** Answers the current offer. By default, the player claims every match. */
  const answer = async (memberId: string, mine?: string[]) => {
    const shown = await offered(memberId);
    return await answerOffer(dependencies, { memberId, shown, mine: mine ?? shown });
  };
  return { database, club, dependencies, priya, carmen, play, register, offered, answer };
}

/** Creates a ghost (a member without an account) with an address and without matches, as an import leaves it. */
export async function insertReported(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
  address: string,
  given: Partial<NewMemberRow>,
): Promise<string> {
  const hash = await openKeyedHash(dependencies);
  const email_hash = Buffer.from(hash(address), 'hex');
  const ghost = { is_ghost: true, is_discoverable: false, email_hash, ...given };
  return (await insertMember(dependencies.database, ghost)).id;
}

/** Creates an account of a member with a proven address. */
export async function insertProvenAccount(database: Database, memberId: string): Promise<void> {
  const now = new Date(0);
  await database
    .insertInto('account')
    .values({
      role: 'player',
      id: memberId,
      password_hash: 'none',
      created_at: now,
      password_changed_at: now,
      email_proven_at: now,
    })
    .execute();
}

export async function proveEmail(database: Database, memberId: string): Promise<void> {
  await database
    .updateTable('account')
    .set({ email_proven_at: new Date(0) })
    .where('member_id', '=', memberId)
    .execute();
}
