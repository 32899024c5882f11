import { createHash } from 'node:crypto';
import type { Schemas } from '@partner-rating/server';
import type { KeyedHash } from '../../players/domain/keyed-hash.ts';
import { foldShort } from '../../players/domain/name-columns.ts';
import type { Facts } from './facts.ts';

/** A person as an import names them. The same facts are the same object, wherever they stand. */
export interface Participant extends Facts {
  /** The same for the same facts, in the next import too. */
  key: string;
  /** First and last name, folded; empty where nothing is left to compare. */
  name: string;
  /** Keyed hash, in hexadecimal, by which an import knows the same facts again. */
  factsHash: string;
  /** The `memberId` as sent. */
  reference: string | null;
  /** As it stood where it first stood. */
  sent: Schemas.Participant;
}

/** Reads participants, each as the same one where the facts are the same. */
export function participantReader(hash: KeyedHash): (sent: Schemas.Participant) => Participant {
  const bySent = new Map<string, Participant>();
  const byKey = new Map<string, Participant>();
  return (sent) => {
    // Most play in several matches, and folding a name is what takes the time.
    const text = JSON.stringify(sent);
    const known = bySent.get(text);
    if (known !== undefined) return known;
    const read = readParticipant(sent, hash);
    const participant = byKey.get(read.key) ?? read;
    byKey.set(participant.key, participant);
    bySent.set(text, participant);
    return participant;
  };
}

function readParticipant({ email, ...rest }: Schemas.Participant, hash: KeyedHash): Participant {
  // A cell of a spreadsheet that nobody filled in comes as an empty text.
  const sent = email === undefined || email === '' ? rest : { ...rest, email };
  const fullName = `${sent.firstName} ${sent.lastName}`;
  const name = foldShort(fullName);
  const reference = sent.memberId ?? null;
  const facts: Facts = {
    emailHash: 'email' in sent ? hash(sent.email.toLowerCase()) : null,
    birthYear: sent.birthYear ?? null,
    gender: sent.gender === undefined || sent.gender === 'UNKNOWN' ? null : sent.gender,
    city: folded(sent.city),
    state: folded(sent.state),
  };
  const { emailHash, birthYear, gender, city, state } = facts;
  // A name of signs alone is nothing to compare, but still distinguishes its participant from another.
  const distinctName = name === '' ? fullName.normalize('NFC') : name;
  const key = JSON.stringify([distinctName, reference, emailHash, birthYear, gender, city, state]);
  const factsHash = hash(createHash('sha256').update(key).digest());
  return { key, factsHash, name, reference, sent, ...facts };
}

function folded(text: string | undefined): string | null {
  const compared = text === undefined ? '' : foldShort(text);
  return compared === '' ? null : compared;
}
